// Onemodel-conformance runs the cases of a conformance corpus through the Go package onemodel.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	onemodel "github.com/libonemodel/libonemodel/bindings/go"
)

const usage = `Usage: onemodel-conformance [-filter TEXT] PATH...

Runs the cases of a conformance corpus. PATH is a case file, or a folder: the corpus, or one with case files in it.

Each case of an operator is run by Invoke, its types and shapes are asked of Infer, and where the opset means the
operator's newest version and the case can be said so, it is run by the operator's own function. Each graph is run as a
session, composed and read back from ONNX's format: by position twice, into given tensors, and by name; and the facts of
its plans are checked. A case counts once. Types, shapes and bits are compared, without tolerance.

Each case that fails gives one line: "FAILED", its id, and what is wrong. The last line is "N passed, N failed, N
skipped"; skipped are cases of operators that the library does not have.

Exit codes: 0 none failed and at least one passed, 1 otherwise, 2 wrong command line, 3 a file cannot be read.

`

// What the program leaves with.
const (
	exitSuccess    = 0
	exitFailed     = 1
	exitUsage      = 2
	exitUnreadable = 3
)

func main() {
	os.Exit(runCommand(os.Args[1:], os.Stdout, os.Stderr))
}

func runCommand(arguments []string, output, messages io.Writer) int {
	flags := flag.NewFlagSet("onemodel-conformance", flag.ContinueOnError)
	flags.SetOutput(messages)
	filter := flags.String("filter", "", "only cases whose id contains `TEXT`")
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), usage)
		flags.PrintDefaults()
	}
	if err := flags.Parse(arguments); err != nil {
		if err == flag.ErrHelp {
			return exitSuccess
		}
		return exitUsage
	}
	if flags.NArg() == 0 {
		flags.Usage()
		return exitUsage
	}
	files, err := findFiles(flags.Args())
	if err != nil {
		fmt.Fprintln(messages, err)
		return exitUnreadable
	}
	total := totals{output: output}
	for _, path := range files {
		file, err := readFile(path)
		if err != nil {
			fmt.Fprintln(messages, err)
			return exitUnreadable
		}
		total.runFile(file, *filter)
	}
	fmt.Fprintf(output, "%d passed, %d failed, %d skipped\n", total.passed, total.failed, total.skipped)
	if total.failed > 0 || total.passed == 0 {
		return exitFailed
	}
	return exitSuccess
}

// totals count cases.
type totals struct {
	output                  io.Writer
	passed, failed, skipped int
}

func (t *totals) runFile(file caseFile, filter string) {
	for _, c := range file.cases {
		if !strings.Contains(c.id, filter) {
			continue
		}
		operator, exists := onemodel.FindOperator(c.operator)
		if !exists {
			t.skipped++
			continue
		}
		t.count(c.id, runOperatorCase(c, operator))
	}
	for _, g := range file.graphs {
		if strings.Contains(g.id, filter) {
			t.count(g.id, runGraphCase(g))
		}
	}
}

// count counts a case, and tells of one that failed.
func (t *totals) count(id, difference string) {
	if difference == "" {
		t.passed++
		return
	}
	t.failed++
	fmt.Fprintf(t.output, "FAILED %s: %s\n", id, strings.ReplaceAll(difference, "\n", " "))
}
