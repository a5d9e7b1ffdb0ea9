package onemodel

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// readHeader gives onemodel.h without comments; the test is skipped where the package stands alone.
func readHeader(t *testing.T) string {
	t.Helper()
	header, err := os.ReadFile(filepath.Join("..", "..", "include", "onemodel.h"))
	if err != nil {
		t.Skip("the package is not in the library's source tree")
	}
	return regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(string(header), "")
}

func TestConstantsAreThoseOfTheHeader(t *testing.T) {
	constants := map[string]int64{
		"OM_MAX_RANK": MaxRank, "OM_MAX_OPSET": MaxOpset, "OM_MAX_THREADS": MaxThreads,
		"OM_MIN_IR_VERSION": MinIRVersion, "OM_MAX_IR_VERSION": MaxIRVersion,

		"OM_OK": 0, "OM_INVALID_MODEL": int64(InvalidModel), "OM_INVALID_INPUT": int64(InvalidInput),
		"OM_UNSUPPORTED": int64(Unsupported), "OM_INVALID_ARGUMENT": int64(InvalidArgument),
		"OM_OUT_OF_MEMORY": int64(OutOfMemory), "OM_IO": int64(IO), "OM_INTERNAL": int64(Internal),

		"OM_KIND_CONSTANT": int64(KindConstant), "OM_KIND_VIEW": int64(KindView), "OM_KIND_COPY": int64(KindCopy),
		"OM_KIND_FILL": int64(KindFill), "OM_KIND_GENERATE": int64(KindGenerate),
		"OM_KIND_DATA_DEPENDENT": int64(KindDataDependent),

		"OM_ATTRIBUTE_INT": int64(AttributeInt), "OM_ATTRIBUTE_INTS": int64(AttributeInts),
		"OM_ATTRIBUTE_FLOAT": int64(AttributeFloat), "OM_ATTRIBUTE_FLOATS": int64(AttributeFloats),
		"OM_ATTRIBUTE_STRING": int64(AttributeString), "OM_ATTRIBUTE_STRINGS": int64(AttributeStrings),
		"OM_ATTRIBUTE_TENSOR": int64(AttributeTensor),

		"OM_PLAN_CONSTANT": int64(PlanConstant), "OM_PLAN_VIEW": int64(PlanView), "OM_PLAN_FUSED": int64(PlanFused),
		"OM_PLAN_COPY": int64(PlanCopy), "OM_PLAN_KERNEL": int64(PlanKernel), "OM_PLAN_UNUSED": int64(PlanUnused),
	}
	// The types have the names that the library gives them.
	for _, elementType := range []Type{
		Float32, Uint8, Int8, Uint16, Int16, Int32, Int64, String, Bool, Float16, Float64, Uint32, Uint64, Complex64,
		Complex128, BFloat16, Float8E4M3FN, Float8E4M3FNUZ, Float8E5M2, Float8E5M2FNUZ, Uint4, Int4, Float4E2M1,
		Float8E8M0, Uint2, Int2,
	} {
		name := elementType.String()
		if TypeFromName(name) != elementType {
			t.Errorf("the type %d is called %q, which is %d", elementType, name, TypeFromName(name))
		}
		constants["OM_"+strings.ToUpper(name)] = int64(elementType)
	}
	if TypeFromName("float31") != 0 || TypeFromName("float32\x00") != 0 || Type(99).String() != "" {
		t.Error("there are types that are none")
	}
	found := 0
	for _, match := range regexp.MustCompile(`\b(OM_\w+) = (\d+)`).FindAllStringSubmatch(readHeader(t), -1) {
		value, err := strconv.ParseInt(match[2], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if constant, ok := constants[match[1]]; !ok || constant != value {
			t.Errorf("%s is %d in the header, but here %d (%v)", match[1], value, constant, ok)
		}
		found++
	}
	if found != len(constants) {
		t.Errorf("the header has %d constants, but there are %d here", found, len(constants))
	}
}
