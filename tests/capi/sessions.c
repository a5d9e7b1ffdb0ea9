/* Sessions and plans: made, described, run in every way, shared by threads; and what they refuse. */
#include <pthread.h>
#include <string.h>

#include "check.h"

enum { thread_count = 4, rounds = 500 };

static om_session* no_session(void) { return (om_session*)(void*)untouched(); }
static om_plan* no_plan(void) { return (om_plan*)(void*)untouched(); }

static om_model* empty_model(void) {
  om_model* model = NULL;
  GIVES(om_model_create(&model, error_out));
  return model;
}

static void add_node(om_model* model, const char* op, const char* name, const char* first, const char* second,
                     const char* output, const om_attributes* attributes) {
  const char* const inputs[] = {first, second};
  GIVES(om_model_add_node(model, op, NULL, name, inputs, 2, &output, 1, attributes, error_out));
}

static void add_vector(om_model* model, const char* name, const int64_t* values, int64_t count) {
  om_tensor* tensor = vector_int64(values, count);
  GIVES(om_model_add_initializer(model, name, tensor, error_out));
  om_tensor_release(tensor);
}

static om_session* session_of(om_model* model) {
  om_session* session = no_session();
  GIVES(om_session_create(NULL, model, &session, error_out));
  CHECK(session != NULL && session != no_session());
  om_model_release(model);
  return session;
}

/* rows = flat matrix of x [N, 2, M], whose last axis comes first; shape = what Shape says of rows; picked =
 * rows[index]. */
static om_session* matrix_session(void) {
  om_model* model = empty_model();
  const char* const symbols[] = {"N", NULL, "M"};
  GIVES(om_model_add_input(model, "x", OM_FLOAT32, (const int64_t[]){-1, 2, -1}, symbols, 3, error_out));
  GIVES(om_model_add_input(model, "index", OM_INT64, (const int64_t[]){-1}, (const char* const[]){"N"}, 1, error_out));
  add_vector(model, "index", LIST(-1));
  om_attributes* perm = NULL;
  GIVES(om_attributes_create(&perm, error_out));
  GIVES(om_attributes_set_ints(perm, "perm", LIST(2, 0, 1), error_out));
  add_node(model, "Transpose", "turn", "x", NULL, "turned", perm);
  om_attributes_release(perm);
  add_node(model, "Flatten", "flatten", "turned", NULL, "rows", NULL);
  add_node(model, "Shape", "shape", "rows", NULL, "shape", NULL);
  add_node(model, "Gather", "pick", "rows", "index", "picked", NULL);
  add_node(model, "Identity", "nobody", "x", NULL, "unread", NULL);
  GIVES(om_model_add_output(model, "rows", OM_FLOAT32, (const int64_t[]){-1, -1}, NULL, 2, error_out));
  GIVES(om_model_add_output(model, "shape", 0, NULL, NULL, -1, error_out));
  GIVES(om_model_add_output(model, "picked", 0, NULL, NULL, -1, error_out));
  return session_of(model);
}

static void described(void) {
  om_session* session = matrix_session();
  CHECK_INTEGER(om_session_input_count(session), 2);
  CHECK_TEXT(om_session_input_name(session, 0), "x");
  CHECK_INTEGER(om_session_input_type(session, 0), OM_FLOAT32);
  CHECK_INTEGER(om_session_input_rank(session, 0), 3);
  CHECK_INTEGER(om_session_input_shape(session, 0)[0], -1);
  CHECK_INTEGER(om_session_input_shape(session, 0)[1], 2);
  CHECK_TEXT(om_session_input_symbol(session, 0, 0), "N");
  CHECK_TEXT(om_session_input_symbol(session, 0, 1), "");
  CHECK(om_session_input_symbol(session, 0, 3) == NULL);
  CHECK(om_session_input_symbol(session, 2, 0) == NULL);
  CHECK_INTEGER(om_session_input_is_optional(session, 0), 0);
  CHECK_INTEGER(om_session_input_is_optional(session, 1), 1);
  CHECK_INTEGER(om_session_find_input(session, "index"), 1);
  CHECK_INTEGER(om_session_find_input(session, "rows"), -1);
  CHECK_INTEGER(om_session_output_count(session), 3);
  CHECK_TEXT(om_session_output_name(session, 2), "picked");
  CHECK_INTEGER(om_session_output_type(session, 1), OM_INT64);
  CHECK_INTEGER(om_session_output_rank(session, 1), 1);
  CHECK_INTEGER(om_session_output_shape(session, 1)[0], 2);
  CHECK_INTEGER(om_session_find_output(session, "shape"), 1);
  CHECK_INTEGER(om_session_find_output(session, "x"), -1);

  CHECK(om_session_input_name(session, 2) == NULL && om_session_output_name(session, -1) == NULL);
  CHECK_INTEGER(om_session_input_type(session, 2), 0);
  CHECK_INTEGER(om_session_output_rank(session, 3), 0);
  CHECK(om_session_input_shape(session, 2) == NULL && om_session_output_shape(session, 3) == NULL);
  CHECK_INTEGER(om_session_input_count(NULL) + om_session_output_count(NULL), 0);
  CHECK_INTEGER(om_session_find_input(NULL, "x"), -1);
  CHECK_INTEGER(om_session_find_output(session, NULL), -1);
  om_session_release(session);
  om_session_release(NULL);
}

static void runs(void) {
  om_session* session = matrix_session();
  om_tensor* x = counting_floats(LIST(2, 2, 2));
  om_tensor* index = vector_int64(LIST(1, 0));
  om_tensor* outputs[3] = {NULL, NULL, NULL};
  GIVES(om_session_run(session, NULL, (const om_tensor* const[]){x, NULL}, 2, outputs, 3, error_out));
  CHECK_TENSOR(outputs[0], OM_FLOAT32, float, (0, 2, 4, 6, 1, 3, 5, 7), LIST(2, 4));
  CHECK_TENSOR(outputs[1], OM_INT64, int64_t, (2, 4), LIST(2));
  CHECK_TENSOR(outputs[2], OM_FLOAT32, float, (1, 3, 5, 7), LIST(1, 4));

  /* By name, in another order, with the optional input; outputs live longer than the session. */
  GIVES(om_session_run_named(session, NULL, (const char* const[]){"index", "x"}, (const om_tensor* const[]){index, x},
                             2, (const char* const[]){"picked", "shape"}, outputs, 2, error_out));
  om_session_release(session);
  om_tensor_release(x);
  om_tensor_release(index);
  CHECK_TENSOR(outputs[0], OM_FLOAT32, float, (1, 3, 5, 7, 0, 2, 4, 6), LIST(2, 4));
  CHECK_TENSOR(outputs[1], OM_INT64, int64_t, (2, 4), LIST(2));
}

static void runs_into(void) {
  om_session* session = matrix_session();
  om_tensor* x = counting_floats(LIST(1, 2, 3));
  const om_tensor* const inputs[] = {x, NULL};
  float rows[6] = {0};
  om_tensor* into[3] = {NULL, NULL, NULL};
  GIVES(om_tensor_borrow(NULL, OM_FLOAT32, LIST(3, 2), rows, sizeof rows, NULL, NULL, &into[0], error_out));
  into[1] = vector_int64(LIST(0, 0));
  into[2] = counting_floats(LIST(1, 2));
  GIVES(om_session_run_into(session, NULL, inputs, 2, into, 3, error_out));
  const float expected[] = {0, 3, 1, 4, 2, 5};
  CHECK(memcmp(rows, expected, sizeof rows) == 0);

  om_tensor* wrong = vector_int64(LIST(0, 0));
  om_tensor* short_one = vector_int64(LIST(0));
  om_tensor* view = NULL;
  GIVES(om_identity(NULL, into[1], &view, error_out));
  REFUSES("session.output_type",
          om_session_run_into(session, NULL, inputs, 2, (om_tensor* const[]){wrong, into[1], into[2]}, 3, error_out));
  REFUSES("session.output_shape", om_session_run_into(session, NULL, inputs, 2,
                                                      (om_tensor* const[]){into[0], short_one, into[2]}, 3, error_out));
  REFUSES("session.output_memory",
          om_session_run_into(session, NULL, inputs, 2, (om_tensor* const[]){into[0], view, into[2]}, 3, error_out));
  om_tensor* same = NULL;
  GIVES(om_tensor_borrow(NULL, OM_FLOAT32, LIST(1, 2), rows, 8, NULL, NULL, &same, error_out));
  REFUSES("session.output_memory",
          om_session_run_into(session, NULL, inputs, 2, (om_tensor* const[]){into[0], into[1], same}, 3, error_out));
  REFUSES("argument.null",
          om_session_run_into(session, NULL, inputs, 2, (om_tensor* const[]){into[0], NULL, into[2]}, 3, error_out));
  REFUSES("argument.count", om_session_run_into(session, NULL, inputs, 2, into, 2, error_out));
  om_tensor_release(same);
  om_tensor_release(view);
  om_tensor_release(short_one);
  om_tensor_release(wrong);
  om_tensor_release(into[0]);
  CHECK_TENSOR(into[1], OM_INT64, int64_t, (3, 2), LIST(2));
  CHECK_TENSOR(into[2], OM_FLOAT32, float, (2, 5), LIST(1, 2));
  om_tensor_release(x);
  om_session_release(session);
}

static void refused_runs(void) {
  om_session* session = matrix_session();
  om_tensor* x = counting_floats(LIST(2, 2, 2));
  om_tensor* index = vector_int64(LIST(1, 2));
  om_tensor* three = vector_int64(LIST(0, 0, 0));
  om_tensor* matrix = counting_floats(LIST(2, 2));
  om_tensor* out[3] = {untouched(), untouched(), untouched()};
#define RUN(...) om_session_run(session, NULL, (const om_tensor* const[]){__VA_ARGS__}, 2, out, 3, error_out)
  REFUSES("session.input_missing", RUN(NULL, index));
  CHECK(out[0] == NULL && out[1] == NULL && out[2] == NULL);
  REFUSES("session.input_type", RUN(three, NULL));
  REFUSES("session.input_shape", RUN(matrix, NULL));
  REFUSES("session.input_shape", RUN(x, three)); /* N is 2, not 3 */
  expect_node("pick");
  REFUSES("index.out_of_range", RUN(x, index));
  expect_node("");
  om_error* error = NULL;
  CHECK_INTEGER(om_session_run(session, NULL, (const om_tensor* const[]){x, index}, 2, out, 3, &error),
                OM_INVALID_INPUT);
  CHECK_TEXT(om_error_node(error), "pick");
  CHECK_TEXT(om_error_operator(error), "Gather");
  CHECK_TEXT(om_error_input(error), "indices");
  CHECK(strstr(om_error_message(error), "Gather 'pick': 'indices': ") == om_error_message(error));
  om_error_release(error);

  om_context* context = context_of_limit(16);
  expect_node("turn");
  REFUSES("memory.exhausted",
          om_session_run(session, context, (const om_tensor* const[]){x, NULL}, 2, out, 3, error_out));
  expect_node("");
  om_context_release(context);
  om_tensor* no_elements = NULL;
  GIVES(om_tensor_describe(OM_FLOAT32, LIST(2, 2, 2), &no_elements, error_out));
  REFUSES("argument.no_data", RUN(no_elements, NULL));
  om_tensor_release(no_elements);
  REFUSES("argument.count", om_session_run(session, NULL, (const om_tensor* const[]){x}, 1, out, 3, error_out));
  REFUSES("argument.count", om_session_run(session, NULL, (const om_tensor* const[]){x, NULL}, 2, out, 2, error_out));
  REFUSES("argument.null", om_session_run(NULL, NULL, NULL, 0, out, 3, error_out));

#define NAMED(name, tensor, output)                                                                               \
  om_session_run_named(session, NULL, (const char* const[]){"x", name}, (const om_tensor* const[]){x, tensor}, 2, \
                       (const char* const[]){output}, out, 1, error_out)
  REFUSES("session.input_unknown", NAMED("y", x, "rows"));
  REFUSES("session.input_repeated", NAMED("x", x, "rows"));
  REFUSES("session.output_unknown", NAMED("index", index, "x"));
  REFUSES("argument.null", NAMED("index", NULL, "rows"));
  REFUSES("argument.null", NAMED(NULL, index, "rows"));
#undef NAMED
#undef RUN
  om_tensor_release(matrix);
  om_tensor_release(three);
  om_tensor_release(index);
  om_tensor_release(x);
  om_session_release(session);
}

/* The text, up to its last zero byte, is read as a model, of which no session is made. */
static void refuse_file(const char* slug, const char* bytes, int64_t byte_count) {
  om_model* model = NULL;
  om_session* session = no_session();
  GIVES(om_model_read(NULL, bytes, byte_count, NULL, &model, error_out));
  REFUSES(slug, om_session_create(NULL, model, &session, error_out));
  CHECK(session == NULL);
  om_model_release(model);
}
#define refused_file(slug, text) refuse_file(slug, text, (int64_t)sizeof(text) - 1)

static void refused_models(void) {
  om_session* session = NULL;
  om_model* model = empty_model();
  add_node(model, "Identity", "again", "y", NULL, "x", NULL);
  add_node(model, "Identity", "first", "x", NULL, "y", NULL);
  session = no_session();
  expect_node("again");
  REFUSES("model.cycle", om_session_create(NULL, model, &session, error_out));
  expect_node("");
  CHECK(session == NULL);
  om_model_release(model);

  /* A constant that is wrong is told when the session is made, with its node. */
  model = empty_model();
  GIVES(om_model_add_input(model, "x", OM_FLOAT32, (const int64_t[]){2, 3}, NULL, 2, error_out));
  add_vector(model, "axes", LIST(0));
  add_node(model, "Squeeze", "squeeze", "x", "axes", "y", NULL);
  om_error* error = NULL;
  CHECK_INTEGER(om_session_create(NULL, model, &session, &error), OM_INVALID_MODEL);
  CHECK_TEXT(om_error_reason(error), "squeeze.extent_not_one");
  CHECK_TEXT(om_error_node(error), "squeeze");
  CHECK(session == NULL);
  om_error_release(error);
  om_model_release(model);
  REFUSES("argument.null", om_session_create(NULL, NULL, &session, error_out));

  model = empty_model();
  GIVES(om_model_add_output(model, "", 0, NULL, NULL, -1, error_out));
  REFUSES("model.name_missing", om_session_create(NULL, model, &session, error_out));
  om_model_release(model);

  /* Which inputs and outputs there are is checked also where nothing is known of the inputs. */
  const char* const inputs[] = {"", "x"};
  const char* const output = "y";
  model = empty_model();
  GIVES(om_model_add_input(model, "x", OM_INT64, NULL, NULL, -1, error_out));
  GIVES(om_model_add_node(model, "Reshape", NULL, "reshape", inputs, 2, &output, 1, NULL, error_out));
  expect_node("reshape");
  REFUSES("input.missing", om_session_create(NULL, model, &session, error_out));
  om_model_release(model);
  model = empty_model();
  GIVES(om_model_add_input(model, "x", OM_INT64, NULL, NULL, -1, error_out));
  GIVES(om_model_add_node(model, "Identity", NULL, "identity", inputs + 1, 1, NULL, 0, NULL, error_out));
  expect_node("identity");
  REFUSES("output.count", om_session_create(NULL, model, &session, error_out));
  expect_node("");
  om_model_release(model);

  /* What only a file can say: IR version 8, opset 13, and a graph. */
#define HEAD "\x08\x08\x42\x02\x10\x0d"
  refused_file("model.type_missing", HEAD
               "\x3a\x05\x5a\x03\x0a\x01"
               "x");
  refused_file("constant.sparse", HEAD
               "\x3a\x2a\x0a\x23\x12\x01"
               "y\x22\x08"
               "Constant\x2a\x14\x0a\x0c"
               "sparse_value\xa0\x01\x0b\xb2\x01\x00\x62\x03\x0a\x01"
               "y");
#undef HEAD
}

static void plans(void) {
  om_session* session = matrix_session();
  om_plan* plan = no_plan();
  GIVES(om_session_plan(session, NULL, 0, &plan, error_out));
  CHECK_INTEGER(om_plan_node_count(plan), 5);
  CHECK_TEXT(om_plan_node_operator(plan, 2), "Shape");
  CHECK_INTEGER(om_plan_node_kind(plan, 2), OM_PLAN_KERNEL); /* N and M are not known yet */
  CHECK_INTEGER(om_plan_node_output_shape(plan, 0, 0)[0], -1);
  CHECK_INTEGER(om_plan_node_output_shape(plan, 0, 0)[2], 2);
  CHECK(om_plan_node_output_constant(plan, 2, 0) == NULL);
  CHECK_INTEGER(om_plan_node_bytes(plan, 0), -1);
  om_plan_release(plan);

  om_tensor* x = NULL;
  GIVES(om_tensor_describe(OM_FLOAT32, LIST(5, 2, 3), &x, error_out));
  plan = no_plan();
  GIVES(om_session_plan(session, (const om_tensor* const[]){x, NULL}, 2, &plan, error_out));
  om_session_release(session);
  CHECK_TEXT(om_plan_node_name(plan, 0), "turn");
  CHECK_INTEGER(om_plan_node_kind(plan, 0), OM_PLAN_COPY);
  CHECK_TEXT(om_plan_node_kernel(plan, 0), "strided copy");
  CHECK_INTEGER(om_plan_node_bytes(plan, 0), 120);
  CHECK_INTEGER(om_plan_node_kind(plan, 1), OM_PLAN_VIEW);
  CHECK_INTEGER(om_plan_node_kind(plan, 2), OM_PLAN_CONSTANT);
  const int64_t* shape = om_tensor_data(om_plan_node_output_constant(plan, 2, 0));
  CHECK(shape != NULL && shape[0] == 3 && shape[1] == 10);
  CHECK_INTEGER(om_plan_node_kind(plan, 3), OM_PLAN_COPY);
  CHECK_INTEGER(om_plan_node_fused_into(plan, 3), -1);
  CHECK_INTEGER(om_plan_node_is_shaped_at_run_time(plan, 3), 0);
  CHECK_INTEGER(om_plan_node_is_data_dependent(plan, 3), 0);
  CHECK_INTEGER(om_plan_node_kind(plan, 4), OM_PLAN_UNUSED);
  CHECK_INTEGER(om_plan_node_output_count(plan, 3), 1);
  CHECK_TEXT(om_plan_node_output_name(plan, 3, 0), "picked");
  CHECK_INTEGER(om_plan_node_output_type(plan, 3, 0), OM_FLOAT32);
  CHECK_INTEGER(om_plan_node_output_rank(plan, 3, 0), 2);
  CHECK_INTEGER(om_plan_buffer_bytes(plan), 0); /* all that is made is given to the caller */

  CHECK(om_plan_node_name(plan, 5) == NULL && om_plan_node_operator(plan, -1) == NULL);
  CHECK(om_plan_node_kernel(plan, 5) == NULL && om_plan_node_output_name(plan, 0, 1) == NULL);
  CHECK_INTEGER(om_plan_node_kind(plan, 5), 0);
  CHECK_INTEGER(om_plan_node_fused_into(plan, 5), -1);
  CHECK_INTEGER(om_plan_node_output_type(plan, 0, 1), 0);
  CHECK(om_plan_node_output_shape(plan, 0, 1) == NULL);
  CHECK_INTEGER(om_plan_node_count(NULL) + om_plan_buffer_bytes(NULL), 0);
  om_plan_release(plan);
  om_plan_release(NULL);
  om_tensor_release(x);
}

/* What a session gave away is not written to, though the caller may have it as an output of an earlier run. */
static void keeps_its_own(void) {
  om_model* model = empty_model();
  GIVES(om_model_add_input(model, "x", OM_FLOAT32, (const int64_t[]){-1}, NULL, 1, error_out));
  add_node(model, "Shape", "shape", "x", NULL, "y", NULL);
  GIVES(om_model_add_output(model, "y", 0, NULL, NULL, -1, error_out));
  om_session* session = session_of(model);
  om_tensor* two = counting_floats(LIST(2));
  om_tensor* three = counting_floats(LIST(3));
  om_tensor* y = NULL;
  GIVES(om_session_run(session, NULL, (const om_tensor* const[]){two}, 1, &y, 1, error_out));
  REFUSES("session.output_memory",
          om_session_run_into(session, NULL, (const om_tensor* const[]){three}, 1, &y, 1, error_out));
  om_tensor_release(y);
  GIVES(om_session_run(session, NULL, (const om_tensor* const[]){two}, 1, &y, 1, error_out));
  CHECK_TENSOR(y, OM_INT64, int64_t, (2), LIST(1));
  om_tensor_release(three);
  om_tensor_release(two);
  om_session_release(session);
}

/* Strings of an attribute outlive the session in the outputs they went to. */
static void strings_outlive(void) {
  om_model* model = empty_model();
  GIVES(om_model_add_input(model, "shape", OM_INT64, (const int64_t[]){1}, NULL, 1, error_out));
  om_attributes* attributes = NULL;
  GIVES(om_attributes_create(&attributes, error_out));
  om_tensor* text = strings_of((const char* const[]){"a text that is too long to lie anywhere else"}, LIST(1));
  GIVES(om_attributes_set_tensor(attributes, "value", text, error_out));
  om_tensor_release(text);
  add_node(model, "ConstantOfShape", "fill", "shape", NULL, "y", attributes);
  om_attributes_release(attributes);
  GIVES(om_model_add_output(model, "y", 0, NULL, NULL, -1, error_out));
  om_session* session = session_of(model);
  om_tensor* shape = vector_int64(LIST(2));
  om_tensor* y = NULL;
  GIVES(om_session_run(session, NULL, (const om_tensor* const[]){shape}, 1, &y, 1, error_out));
  om_tensor_release(shape);
  om_session_release(session);
  int64_t length = 0;
  const char* bytes = om_tensor_string(y, 1, &length);
  CHECK(length == 44 && memcmp(bytes, "a text that is too long to lie anywhere else", 44) == 0);
  om_tensor_release(y);
}

/* An input with an initializer is described as it is declared, and what hangs on it as not known. */
static void optional_inputs(void) {
  om_model* model = empty_model();
  GIVES(om_model_add_input(model, "x", OM_INT64, (const int64_t[]){-1}, NULL, 1, error_out));
  add_vector(model, "x", LIST(7, 8));
  add_node(model, "Identity", "identity", "x", NULL, "y", NULL);
  GIVES(om_model_add_output(model, "y", 0, NULL, NULL, -1, error_out));
  om_session* session = session_of(model);
  CHECK_INTEGER(om_session_input_shape(session, 0)[0], -1);
  CHECK_INTEGER(om_session_output_shape(session, 0)[0], -1);
  om_tensor* y = NULL;
  GIVES(om_session_run(session, NULL, (const om_tensor* const[]){NULL}, 1, &y, 1, error_out));
  CHECK_TENSOR(y, OM_INT64, int64_t, (7, 8), LIST(2));
  om_session_release(session);
}

/* A session for data whose shape a run tells. */
static om_session* shared_session;
static om_tensor* shared_inputs[thread_count];

static void* run_many_times(void* argument) {
  int64_t* failed = argument;
  const om_tensor* input = shared_inputs[*failed];
  const int64_t extent = om_tensor_shape(input)[0];
  *failed = 0;
  for (int round = 0; round < rounds; ++round) {
    om_tensor* outputs[2] = {NULL, NULL};
    *failed += om_session_run(shared_session, NULL, &input, 1, outputs, 2, NULL) != OM_OK;
    *failed += om_tensor_element_count(outputs[0]) != 2 * extent;
    const float* last = om_tensor_data(outputs[0]);
    *failed += last == NULL || last[0] != (float)(2 * extent - 2);
    *failed += om_tensor_shape(outputs[1])[1] != 2 * extent - 1; /* only the first element is 0 */
    om_tensor_release(outputs[0]);
    om_tensor_release(outputs[1]);
  }
  return NULL;
}

static void shared_by_threads(void) {
  om_model* model = empty_model();
  GIVES(om_model_add_input(model, "x", OM_FLOAT32, (const int64_t[]){-1, 2}, NULL, 2, error_out));
  add_vector(model, "start", LIST(INT64_MAX));
  add_vector(model, "end", LIST(INT64_MIN));
  add_vector(model, "axis", LIST(0));
  add_vector(model, "step", LIST(-1));
  const char* const inputs[] = {"x", "start", "end", "axis", "step"};
  const char* const backward = "backward";
  GIVES(om_model_add_node(model, "Slice", NULL, "slice", inputs, 5, &backward, 1, NULL, error_out));
  add_node(model, "Tile", "tile", "backward", "ones", "tiled", NULL);
  add_vector(model, "ones", LIST(1, 1));
  add_node(model, "Identity", "identity", "tiled", NULL, "y", NULL);
  add_node(model, "NonZero", "nonzero", "x", NULL, "where", NULL);
  GIVES(om_model_add_output(model, "y", 0, NULL, NULL, -1, error_out));
  GIVES(om_model_add_output(model, "where", 0, NULL, NULL, -1, error_out));
  shared_session = session_of(model);
  int64_t results[thread_count];
  pthread_t threads[thread_count];
  for (int i = 0; i < thread_count; ++i) {
    results[i] = i;
    shared_inputs[i] = counting_floats(LIST(3 + i % 2, 2));
  }
  for (int i = 0; i < thread_count; ++i) {
    CHECK(pthread_create(&threads[i], NULL, run_many_times, &results[i]) == 0);
  }
  for (int i = 0; i < thread_count; ++i) CHECK(pthread_join(threads[i], NULL) == 0);
  for (int i = 0; i < thread_count; ++i) {
    CHECK_INTEGER(results[i], 0);
    om_tensor_release(shared_inputs[i]);
  }
  om_session_release(shared_session);
}

void test_sessions(void) {
  described();
  runs();
  runs_into();
  refused_runs();
  refused_models();
  plans();
  keeps_its_own();
  strings_outlive();
  optional_inputs();
  shared_by_threads();
}
