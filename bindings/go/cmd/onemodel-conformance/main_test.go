package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// cases are the members of a file of the operator Slice; each is one case, as a JSON text.
func sliceFile(cases ...string) string {
	return `{"operator": "Slice", "cases": [` + strings.Join(cases, ",\n") + `]}`
}

const reversed = `{"id": "slice/reversed", "opset": 13,
  "inputs": {"data": {"type": "float32", "shape": [3], "data": [1, "0x7fc00001", "0x80000000"]},
             "starts": {"type": "int64", "shape": [1], "data": [-1]},
             "ends": {"type": "int64", "shape": [1], "data": ["9223372036854775807"]},
             "axes": null,
             "steps": {"type": "int64", "shape": [1], "data": [-1]}},
  "outputs": {"output": {"type": "float32", "shape": [3], "data": ["0x80000000", "0x7fc00001", 1]}}}`

const stepZero = `{"id": "slice/step-zero", "opset": 13,
  "inputs": {"data": {"type": "int4", "shape": [3], "data": [1, -8, 7]},
             "starts": {"type": "int64", "shape": [1], "data": [0]},
             "ends": {"type": "int64", "shape": [1], "data": [1]},
             "axes": null,
             "steps": {"type": "int64", "shape": [1], "data": [0]}},
  "error": {"status": "InvalidModel", "reason": "slice.step_zero"}}`

const graph = `{"topic": "views", "cases": [{"id": "views/flat", "opset": 17,
  "inputs": {"x": {"type": "int32", "shape": ["N", 3]}},
  "nodes": [{"op": "Flatten", "name": "flat", "inputs": ["x"], "outputs": ["y"], "attributes": {"axis": {"int": 0}}}],
  "outputs": ["y"],
  "plan": {"flat": "view"},
  "runs": [{"inputs": {"x": {"type": "int32", "shape": [2, 3], "data": {"iota": [0, -1]}}},
            "outputs": {"y": {"type": "int32", "shape": [1, 6], "data": [0, -1, -2, -3, -4, -5]}},
            "plan": {"flat": {"kind": "view", "bytes": 0}}}]}]}`

// runText runs the program on a file of this text.
func runText(t *testing.T, text string, arguments ...string) (code int, output, messages string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cases.json")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return runArguments(append(arguments, path)...)
}

func runArguments(arguments ...string) (code int, output, messages string) {
	var out, err strings.Builder
	code = runCommand(arguments, &out, &err)
	return code, out.String(), err.String()
}

func TestCasesThatPass(t *testing.T) {
	code, output, messages := runText(t, sliceFile(reversed, stepZero))
	if code != exitSuccess || output != "2 passed, 0 failed, 0 skipped\n" || messages != "" {
		t.Errorf("%d, %q, %q", code, output, messages)
	}
	if code, output, _ := runText(t, graph); code != exitSuccess || output != "1 passed, 0 failed, 0 skipped\n" {
		t.Errorf("%d, %q", code, output)
	}
	if code, output, _ := runText(t, sliceFile(reversed, stepZero), "-filter", "zero"); code != exitSuccess ||
		output != "1 passed, 0 failed, 0 skipped\n" {
		t.Errorf("%d, %q", code, output)
	}
}

// One thing is changed in a case, and must be noticed.
func TestCasesThatFail(t *testing.T) {
	for _, change := range []struct {
		text, old, new, finding string
	}{
		{sliceFile(reversed), `["0x80000000", "0x7fc00001", 1]`, `[0, "0x7fc00001", 1]`,
			"FAILED slice/reversed: Invoke: output: element 0 is 0x80000000, not 0x0\n"},
		{sliceFile(reversed), `["0x80000000", "0x7fc00001", 1]`, `["0x80000000", "0x7fc00000", 1]`,
			"element 1 is 0x7fc00001, not 0x7fc00000"},
		{sliceFile(reversed), `"output": {"type": "float32", "shape": [3]`, `"output": {"type": "float32", "shape": [3, 1]`,
			"it is float32 [3], not float32 [3 1]"},
		{sliceFile(reversed), `{"type": "float32", "shape": [3], "data": ["0x80000000", "0x7fc00001", 1]}`,
			`{"type": "int32", "shape": [3], "data": [0, 0, 1]}`, "it is float32 [3], not int32 [3]"},
		{sliceFile(reversed), `{"output": {"type": "float32", "shape": [3], "data": ["0x80000000", "0x7fc00001", 1]}}`,
			`{"output": {"type": "float32", "shape": [3], "data": {"sha256": "00"}}}`, "sha256 is"},
		{sliceFile(stepZero), "slice.step_zero", "slice.length_mismatch",
			"it is refused with InvalidModel slice.step_zero, not with InvalidModel slice.length_mismatch"},
		{sliceFile(stepZero), "InvalidModel", "InvalidInput", "not with InvalidInput"},
		{sliceFile(stepZero), `"shape": [1], "data": [0]}},`, `"shape": [1], "data": [1]}},`, "it is not refused"},
		{graph, "[0, -1, -2, -3, -4, -5]", "[0, -1, -2, -3, -4, -6]", "the composed model: runs[0]: by position: y: element 5"},
		{graph, `"flat": "view"`, `"flat": "kernel"`, "plan: flat: kind is view, not kernel"},
		{graph, `"bytes": 0`, `"bytes": 24`, "bytes is 0, not 24"},
		{graph, `"axis": {"int": 0}`, `"axis": {"int": 3}`, "axis.out_of_range"},
	} {
		text := strings.Replace(change.text, change.old, change.new, 1)
		if text == change.text {
			t.Fatalf("nothing is changed by %q", change.new)
		}
		code, output, messages := runText(t, text)
		lines := strings.Split(strings.TrimSpace(output), "\n")
		if code != exitFailed || len(lines) != 2 || !strings.HasPrefix(lines[0], "FAILED ") ||
			!strings.Contains(output, change.finding) || lines[1] != "0 passed, 1 failed, 0 skipped" {
			t.Errorf("%s: %d, %q, %q", change.new, code, output, messages)
		}
	}
}

func TestOperatorsThatAreMissingAreSkipped(t *testing.T) {
	text := strings.Replace(sliceFile(stepZero), `"operator": "Slice"`, `"operator": "Conv"`, 1)
	if code, output, _ := runText(t, text); code != exitFailed || output != "0 passed, 0 failed, 1 skipped\n" {
		t.Errorf("%d, %q", code, output)
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	for _, text := range []string{
		"", "{", "[]", "{} {}", `{"operator": "Slice"}`, sliceFile("{}"), sliceFile(`{"id": 1}`),
		strings.Replace(sliceFile(reversed), `"float32"`, `"float31"`, 1),
		strings.Replace(sliceFile(reversed), `[3]`, `[4]`, 1),
		strings.Replace(sliceFile(reversed), `[3]`, `[-3]`, 1),
		strings.Replace(sliceFile(reversed), `[3]`, `[16777217]`, 1),
		strings.Replace(sliceFile(reversed), `[1, "0x7fc00001"`, `[0.1, "0x7fc00001"`, 1),
		strings.Replace(sliceFile(reversed), `[1, "0x7fc00001"`, `[1, "0x7fc0001"`, 1),
		strings.Replace(sliceFile(stepZero), `"error"`, `"failure"`, 1),
		strings.Replace(graph, `[0, -1]`, `[0]`, 1),
		strings.Replace(graph, `{"iota": [0, -1]}`, `{"count": [0, -1]}`, 1),
		strings.Replace(graph, `{"int": 0}`, `{"integer": 0}`, 1),
		strings.Replace(graph, `"bytes": 0`, `"byte": 0`, 1),
		strings.Replace(graph, `"runs"`, `"run"`, 1),
		strings.Replace(graph, `"topic"`, `"subject"`, 1),
		strings.Replace(sliceFile(reversed), `{"output": {"type": "float32", "shape": [3], "data": ["0x80000000", "0x7fc00001", 1]}}`,
			`{"output": null}`, 1),
	} {
		if code, output, messages := runText(t, text); code != exitUnreadable || output != "" || messages == "" {
			t.Errorf("%s: %d, %q, %q", text, code, output, messages)
		}
	}
	for _, path := range []string{filepath.Join(t.TempDir(), "none.json"), t.TempDir()} {
		if code, _, messages := runArguments(path); code != exitUnreadable || messages == "" {
			t.Errorf("%s: %d, %q", path, code, messages)
		}
	}
}

func TestCommandLine(t *testing.T) {
	for _, test := range []struct {
		arguments []string
		code      int
	}{{[]string{"-help"}, exitSuccess}, {nil, exitUsage}, {[]string{"-unknown"}, exitUsage}} {
		code, output, messages := runArguments(test.arguments...)
		if code != test.code || output != "" || !strings.Contains(messages, "Exit codes:") {
			t.Errorf("%q: %d, %q, %q", test.arguments, code, output, messages)
		}
	}
}

// A folder is searched for the folders of a corpus, else for files.
func TestFolders(t *testing.T) {
	corpus := t.TempDir()
	for name, text := range map[string]string{"operators/slice.json": sliceFile(reversed, stepZero), "graphs/views.json": graph} {
		path := filepath.Join(corpus, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		corpus:                             "3 passed, 0 failed, 0 skipped\n",
		filepath.Join(corpus, "operators"): "2 passed, 0 failed, 0 skipped\n",
	} {
		if code, output, messages := runArguments(path); code != exitSuccess || output != want {
			t.Errorf("%s: %d, %q, %q", path, code, output, messages)
		}
	}
}

// The generators of the corpus's format give the elements that it says.
func TestGeneratedElements(t *testing.T) {
	for text, want := range map[string]string{
		`{"type": "uint8", "shape": [8], "data": {"random": 0}}`:                     "\xaf\xcd\x1d\x7b\x39\xa8\x20\xe2",
		`{"type": "bool", "shape": [3], "data": {"random": 0}}`:                      "\x01\x01\x01",
		`{"type": "uint4", "shape": [3], "data": {"random": 0}}`:                     "\xaf\x0d",
		`{"type": "int2", "shape": [5], "data": [1, -1, -2, 0, 1]}`:                  "\x2d\x01",
		`{"type": "int16", "shape": [3], "data": {"iota": [1, -2]}}`:                 "\x01\x00\xff\xff\xfd\xff",
		`{"type": "float16", "shape": [4], "data": {"iota": [-1.5, 1]}}`:             "\x00\xbe\x00\xb8\x00\x38\x00\x3e",
		`{"type": "float16", "shape": [2], "data": {"iota": [0, 0.00006103515625]}}`: "\x00\x00\x00\x04",
		`{"type": "bfloat16", "shape": [2], "data": {"iota": [1, 1]}}`:               "\x80\x3f\x00\x40",
		`{"type": "float64", "shape": [1], "data": {"iota": [0.5, 1]}}`:              "\x00\x00\x00\x00\x00\x00\xe0\x3f",
		`{"type": "complex64", "shape": [1], "data": [[1, "0x80000000"]]}`:           "\x00\x00\x80\x3f\x00\x00\x00\x80",
		`{"type": "float8e5m2", "shape": [2], "data": {"fill": "0x3c"}}`:             "\x3c\x3c",
	} {
		value, err := parseJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if data := readTensor(cursor{"tensor", value}).data; string(data) != want {
			t.Errorf("%s is %x, not %x", text, data, want)
		}
	}
}
