/* Version, names of statuses, types and reasons, and the facts of the operators. */
#include <ctype.h>
#include <string.h>

#include "check.h"

static void versions_and_names(void) {
  const char* version = om_version();
  CHECK(version != NULL);
  int dots = 0;
  for (const char* c = version; *c != '\0'; ++c) {
    CHECK(isdigit((unsigned char)*c) || *c == '.');
    dots += *c == '.';
  }
  CHECK_INTEGER(dots, 2);

  const char* level = om_simd_level();
  CHECK(strcmp(level, "plain") == 0 || strcmp(level, "sse4") == 0 || strcmp(level, "avx2") == 0 ||
        strcmp(level, "avx512") == 0 || strcmp(level, "neon") == 0);

  static const char* const statuses[] = {
      "OK", "InvalidModel", "InvalidInput", "Unsupported", "InvalidArgument", "OutOfMemory", "IO", "Internal"};
  for (om_status status = OM_OK; status <= OM_INTERNAL; ++status) CHECK_TEXT(om_status_name(status), statuses[status]);
  CHECK(om_status_name(-1) == NULL);
  CHECK(om_status_name(OM_INTERNAL + 1) == NULL);
  CHECK(om_status_name(INT32_MIN) == NULL);
  CHECK(om_status_name(INT32_MAX) == NULL);

  static const struct {
    const char* name;
    int64_t bits;
  } types[] = {
      {NULL, 0},
      {"float32", 32},
      {"uint8", 8},
      {"int8", 8},
      {"uint16", 16},
      {"int16", 16},
      {"int32", 32},
      {"int64", 64},
      {"string", 0},
      {"bool", 8},
      {"float16", 16},
      {"float64", 64},
      {"uint32", 32},
      {"uint64", 64},
      {"complex64", 64},
      {"complex128", 128},
      {"bfloat16", 16},
      {"float8e4m3fn", 8},
      {"float8e4m3fnuz", 8},
      {"float8e5m2", 8},
      {"float8e5m2fnuz", 8},
      {"uint4", 4},
      {"int4", 4},
      {"float4e2m1", 4},
      {"float8e8m0", 8},
      {"uint2", 2},
      {"int2", 2},
  };
  for (om_type type = OM_FLOAT32; type <= OM_INT2; ++type) {
    CHECK_TEXT(om_type_name(type), types[type].name);
    CHECK_INTEGER(om_type_from_name(types[type].name), type);
    CHECK_INTEGER(om_type_bits(type), types[type].bits);
  }
  static const om_type no_types[] = {0, -1, OM_INT2 + 1, INT32_MIN, INT32_MAX};
  for (size_t i = 0; i < sizeof no_types / sizeof no_types[0]; ++i) {
    CHECK(om_type_name(no_types[i]) == NULL);
    CHECK_INTEGER(om_type_bits(no_types[i]), 0);
  }
  CHECK_INTEGER(om_type_from_name(NULL), 0);
  CHECK_INTEGER(om_type_from_name(""), 0);
  CHECK_INTEGER(om_type_from_name("Float32"), 0);
  CHECK_INTEGER(om_type_from_name("float"), 0);
}

static void reasons(void) {
  const int64_t count = om_reason_count();
  CHECK(count > 0);
  for (int64_t i = 0; i < count; ++i) {
    const char* slug = om_reason_slug(i);
    const char* dot = strchr(slug, '.');
    CHECK(dot != NULL && dot != slug && dot[1] != '\0');
    for (const char* c = slug; *c != '\0'; ++c) {
      CHECK(islower((unsigned char)*c) || isdigit((unsigned char)*c) || *c == '_' || c == dot);
    }
    CHECK(om_status_name(om_reason_status(i)) != NULL);
    CHECK(om_reason_status(i) != OM_OK);
    CHECK(strlen(om_reason_meaning(i)) > 0);
    for (int64_t j = 0; j < i; ++j) CHECK(strcmp(slug, om_reason_slug(j)) != 0);
  }
  const int64_t outside[] = {-1, count, INT64_MIN, INT64_MAX};
  for (int i = 0; i < 4; ++i) {
    CHECK(om_reason_slug(outside[i]) == NULL);
    CHECK_INTEGER(om_reason_status(outside[i]), OM_OK);
    CHECK(om_reason_meaning(outside[i]) == NULL);
  }
  CHECK_INTEGER(status_of_reason("slice.step_zero"), OM_INVALID_MODEL);
  CHECK_INTEGER(status_of_reason("index.out_of_range"), OM_INVALID_INPUT);
  CHECK_INTEGER(status_of_reason("argument.null"), OM_INVALID_ARGUMENT);
  CHECK_INTEGER(status_of_reason("memory.exhausted"), OM_OUT_OF_MEMORY);
  /* What no caller can provoke has a row, too. */
  CHECK_INTEGER(status_of_reason("internal.failure"), OM_INTERNAL);
}

/* What holds for the inputs, outputs and attributes of every operator at every opset. */
static void operator_at_opset(const om_operator* op, int64_t opset) {
  const int exists = opset >= om_operator_version_since(op, 0);
  const int64_t inputs = om_operator_input_count(op, opset);
  CHECK((inputs > 0) == exists);
  for (int64_t i = 0; i < inputs; ++i) {
    CHECK(strlen(om_operator_input_name(op, opset, i)) > 0);
    const int32_t optional = om_operator_input_is_optional(op, opset, i);
    const int32_t variadic = om_operator_input_is_variadic(op, opset, i);
    CHECK((optional == 0 || optional == 1) && (variadic == 0 || variadic == 1));
    CHECK(!(optional && variadic));
    CHECK(!variadic || i == inputs - 1);
    int64_t accepted = 0;
    for (om_type type = -1; type <= OM_INT2 + 1; ++type) {
      const int32_t accepts = om_operator_input_accepts(op, opset, i, type);
      CHECK(accepts == 0 || (accepts == 1 && om_type_name(type) != NULL));
      accepted += accepts;
    }
    CHECK(accepted > 0);
    CHECK(opset != OM_MAX_OPSET || accepted <= om_operator_type_count(op));
  }
  CHECK(om_operator_input_name(op, opset, -1) == NULL);
  CHECK(om_operator_input_name(op, opset, inputs) == NULL);
  CHECK_INTEGER(om_operator_input_is_optional(op, opset, inputs), 0);
  CHECK_INTEGER(om_operator_input_is_variadic(op, opset, -1), 0);
  CHECK_INTEGER(om_operator_input_accepts(op, opset, inputs, OM_FLOAT32), 0);

  const int64_t outputs = om_operator_output_count(op, opset);
  CHECK((outputs > 0) == exists);
  for (int64_t i = 0; i < outputs; ++i) {
    CHECK(strlen(om_operator_output_name(op, opset, i)) > 0);
    CHECK(!om_operator_output_is_optional(op, opset, i) || i > 0);
    CHECK(!om_operator_output_is_variadic(op, opset, i) || i == outputs - 1);
  }
  CHECK(om_operator_output_name(op, opset, -1) == NULL);
  CHECK(om_operator_output_name(op, opset, outputs) == NULL);
  CHECK_INTEGER(om_operator_output_is_optional(op, opset, outputs), 0);
  CHECK_INTEGER(om_operator_output_is_variadic(op, opset, INT64_MIN), 0);

  const int64_t attributes = om_operator_attribute_count(op, opset);
  CHECK(attributes >= 0 && (exists || attributes == 0));
  for (int64_t i = 0; i < attributes; ++i) {
    CHECK(strlen(om_operator_attribute_name(op, opset, i)) > 0);
    const om_attribute_kind kind = om_operator_attribute_kind(op, opset, i);
    CHECK(kind >= OM_ATTRIBUTE_INT && kind <= OM_ATTRIBUTE_TENSOR);
    const int32_t required = om_operator_attribute_is_required(op, opset, i);
    CHECK(required == 0 || required == 1);
  }
  CHECK(om_operator_attribute_name(op, opset, attributes) == NULL);
  CHECK(om_operator_attribute_name(op, opset, INT64_MAX) == NULL);
  CHECK_INTEGER(om_operator_attribute_kind(op, opset, -1), 0);
  CHECK_INTEGER(om_operator_attribute_is_required(op, opset, attributes), 0);
}

static void operators(void) {
  static const char* const names[] = {"Shape",          "Size",     "Squeeze",   "Unsqueeze", "Flatten",
                                      "Reshape",        "Identity", "Dropout",   "Transpose", "Concat",
                                      "Split",          "Slice",    "Expand",    "Tile",      "Gather",
                                      "GatherElements", "GatherND", "ScatterND", "Pad",       "ConstantOfShape",
                                      "Range",          "OneHot",   "Trilu",     "NonZero",   "TopK"};
  CHECK_INTEGER(om_operator_count(), (int64_t)(sizeof names / sizeof names[0]));
  for (int64_t i = 0; i < om_operator_count(); ++i) {
    const om_operator* op = om_operator_at(i);
    CHECK_TEXT(om_operator_name(op), names[i]);
    CHECK(om_operator_find(names[i]) == op);
    CHECK(om_operator_kind_of(op) >= OM_KIND_CONSTANT && om_operator_kind_of(op) <= OM_KIND_DATA_DEPENDENT);
    CHECK_INTEGER(om_operator_is_exact(op), 1);
    CHECK(om_operator_type_count(op) >= 1 && om_operator_type_count(op) <= OM_INT2);

    const int64_t versions = om_operator_version_count(op);
    CHECK(versions > 0);
    for (int64_t v = 0; v < versions; ++v) {
      const int64_t since = om_operator_version_since(op, v);
      CHECK(since >= 1 && since <= OM_MAX_OPSET);
      CHECK(v == 0 || since > om_operator_version_since(op, v - 1));
    }
    CHECK_INTEGER(om_operator_version_since(op, -1), 0);
    CHECK_INTEGER(om_operator_version_since(op, versions), 0);

    for (int64_t r = 0; r < om_operator_reason_count(op); ++r)
      CHECK(status_of_reason(om_operator_reason(op, r)) > OM_OK);
    CHECK(om_operator_reason(op, -1) == NULL);
    CHECK(om_operator_reason(op, om_operator_reason_count(op)) == NULL);

    for (int64_t opset = 1; opset <= OM_MAX_OPSET; ++opset) operator_at_opset(op, opset);
    const int64_t no_opsets[] = {0, -1, OM_MAX_OPSET + 1, INT64_MIN, INT64_MAX};
    for (int o = 0; o < 5; ++o) {
      CHECK_INTEGER(om_operator_input_count(op, no_opsets[o]), 0);
      CHECK_INTEGER(om_operator_output_count(op, no_opsets[o]), 0);
      CHECK_INTEGER(om_operator_attribute_count(op, no_opsets[o]), 0);
      CHECK(om_operator_input_name(op, no_opsets[o], 0) == NULL);
    }
  }
  CHECK(om_operator_at(-1) == NULL);
  CHECK(om_operator_at(om_operator_count()) == NULL);
  CHECK(om_operator_find(NULL) == NULL);
  CHECK(om_operator_find("") == NULL);
  CHECK(om_operator_find("slice") == NULL);
  CHECK(om_operator_find("Slice ") == NULL);

  CHECK(om_operator_name(NULL) == NULL);
  CHECK_INTEGER(om_operator_kind_of(NULL), 0);
  CHECK_INTEGER(om_operator_is_exact(NULL), 0);
  CHECK_INTEGER(om_operator_type_count(NULL), 0);
  CHECK_INTEGER(om_operator_version_count(NULL), 0);
  CHECK_INTEGER(om_operator_version_since(NULL, 0), 0);
  CHECK_INTEGER(om_operator_input_count(NULL, 13), 0);
  CHECK(om_operator_input_name(NULL, 13, 0) == NULL);
  CHECK_INTEGER(om_operator_input_is_optional(NULL, 13, 0), 0);
  CHECK_INTEGER(om_operator_input_is_variadic(NULL, 13, 0), 0);
  CHECK_INTEGER(om_operator_input_accepts(NULL, 13, 0, OM_FLOAT32), 0);
  CHECK_INTEGER(om_operator_output_count(NULL, 13), 0);
  CHECK(om_operator_output_name(NULL, 13, 0) == NULL);
  CHECK_INTEGER(om_operator_output_is_optional(NULL, 13, 0), 0);
  CHECK_INTEGER(om_operator_output_is_variadic(NULL, 13, 0), 0);
  CHECK_INTEGER(om_operator_attribute_count(NULL, 13), 0);
  CHECK(om_operator_attribute_name(NULL, 13, 0) == NULL);
  CHECK_INTEGER(om_operator_attribute_kind(NULL, 13, 0), 0);
  CHECK_INTEGER(om_operator_attribute_is_required(NULL, 13, 0), 0);
  CHECK_INTEGER(om_operator_reason_count(NULL), 0);
  CHECK(om_operator_reason(NULL, 0) == NULL);
}

/* A few operators, fact by fact. */
static void known_facts(void) {
  const om_operator* slice = om_operator_find("Slice");
  CHECK_INTEGER(om_operator_kind_of(slice), OM_KIND_COPY);
  CHECK_INTEGER(om_operator_version_count(slice), 4);
  CHECK_INTEGER(om_operator_version_since(slice, 1), 10);
  CHECK_INTEGER(om_operator_input_count(slice, 9), 1);
  CHECK_INTEGER(om_operator_attribute_count(slice, 9), 3);
  CHECK_INTEGER(om_operator_input_count(slice, 10), 5);
  CHECK_INTEGER(om_operator_attribute_count(slice, 10), 0);
  CHECK_TEXT(om_operator_input_name(slice, 13, 4), "steps");
  CHECK_INTEGER(om_operator_input_is_optional(slice, 13, 2), 0);
  CHECK_INTEGER(om_operator_input_is_optional(slice, 13, 3), 1);
  CHECK_INTEGER(om_operator_input_accepts(slice, 13, 1, OM_INT32), 1);
  CHECK_INTEGER(om_operator_input_accepts(slice, 13, 1, OM_INT8), 0);
  CHECK_INTEGER(om_operator_type_count(slice), 26);

  const om_operator* concat = om_operator_find("Concat");
  CHECK_INTEGER(om_operator_input_is_variadic(concat, 13, 0), 1);
  CHECK_INTEGER(om_operator_attribute_is_required(concat, 3, 0), 0);
  CHECK_INTEGER(om_operator_attribute_is_required(concat, 4, 0), 1);
  CHECK_TEXT(om_operator_attribute_name(concat, 13, 0), "axis");
  CHECK_INTEGER(om_operator_attribute_kind(concat, 13, 0), OM_ATTRIBUTE_INT);

  CHECK_INTEGER(om_operator_output_is_variadic(om_operator_find("Split"), 18, 0), 1);
  CHECK_INTEGER(om_operator_output_count(om_operator_find("Dropout"), 13), 2);
  CHECK_INTEGER(om_operator_output_is_optional(om_operator_find("Dropout"), 13, 1), 1);
  CHECK_TEXT(om_operator_output_name(om_operator_find("TopK"), 24, 1), "Indices");
  CHECK_INTEGER(om_operator_kind_of(om_operator_find("Shape")), OM_KIND_CONSTANT);
  CHECK_INTEGER(om_operator_kind_of(om_operator_find("Squeeze")), OM_KIND_VIEW);
  CHECK_INTEGER(om_operator_kind_of(om_operator_find("ConstantOfShape")), OM_KIND_FILL);
  CHECK_INTEGER(om_operator_kind_of(om_operator_find("Range")), OM_KIND_GENERATE);
  CHECK_INTEGER(om_operator_kind_of(om_operator_find("NonZero")), OM_KIND_DATA_DEPENDENT);
  CHECK_INTEGER(om_operator_attribute_kind(om_operator_find("ConstantOfShape"), 9, 0), OM_ATTRIBUTE_TENSOR);
}

void test_facts(void) {
  versions_and_names();
  reasons();
  operators();
  known_facts();
}
