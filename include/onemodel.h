/* libonemodel: ONNX's shape and indexing operators behind a C ABI.
 *
 * Conventions
 * -----------
 * Status    Every function that can fail returns an om_status; OM_OK is 0. Its last parameter is an om_error**: NULL if
 *           the details are not wanted, else it receives NULL on success and an error on failure, which the caller
 *           releases with om_error_release. On failure every other out parameter is NULL. There is no "last error".
 * Handles   om_tensor, om_attributes, om_context, om_model, om_session, om_plan and om_error are opaque. Every T** out
 *           parameter is owned by the caller and is released with om_T_release, which accepts NULL. A pointer that is a
 *           return value is borrowed: its comment says for how long.
 * Values    An om_value is what an operator takes and gives. Today every value is a tensor; om_tensor is the same type
 *           under the name that functions use where they need a tensor.
 * Threads   Tensors, operators, sessions and plans are immutable: any number of threads may use one at the same time, and
 *           release it from any thread. Attributes, contexts and models may be used by many threads at the same time while
 *           none changes them. Errors belong to whoever received them.
 * Sizes     Extents, counts, indices and axes are int64_t and counted in elements, bytes where a name says bytes.
 * Shapes    A shape is `const int64_t* shape, int64_t rank`; rank 0 is a scalar with one element, and shape may then be
 *           NULL. Ranks go up to OM_MAX_RANK.
 * Arrays    An array of count 0 may be NULL. Where NULL means "not given", the comment says so.
 * Opsets    A named operator means the newest version of that operator up to opset OM_MAX_OPSET of the ai.onnx domain;
 *           om_op_invoke gives every operator at every opset.
 * Reasons   Besides the reasons listed at a function, every operator can fail with memory.exhausted, shape.overflow,
 *           shape.rank_limit and argument.*. om_operator_reason_* lists the reasons of an operator.
 */
#ifndef ONEMODEL_H
#define ONEMODEL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Constants --------------------------------------------------------------------------------------------------- */

/* Limits of the library. Since 0.1. */
enum {
  OM_MAX_RANK = 8,       /* the largest number of axes of a tensor */
  OM_MAX_OPSET = 28,     /* the newest opset of the ai.onnx domain that is known */
  OM_MAX_THREADS = 1024, /* the most threads of a context */
  OM_MIN_IR_VERSION = 3, /* the oldest and the newest version of ONNX's format that is read */
  OM_MAX_IR_VERSION = 14
};

/* What a function says of its success. Since 0.1. */
typedef int32_t om_status;
enum {
  OM_OK = 0,
  OM_INVALID_MODEL = 1,    /* a shape, type or attribute breaks the operator's rules */
  OM_INVALID_INPUT = 2,    /* an index lies outside its extent; what a session is fed is not what it declares */
  OM_UNSUPPORTED = 3,      /* ONNX allows it, this library does not do it */
  OM_INVALID_ARGUMENT = 4, /* the C API is used wrongly: a NULL handle, an unknown enumerator, a negative count */
  OM_OUT_OF_MEMORY = 5,    /* the memory cannot be had, or is more than the context allows */
  OM_IO = 6,               /* a file cannot be read or written */
  OM_INTERNAL = 7          /* a fault of this library */
};

/* Element types, numbered as in ONNX's TensorProto.DataType. Since 0.1. */
typedef int32_t om_type;
enum {
  OM_FLOAT32 = 1,
  OM_UINT8 = 2,
  OM_INT8 = 3,
  OM_UINT16 = 4,
  OM_INT16 = 5,
  OM_INT32 = 6,
  OM_INT64 = 7,
  OM_STRING = 8, /* byte strings, each with a length; zero bytes and any encoding are allowed */
  OM_BOOL = 9,   /* one byte, 0 or 1 */
  OM_FLOAT16 = 10,
  OM_FLOAT64 = 11,
  OM_UINT32 = 12,
  OM_UINT64 = 13,
  OM_COMPLEX64 = 14,  /* two float32: real, imaginary */
  OM_COMPLEX128 = 15, /* two float64: real, imaginary */
  OM_BFLOAT16 = 16,
  OM_FLOAT8E4M3FN = 17,
  OM_FLOAT8E4M3FNUZ = 18,
  OM_FLOAT8E5M2 = 19,
  OM_FLOAT8E5M2FNUZ = 20,
  OM_UINT4 = 21, /* the 4-bit and 2-bit types are packed as in ONNX: first element in the low bits, rows not padded */
  OM_INT4 = 22,
  OM_FLOAT4E2M1 = 23,
  OM_FLOAT8E8M0 = 24,
  OM_UINT2 = 25,
  OM_INT2 = 26
};

/* What an operator does to its elements. Since 0.1. */
typedef int32_t om_operator_kind;
enum {
  OM_KIND_CONSTANT = 1,       /* depends on the input's shape alone */
  OM_KIND_VIEW = 2,           /* the output shares the input's memory */
  OM_KIND_COPY = 3,           /* moves existing elements */
  OM_KIND_FILL = 4,           /* repeats one element */
  OM_KIND_GENERATE = 5,       /* makes new elements */
  OM_KIND_DATA_DEPENDENT = 6  /* the output's extents depend on the elements */
};

/* What an attribute holds. Since 0.1. */
typedef int32_t om_attribute_kind;
enum {
  OM_ATTRIBUTE_INT = 1,
  OM_ATTRIBUTE_INTS = 2,
  OM_ATTRIBUTE_FLOAT = 3,
  OM_ATTRIBUTE_FLOATS = 4,
  OM_ATTRIBUTE_STRING = 5,
  OM_ATTRIBUTE_STRINGS = 6,
  OM_ATTRIBUTE_TENSOR = 7
};

/* What a plan does for a node. Since 0.2. */
typedef int32_t om_plan_kind;
enum {
  OM_PLAN_CONSTANT = 1, /* its outputs are known already: nothing is done in a run */
  OM_PLAN_VIEW = 2,     /* its outputs are other tensors' memory under another shape: no byte moves */
  OM_PLAN_FUSED = 3,    /* its movement is part of the one pass that a later node makes: om_plan_node_fused_into */
  OM_PLAN_COPY = 4,     /* one pass of a strided copy, its own and that of the nodes fused into it */
  OM_PLAN_KERNEL = 5,   /* the operator's own kernel runs */
  OM_PLAN_UNUSED = 6    /* nobody reads its outputs: it is checked, but not run */
};

/* ---- Handles ----------------------------------------------------------------------------------------------------- */

typedef struct om_value om_value;           /* what an operator takes and gives; counted */
typedef struct om_value om_tensor;          /* a value that is a tensor */
typedef struct om_attributes om_attributes; /* the attributes of one call: names and what they hold */
typedef struct om_context om_context;       /* how calls are carried out: the memory they may use */
typedef struct om_error om_error;           /* why a call failed */
typedef struct om_operator om_operator;     /* facts of one operator; static, never released */
typedef struct om_model om_model;           /* a graph of nodes as ONNX has it, read or composed */
typedef struct om_session om_session;       /* a checked and planned model that can be run */
typedef struct om_plan om_plan;             /* what a session does for inputs of certain shapes */

/* Called once when borrowed memory is no longer needed, on whichever thread released it last. Must not throw. */
typedef void (*om_release_callback)(void* user_data);

/* DLPack's structure for exchanging tensors; its definition is in dlpack.h, which is not needed here. */
struct DLManagedTensorVersioned;

/* ---- Version, names ---------------------------------------------------------------------------------------------- */

/* The library's version as "major.minor.patch". Static. Since 0.1. */
const char* om_version(void);

/* The vector instructions that the library uses: "avx512", "avx2", "sse4" or "neon", the highest that the machine has, or
 * "plain" for none. Where the environment variable ONEMODEL_SIMD has one of these names when the library is first used, it
 * is no higher than that. Results are the same at every level. Static. Since 0.3. */
const char* om_simd_level(void);

/* The status's name as the corpus writes it ("InvalidModel"), or NULL if there is no such status. Static. Since 0.1. */
const char* om_status_name(om_status status);

/* The type's name as the corpus writes it ("float32", "int4", ...), or NULL if there is no such type. Static.
 * Since 0.1. */
const char* om_type_name(om_type type);

/* The type of that name, or 0 if there is none or name is NULL. Since 0.1. */
om_type om_type_from_name(const char* name);

/* Bits of one stored element: 2, 4, 8, 16, 32, 64 or 128; 0 for OM_STRING and for what is no type. Since 0.1. */
int64_t om_type_bits(om_type type);

/* The number of reasons a call can fail for. Since 0.1. */
int64_t om_reason_count(void);

/* The slug ("slice.step_zero"), status, and meaning of reason `index`, 0 <= index < om_reason_count(); NULL, OM_OK and
 * NULL outside. Static. Slugs are stable; the order is not. Since 0.1. */
const char* om_reason_slug(int64_t index);
om_status om_reason_status(int64_t index);
const char* om_reason_meaning(int64_t index);

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

/* The parts of an error. Text is one line of UTF-8, lives as long as the error, and is "" where it does not apply.
 * error NULL gives OM_OK and "". Since 0.1. */
om_status om_error_status(const om_error* error);
const char* om_error_reason(const om_error* error);   /* the stable slug, such as "slice.step_zero" */
const char* om_error_message(const om_error* error);  /* for people: operator, input and value */
const char* om_error_operator(const om_error* error); /* the operator's name, such as "Slice" */
const char* om_error_node(const om_error* error);     /* the name of the model's node, when a session reports */
const char* om_error_input(const om_error* error);    /* the name of the input or attribute at fault, such as "steps" */

/* Releases the error. NULL is accepted. Since 0.1. */
void om_error_release(om_error* error);

/* ---- Contexts ---------------------------------------------------------------------------------------------------- */

/* Makes a context with the default settings. Wherever a function takes a context, NULL means those defaults.
 * Since 0.1. */
om_status om_context_create(om_context** context, om_error** error);

/* Sets the most bytes that one result may have, and that all results and values of one run of a session may have at a
 * time; more is memory.exhausted. The default is the machine's physical memory. An element of a string tensor takes 16
 * bytes; the bytes of the strings count where they are made, not in results, which share them.
 * bytes >= 0. Fails with argument.null, argument.count. Since 0.1. */
om_status om_context_set_memory_limit(om_context* context, int64_t bytes, om_error** error);

/* The limit of this context (NULL: of the default one) in bytes. Since 0.1. */
int64_t om_context_memory_limit(const om_context* context);

/* Sets how many threads a call may use, the caller's own among them: 1 to OM_MAX_THREADS. The default is 1. Threads start
 * with the first call that is worth sharing, from about 2 MB of elements on, and sleep between calls. Results do not depend
 * on their number. When several threads call under one context at the same time, one call has the context's threads and
 * the others do their work alone. Fails with argument.null, argument.count. Since 0.3. */
om_status om_context_set_threads(om_context* context, int64_t threads, om_error** error);

/* The threads of this context (NULL: of the default one). Since 0.3. */
int64_t om_context_threads(const om_context* context);

/* Sets the most bytes of released results that the context keeps for later ones, as memory that is fresh from the system is
 * several times slower to write. Only results of 256 KB and more are kept, those longest unused go first; 0 keeps
 * none. The default is a 32nd of the machine's physical memory. bytes >= 0. Fails with argument.null, argument.count.
 * Since 0.3. */
om_status om_context_set_buffer_limit(om_context* context, int64_t bytes, om_error** error);

/* That limit for this context (NULL: for the default one) in bytes. Since 0.3. */
int64_t om_context_buffer_limit(const om_context* context);

/* Gives the memory that the context (NULL: the default one) keeps back to the system, and what the calling thread keeps for
 * small results, which is at most 512 KB. Any thread may call it at any time. Since 0.3. */
void om_context_release_buffers(const om_context* context);

/* Releases the context. Tensors made under it stay alive; memory that it keeps is given back to the system when the last of
 * them is released. NULL is accepted. Since 0.1. */
void om_context_release(om_context* context);

/* ---- Tensors ----------------------------------------------------------------------------------------------------- */

/* Makes a tensor with a copy of `data`, in row-major order and the machine's byte order.
 *   type       any element type but OM_STRING
 *   data       byte_count bytes; may be NULL for 0 bytes; need not be aligned
 *   byte_count exactly what type and shape need: elements * om_type_bits / 8, rounded up
 * Bool bytes other than 0 become 1; unused bits of a last packed byte become 0.
 * Fails with argument.null, argument.type, argument.count, argument.extent, argument.bytes, shape.overflow,
 * shape.rank_limit, memory.exhausted. Since 0.1. */
om_status om_tensor_create(const om_context* context, om_type type, const int64_t* shape, int64_t rank, const void* data,
                           int64_t byte_count, om_tensor** tensor, om_error** error);

/* Makes a tensor over the caller's memory, which must not change until `release` is called with `user_data`; release may
 * be NULL. Everything else as om_tensor_create, and data must be aligned to its element size (16-byte types to 8).
 * On failure release is not called. A bool tensor with bytes other than 0 and 1, or a packed one with unused bits
 * that are not 0, is copied instead, and its memory released before this returns. Fails as om_tensor_create does, and with
 * argument.bytes if data is not aligned.
 * Since 0.1. */
om_status om_tensor_borrow(const om_context* context, om_type type, const int64_t* shape, int64_t rank, const void* data,
                           int64_t byte_count, om_release_callback release, void* user_data, om_tensor** tensor,
                           om_error** error);

/* Makes a string tensor with copies of `count` byte strings, of which `strings[i]` has lengths[i] bytes (and may be NULL
 * for 0). lengths NULL means that each string ends at its first zero byte. count must be the shape's element count.
 * Fails with argument.null, argument.count, argument.extent, argument.bytes, shape.overflow, shape.rank_limit,
 * memory.exhausted. Since 0.1. */
om_status om_tensor_create_strings(const om_context* context, const int64_t* shape, int64_t rank,
                                   const char* const* strings, const int64_t* lengths, int64_t count, om_tensor** tensor,
                                   om_error** error);

/* Makes a tensor that has a type and a shape but no elements, for om_op_infer. Running an operator on it is
 * argument.no_data. Fails with argument.type, argument.count, argument.extent, argument.null, shape.overflow,
 * shape.rank_limit. Since 0.1. */
om_status om_tensor_describe(om_type type, const int64_t* shape, int64_t rank, om_tensor** tensor, om_error** error);

/* Takes over a DLPack tensor (version 1.x, CPU). A row-major tensor that is aligned is borrowed, and `managed`'s deleter
 * called when it is no longer needed; any other strides are copied to row-major order and the deleter called at once.
 * Exchanged types: bool, integers of 8 to 64 bits, float16, bfloat16, float32, float64, complex64, complex128, and
 * float8 types that DLPack names. On failure `managed` stays the caller's.
 * Fails with argument.null, argument.dlpack, argument.extent, dlpack.unsupported, shape.overflow, shape.rank_limit,
 * memory.exhausted. Since 0.1. */
om_status om_tensor_from_dlpack(const om_context* context, struct DLManagedTensorVersioned* managed, om_tensor** tensor,
                                om_error** error);

/* Gives the tensor as a read-only DLPack tensor (version 1.0, CPU, row-major) without a copy; it keeps the memory alive
 * until the receiver calls its deleter. Fails with argument.null, argument.no_data, dlpack.unsupported (strings and
 * packed types), memory.exhausted. Since 0.1. */
om_status om_tensor_to_dlpack(const om_tensor* tensor, struct DLManagedTensorVersioned** managed, om_error** error);

/* The tensor's element type; 0 for NULL. Since 0.1. */
om_type om_tensor_type(const om_tensor* tensor);

/* The tensor's number of axes; 0 for NULL. Since 0.1. */
int64_t om_tensor_rank(const om_tensor* tensor);

/* The tensor's extents, om_tensor_rank many; lives as long as the tensor. Never NULL for a tensor. An extent of a tensor
 * made by om_op_infer is -1 where it depends on the elements. Since 0.1. */
const int64_t* om_tensor_shape(const om_tensor* tensor);

/* The product of the extents; 1 for rank 0; -1 if an extent is -1; 0 for NULL. Since 0.1. */
int64_t om_tensor_element_count(const om_tensor* tensor);

/* The bytes at om_tensor_data; 0 for strings, descriptions and NULL. Since 0.1. */
int64_t om_tensor_byte_count(const om_tensor* tensor);

/* The elements in row-major order, aligned to their size; lives as long as the tensor. NULL for strings, descriptions
 * and NULL; may be NULL for 0 bytes. A view has the pointer of its base. Since 0.1. */
const void* om_tensor_data(const om_tensor* tensor);

/* Element `index` (row-major) of a string tensor: its bytes, not ended by a zero byte, which live as long as the tensor.
 * *length receives their number. NULL and 0 if tensor is no string tensor or index lies outside. Never NULL otherwise.
 * Since 0.1. */
const char* om_tensor_string(const om_tensor* tensor, int64_t index, int64_t* length);

/* Adds an owner, who must release it, too. NULL is accepted. Since 0.1. */
void om_tensor_retain(om_tensor* tensor);
void om_value_retain(om_value* value);

/* Gives up one ownership; the last one frees the tensor. A view keeps the memory it shares alive. NULL is accepted.
 * Since 0.1. */
void om_tensor_release(om_tensor* tensor);
void om_value_release(om_value* value);

/* ---- Attributes -------------------------------------------------------------------------------------------------- */

/* Makes an empty set of attributes. Since 0.1. */
om_status om_attributes_create(om_attributes** attributes, om_error** error);

/* Sets the attribute `name` (ended by a zero byte), in place of an earlier one of that name. Values are copied; a tensor
 * is retained. Strings need not be ended by a zero byte; lengths NULL means that each of several strings ends at its first
 * one. Fail with argument.null, argument.count, memory.exhausted. Since 0.1. */
om_status om_attributes_set_int(om_attributes* attributes, const char* name, int64_t value, om_error** error);
om_status om_attributes_set_ints(om_attributes* attributes, const char* name, const int64_t* values, int64_t count,
                                 om_error** error);
om_status om_attributes_set_float(om_attributes* attributes, const char* name, float value, om_error** error);
om_status om_attributes_set_floats(om_attributes* attributes, const char* name, const float* values, int64_t count,
                                   om_error** error);
om_status om_attributes_set_string(om_attributes* attributes, const char* name, const char* bytes, int64_t length,
                                   om_error** error);
om_status om_attributes_set_strings(om_attributes* attributes, const char* name, const char* const* strings,
                                    const int64_t* lengths, int64_t count, om_error** error);
om_status om_attributes_set_tensor(om_attributes* attributes, const char* name, om_tensor* value, om_error** error);

/* Releases the attributes. NULL is accepted. Since 0.1. */
void om_attributes_release(om_attributes* attributes);

/* ---- Any operator at any opset ----------------------------------------------------------------------------------- */

/* Runs operator `op` ("Slice") as it is at `opset`, with inputs and attributes exactly as ONNX has them there.
 *   opset        1 to OM_MAX_OPSET; the operator's newest version up to it is meant
 *   inputs       input_count values in ONNX's order; NULL for an optional input that is not given. A variadic input
 *                (Concat) takes the rest
 *   attributes   NULL for none
 *   outputs      receives output_count values in ONNX's order, owned by the caller; an optional output after the last
 *                wanted one is left away by a smaller output_count
 * Fails with operator.*, opset.unsupported, input.*, output.count, attribute.* and the operator's own reasons.
 * Since 0.1. */
om_status om_op_invoke(const om_context* context, const char* op, int64_t opset, const om_value* const* inputs,
                       int64_t input_count, const om_attributes* attributes, om_value** outputs, int64_t output_count,
                       om_error** error);

/* Says what om_op_invoke would give, without running it: outputs receives tensors without elements (om_tensor_type,
 * om_tensor_rank and om_tensor_shape tell) that the caller releases. Inputs may be made by om_tensor_describe; those whose
 * elements decide the shape (Slice's starts, Reshape's shape, TopK's k, ...) must have them, else it fails with
 * input.value_needed. An extent that only running can tell (NonZero of a tensor without elements) is -1; a tensor with
 * such an extent cannot be an input here (input.value_needed). All checks that do not need further elements are made.
 * Fails as om_op_invoke does, but not with memory.exhausted. Since 0.1. */
om_status om_op_infer(const om_context* context, const char* op, int64_t opset, const om_value* const* inputs,
                      int64_t input_count, const om_attributes* attributes, om_value** outputs, int64_t output_count,
                      om_error** error);

/* ---- Facts of the operators -------------------------------------------------------------------------------------- */

/* The number of operators, and each: 0 <= index < om_operator_count(), in the order of the specification; NULL outside.
 * Static. Since 0.1. */
int64_t om_operator_count(void);
const om_operator* om_operator_at(int64_t index);

/* The operator of that name, or NULL. Static. Since 0.1. */
const om_operator* om_operator_find(const char* name);

/* Its ONNX name; its kind; 1 if its results are bit-identical everywhere (all of them are), else 0. For NULL: NULL, 0, 0.
 * Since 0.1. */
const char* om_operator_name(const om_operator* op);
om_operator_kind om_operator_kind_of(const om_operator* op);
int32_t om_operator_is_exact(const om_operator* op);

/* Its versions: their number, and the opset in which version `index` came, ascending; 0 outside. Since 0.1. */
int64_t om_operator_version_count(const om_operator* op);
int64_t om_operator_version_since(const om_operator* op, int64_t index);

/* The inputs at `opset`: their number, and of input `index` its ONNX name, whether it may be absent, whether it stands for
 * one or more inputs (it is then the last), and whether elements of `type` are accepted. 0 and NULL where there is no such
 * operator, opset or input. Since 0.1. */
int64_t om_operator_input_count(const om_operator* op, int64_t opset);
const char* om_operator_input_name(const om_operator* op, int64_t opset, int64_t index);
int32_t om_operator_input_is_optional(const om_operator* op, int64_t opset, int64_t index);
int32_t om_operator_input_is_variadic(const om_operator* op, int64_t opset, int64_t index);
int32_t om_operator_input_accepts(const om_operator* op, int64_t opset, int64_t index, om_type type);

/* The outputs at `opset`, in the same way. Since 0.1. */
int64_t om_operator_output_count(const om_operator* op, int64_t opset);
const char* om_operator_output_name(const om_operator* op, int64_t opset, int64_t index);
int32_t om_operator_output_is_optional(const om_operator* op, int64_t opset, int64_t index);
int32_t om_operator_output_is_variadic(const om_operator* op, int64_t opset, int64_t index);

/* The attributes at `opset`: their number, and of attribute `index` its name, kind and whether it must be given. 0 and
 * NULL where there is none. Since 0.1. */
int64_t om_operator_attribute_count(const om_operator* op, int64_t opset);
const char* om_operator_attribute_name(const om_operator* op, int64_t opset, int64_t index);
om_attribute_kind om_operator_attribute_kind(const om_operator* op, int64_t opset, int64_t index);
int32_t om_operator_attribute_is_required(const om_operator* op, int64_t opset, int64_t index);

/* The number of element types that the input, or tensor attribute, that accepts most of them accepts. Since 0.1. */
int64_t om_operator_type_count(const om_operator* op);

/* The reasons of its own rules (those that every operator can fail for are not among them): their number, and the slug of
 * each; NULL outside. Static. Since 0.1. */
int64_t om_operator_reason_count(const om_operator* op);
const char* om_operator_reason(const om_operator* op, int64_t index);

/* ---- The operators, at their newest version ---------------------------------------------------------------------- */
/* Each takes its tensors in ONNX's order, then shape-like inputs as int64_t arrays, then attributes, then outputs. Inputs
 * stay the caller's. Results are new tensors owned by the caller; those of views share the input's memory. */

/* Shape-25: the extents of axes [start, end) of `data` as an int64 vector.
 *   data  any type and shape
 *   start, end  negative values count from the end, then both are clamped to [0, rank]; INT64_MAX as end means all;
 *         start past end gives an empty vector
 * Since 0.1. */
om_status om_shape(const om_context* context, const om_tensor* data, int64_t start, int64_t end, om_tensor** shape,
                   om_error** error);

/* Size-25: the number of elements of `data` as an int64 scalar.
 *   data  any type and shape
 * Since 0.1. */
om_status om_size(const om_context* context, const om_tensor* data, om_tensor** size, om_error** error);

/* Squeeze-25: `data` without the axes listed, each of extent 1. A view.
 *   axes  axes_count axes in [-rank, rank), none twice; NULL with axes_count 0 removes every axis of extent 1, whereas a
 *         non-NULL axes with axes_count 0 removes none
 * Fails with axis.out_of_range, axis.repeated, squeeze.extent_not_one. Since 0.1. */
om_status om_squeeze(const om_context* context, const om_tensor* data, const int64_t* axes, int64_t axes_count,
                     om_tensor** squeezed, om_error** error);

/* Unsqueeze-25: `data` with axes of extent 1 put in. A view.
 *   axes  axes_count axes of the output, in [-r, r) with r = rank + axes_count, none twice, in any order
 * Fails with axis.out_of_range, axis.repeated, shape.rank_limit. Since 0.1. */
om_status om_unsqueeze(const om_context* context, const om_tensor* data, const int64_t* axes, int64_t axes_count,
                       om_tensor** expanded, om_error** error);

/* Flatten-25: `input` as a matrix: the axes before `axis` make the rows, the others the columns. A view.
 *   axis  in [-rank, rank]; 0 gives [1, size]
 * Fails with axis.out_of_range. Since 0.1. */
om_status om_flatten(const om_context* context, const om_tensor* input, int64_t axis, om_tensor** output, om_error**
                     error);

/* Reshape-25: `data` with another shape of as many elements. A view.
 *   shape      shape_count extents; at most one -1, which is worked out; 0 copies the input's extent of that axis
 *   allowzero  not 0: 0 means an extent of 0; 0 and -1 together are then refused
 * Fails with reshape.*, shape.rank_limit. Since 0.1. */
om_status om_reshape(const om_context* context, const om_tensor* data, const int64_t* shape, int64_t shape_count,
                     int32_t allowzero, om_tensor** reshaped, om_error** error);

/* Identity-25: `input` itself. A view.
 *   input  any type and shape
 * Since 0.1. */
om_status om_identity(const om_context* context, const om_tensor* input, om_tensor** output, om_error** error);

/* Dropout-22 in inference: `output` is `data`, a view, and `mask` is all true.
 *   ratio          not read: nothing is dropped; float16, bfloat16, float32, float64 or float8; NULL for none
 *   training_mode  bool scalar; true is refused; NULL means false
 *   mask           receives a bool tensor of data's shape; NULL if not wanted
 *   The attribute seed has no effect in inference and is left away.
 * Fails with dropout.training, input.type, input.not_scalar. Since 0.1. */
om_status om_dropout(const om_context* context, const om_tensor* data, const om_tensor* ratio, const om_tensor*
                     training_mode, om_tensor** output, om_tensor** mask, om_error** error);

/* Transpose-25: axis i of the result is axis perm[i] of `data`.
 *   perm  perm_count = rank axes, each of 0 .. rank-1 once; NULL reverses the axes
 * Fails with transpose.perm_length, transpose.perm_value. Since 0.1. */
om_status om_transpose(const om_context* context, const om_tensor* data, const int64_t* perm, int64_t perm_count,
                       om_tensor** transposed, om_error** error);

/* Concat-13: the inputs joined along `axis`.
 *   inputs  input_count >= 1 tensors of one type and rank >= 1 that agree in every extent but that of axis
 *   axis    in [-rank, rank)
 * Fails with input.missing, input.rank, input.type_mismatch, concat.*, axis.out_of_range. Since 0.1. */
om_status om_concat(const om_context* context, const om_tensor* const* inputs, int64_t input_count, int64_t axis,
                    om_tensor** concat_result, om_error** error);

/* Split-18: `input` cut along `axis` into output_count parts.
 *   split    split_count = output_count sizes that add up to the extent; NULL cuts into parts of ceil(extent / output_count),
 *            the last one taking the rest
 *   axis     in [-rank, rank)
 *   outputs  array that receives output_count >= 1 tensors
 * Fails with split.*, axis.out_of_range, output.count, input.rank. Since 0.1. */
om_status om_split(const om_context* context, const om_tensor* input, const int64_t* split, int64_t split_count, int64_t
                   axis, om_tensor** outputs, int64_t output_count, om_error** error);

/* Slice-13: of each axis listed, the elements start, start + step, ... before end.
 *   starts, ends  count values; negative ones count from the end, then they are clamped to the axis. With a negative step
 *                 an end of INT32_MAX or INT64_MAX means "to the beginning"
 *   axes          count axes in [-rank, rank), none twice; NULL means 0 .. count-1
 *   steps         count steps, none 0, negative ones go backward; NULL means 1
 * Fails with slice.step_zero, slice.length_mismatch, axis.out_of_range, axis.repeated. Since 0.1. */
om_status om_slice(const om_context* context, const om_tensor* data, const int64_t* starts, const int64_t* ends, const
                   int64_t* axes, const int64_t* steps, int64_t count, om_tensor** output, om_error** error);

/* Expand-13: `input` broadcast, both ways, against `shape`.
 *   shape  shape_count extents, none negative; each equals the input's, or one of the two is 1
 * Fails with expand.extent_negative, broadcast.mismatch, shape.rank_limit. Since 0.1. */
om_status om_expand(const om_context* context, const om_tensor* input, const int64_t* shape, int64_t shape_count,
                    om_tensor** output, om_error** error);

/* Tile-13: `input` repeated repeats[i] times along axis i.
 *   repeats  repeats_count = rank numbers, none negative; 0 gives an empty axis
 * Fails with tile.repeats_length, tile.repeat_negative. Since 0.1. */
om_status om_tile(const om_context* context, const om_tensor* input, const int64_t* repeats, int64_t repeats_count,
                  om_tensor** output, om_error** error);

/* Gather-13: the slices of `data` along `axis` that `indices` names; the indices' shape takes the axis's place.
 *   data     rank >= 1
 *   indices  int32 or int64, any shape, in [-extent, extent)
 *   axis     in [-rank, rank)
 * Fails with index.out_of_range, axis.out_of_range, input.rank, input.type. Since 0.1. */
om_status om_gather(const om_context* context, const om_tensor* data, const om_tensor* indices, int64_t axis,
                    om_tensor** output, om_error** error);

/* GatherElements-13: for each position of `indices`, the element of `data` at that position with the coordinate on
 * `axis` replaced by the index.
 *   data     rank >= 1
 *   indices  int32 or int64, of data's rank; off the axis its extents are at most data's; values in [-extent, extent)
 *   axis     in [-rank, rank)
 * Fails with gather_elements.*, index.out_of_range, axis.out_of_range, input.rank. Since 0.1. */
om_status om_gather_elements(const om_context* context, const om_tensor* data, const om_tensor* indices, int64_t axis,
                             om_tensor** output, om_error** error);

/* GatherND-13: the slices of `data` at the coordinates that the last axis of `indices` holds.
 *   data        rank r >= 1
 *   indices     int64, rank q >= 1, its last extent in [1, r - batch_dims]; values in [-extent, extent)
 *   batch_dims  in [0, min(q, r)): that many leading axes of both are walked together and must be equal
 * Fails with gather_nd.*, index.out_of_range, input.rank. Since 0.1. */
om_status om_gather_nd(const om_context* context, const om_tensor* data, const om_tensor* indices, int64_t batch_dims,
                       om_tensor** output, om_error** error);

/* ScatterND-18: `data` with `updates` written, in order, at the coordinates that `indices` holds.
 *   data       rank r >= 1
 *   indices    int64, rank q >= 1, its last extent k in [0, r]; values in [-extent, extent)
 *   updates    data's type, shape indices.shape[:-1] + data.shape[k:]
 *   reduction  "none", "add", "mul", "max" or "min"; NULL means "none". Reductions take numbers of 8 to 64 bits, float16,
 *              bfloat16 and bool
 * Fails with scatter_nd.*, index.out_of_range, input.rank. Since 0.1. */
om_status om_scatter_nd(const om_context* context, const om_tensor* data, const om_tensor* indices, const om_tensor*
                        updates, const char* reduction, om_tensor** output, om_error** error);

/* Pad-25: `data` with elements put before and after each axis listed, or removed where a pad is negative.
 *   pads            pads_count = 2 * number of axes: all begins, then all ends
 *   constant_value  scalar of data's type for mode "constant"; NULL means 0, false or ""
 *   axes            axes_count axes in [-rank, rank), none twice; NULL with axes_count 0 means all
 *   mode            "constant", "reflect", "edge" or "wrap"; NULL means "constant"
 * Fails with pad.*, axis.out_of_range, axis.repeated, input.type_mismatch, input.not_scalar. Since 0.1. */
om_status om_pad(const om_context* context, const om_tensor* data, const int64_t* pads, int64_t pads_count, const
                 om_tensor* constant_value, const int64_t* axes, int64_t axes_count, const char* mode, om_tensor**
                 output, om_error** error);

/* ConstantOfShape-25: a tensor of that shape with one element repeated.
 *   shape  shape_count extents, none negative
 *   value  one element of any type; NULL means float32 0
 * Fails with constant_of_shape.*, shape.rank_limit. Since 0.1. */
om_status om_constant_of_shape(const om_context* context, const int64_t* shape, int64_t shape_count, const om_tensor*
                               value, om_tensor** output, om_error** error);

/* Range-27: start, start + delta, ... before limit, as a vector.
 *   start, limit, delta  scalars of one type: float32, float64, int16, int32, int64, float16 or bfloat16
 *   stash_type           1: float16 and bfloat16 are computed in float32; other values are refused for these
 * Fails with range.*, input.not_scalar, input.type, input.type_mismatch. Since 0.1. */
om_status om_range(const om_context* context, const om_tensor* start, const om_tensor* limit, const om_tensor* delta,
                   int64_t stash_type, om_tensor** output, om_error** error);

/* OneHot-11: a new axis of extent `depth`, on where its coordinate is the index and off elsewhere.
 *   indices  any numeric type and shape; an index outside [-depth, depth) turns nothing on
 *   depth    >= 0
 *   values   [off, on], any type
 *   axis     of the output, in [-r-1, r] with r the rank of indices
 * Fails with one_hot.*, axis.out_of_range, shape.rank_limit. Since 0.1. */
om_status om_one_hot(const om_context* context, const om_tensor* indices, int64_t depth, const om_tensor* values,
                     int64_t axis, om_tensor** output, om_error** error);

/* Trilu-14: the last two axes as matrices, of which the upper or lower triangle is kept and the rest 0 (false, "").
 *   input  rank >= 2
 *   k      the diagonal the triangle starts at: 0 the main one, above it positive, below it negative
 *   upper  not 0: keep the upper triangle; 0: the lower
 * Fails with input.rank. Since 0.1. */
om_status om_trilu(const om_context* context, const om_tensor* input, int64_t k, int32_t upper, om_tensor** output,
                   om_error** error);

/* NonZero-13: the coordinates of the elements that are not 0, in row-major order, as int64 [max(rank, 1), count].
 *   x  any type and shape. -0.0 is zero, NaN is not; a string is zero when empty; a scalar counts as a vector of one
 * Since 0.1. */
om_status om_non_zero(const om_context* context, const om_tensor* x, om_tensor** y, om_error** error);

/* TopK-24: along `axis`, the k largest or smallest elements in order, and their int64 positions.
 *   x        integers of 8 to 64 bits, float16, bfloat16, float32, float64. Equal elements keep their order; NaN is above all
 *   k        in [0, extent of axis]
 *   axis     in [-rank, rank)
 *   largest  not 0: largest first; 0: smallest first
 *   sorted   no effect: the result is always sorted
 * Fails with topk.*, axis.out_of_range, input.type. Since 0.1. */
om_status om_topk(const om_context* context, const om_tensor* x, int64_t k, int64_t axis, int32_t largest, int32_t
                  sorted, om_tensor** values, om_tensor** indices, om_error** error);

/* ---- ONNX's files ------------------------------------------------------------------------------------------------ */
/* What is read is not trusted: sizes are checked before memory is taken, and nothing outside the model's own folder is
 * opened. Domain "ai.onnx" and domain "" are one. */

/* Reads a model from a file in ONNX's protobuf format. Tensors with external data are read from files in the folder of the
 * model, or in folders inside it.
 *   context  its memory limit bounds every tensor, and the file; NULL for the default
 *   path     ended by a zero byte; UTF-8
 * The operators are not looked at yet, om_session_create does that.
 * Fails with io.file, model.malformed, model.ir_version, model.tensor, model.external_data, model.unsupported,
 * memory.exhausted. Since 0.2. */
om_status om_model_read_file(const om_context* context, const char* path, om_model** model, om_error** error);

/* Reads a model from byte_count bytes, which are not needed afterwards.
 *   external_folder  where external data lies; NULL: a tensor with external data is model.external_data
 * Fails as om_model_read_file does. Since 0.2. */
om_status om_model_read(const om_context* context, const void* bytes, int64_t byte_count, const char* external_folder,
                        om_model** model, om_error** error);

/* Gives the model in ONNX's protobuf format as a uint8 vector; all tensors are inside. Fails with argument.null,
 * memory.exhausted (also for more than 2^31-1 bytes, which protobuf cannot hold), and model.unsupported if the model was
 * read with attributes that are not kept: graphs, sparse tensors, types. Since 0.2. */
om_status om_model_write(const om_model* model, om_tensor** bytes, om_error** error);

/* Writes the model to a file, in place of an earlier one of that name. Fails with io.file and as om_model_write does.
 * Since 0.2. */
om_status om_model_write_file(const om_model* model, const char* path, om_error** error);

/* Reads a tensor from byte_count bytes of ONNX's TensorProto, of any element type. Fails with model.malformed,
 * model.tensor, model.external_data, memory.exhausted. Since 0.2. */
om_status om_tensor_read(const om_context* context, const void* bytes, int64_t byte_count, om_tensor** tensor,
                         om_error** error);

/* Gives the tensor as ONNX's TensorProto of that name ("" or NULL for none) as a uint8 vector. Fails with argument.null,
 * argument.no_data, memory.exhausted. Since 0.2. */
om_status om_tensor_write(const om_tensor* tensor, const char* name, om_tensor** bytes, om_error** error);

/* ---- Composing a model ------------------------------------------------------------------------------------------- */
/* Names are UTF-8, ended by a zero byte, and copied. The order of nodes does not matter. What is wrong with the whole, a
 * value that nobody makes, a cycle, is said by om_session_create. */

/* Makes an empty model of the newest IR version that imports opset OM_MAX_OPSET of ai.onnx. Since 0.2. */
om_status om_model_create(om_model** model, om_error** error);

/* Sets the version that the model imports of a domain ("" or NULL: ai.onnx). Fails with argument.null, argument.count
 * (version < 1). Since 0.2. */
om_status om_model_set_opset(om_model* model, const char* domain, int64_t version, om_error** error);

/* Sets the version of ONNX's format, OM_MIN_IR_VERSION to OM_MAX_IR_VERSION. Fails with argument.null, model.ir_version.
 * Since 0.2. */
om_status om_model_set_ir_version(om_model* model, int64_t version, om_error** error);

/* Adds an input that is fed in each run. Inputs are numbered in the order they are added.
 *   shape    extents, -1 where one is not known; rank -1: not even the rank is known
 *   symbols  for each axis a name that the extents of all inputs share, or NULL for none; NULL for none at all
 * Fails with argument.null, argument.type, argument.extent, argument.count, shape.rank_limit. Since 0.2. */
om_status om_model_add_input(om_model* model, const char* name, om_type type, const int64_t* shape,
                             const char* const* symbols, int64_t rank, om_error** error);

/* Adds an output: the name of a value that a node makes, or of an input or initializer.
 *   type, shape, symbols, rank  as for inputs, and checked where they are known; type 0 where it is not declared
 * Fails as om_model_add_input does. Since 0.2. */
om_status om_model_add_output(om_model* model, const char* name, om_type type, const int64_t* shape,
                              const char* const* symbols, int64_t rank, om_error** error);

/* Adds a constant, which is retained. One that has the name of an input is what the input is when it is not fed.
 * Fails with argument.null, argument.no_data. Since 0.2. */
om_status om_model_add_initializer(om_model* model, const char* name, om_tensor* tensor, om_error** error);

/* Adds a node.
 *   op          the operator's name, such as "Slice"
 *   domain      its domain; "" or NULL: ai.onnx
 *   name        the node's name, which errors tell; "" or NULL for none
 *   inputs      input_count names of values in ONNX's order; "" or NULL for an optional input that is not given
 *   outputs     output_count names in ONNX's order; "" or NULL for an output that is not wanted
 *   attributes  copied; NULL for none
 * Fails with argument.null, argument.count, argument.no_data. Since 0.2. */
om_status om_model_add_node(om_model* model, const char* op, const char* domain, const char* name,
                            const char* const* inputs, int64_t input_count, const char* const* outputs,
                            int64_t output_count, const om_attributes* attributes, om_error** error);

/* Releases the model. Sessions made from it stay alive. NULL is accepted. Since 0.2. */
void om_model_release(om_model* model);

/* ---- Sessions ---------------------------------------------------------------------------------------------------- */

/* Checks the model, sorts its nodes and plans them: what is known is computed now, views and chains of movements are
 * composed, memory is laid out. The model is not needed afterwards.
 *   context  its memory limit bounds what planning computes; NULL for the default
 * Fails with model.*, operator.*, opset.unsupported, and with what the operators refuse where that is known already; the
 * error names the node. Since 0.2. */
om_status om_session_create(const om_context* context, const om_model* model, om_session** session, om_error** error);

/* The inputs that can be fed, and the outputs, in the model's order: their number; of `index` the name, element type (0:
 * not declared), rank (-1: not known), extents (-1: not known; NULL outside or if the rank is not known) and the symbol of
 * an axis ("" if it has none; NULL outside). They live as long as the session; 0 and NULL outside. An output's type and
 * shape are those that planning found, which may be more than the model declares. Since 0.2. */
int64_t om_session_input_count(const om_session* session);
const char* om_session_input_name(const om_session* session, int64_t index);
om_type om_session_input_type(const om_session* session, int64_t index);
int64_t om_session_input_rank(const om_session* session, int64_t index);
const int64_t* om_session_input_shape(const om_session* session, int64_t index);
const char* om_session_input_symbol(const om_session* session, int64_t index, int64_t axis);
int64_t om_session_output_count(const om_session* session);
const char* om_session_output_name(const om_session* session, int64_t index);
om_type om_session_output_type(const om_session* session, int64_t index);
int64_t om_session_output_rank(const om_session* session, int64_t index);
const int64_t* om_session_output_shape(const om_session* session, int64_t index);

/* 1 if an input may be left away in a run because an initializer of its name stands for it, else 0. Since 0.2. */
int32_t om_session_input_is_optional(const om_session* session, int64_t index);

/* The position of the input or output of that name, or -1. Since 0.2. */
int64_t om_session_find_input(const om_session* session, const char* name);
int64_t om_session_find_output(const om_session* session, const char* name);

/* Runs the session. Many threads may run one session at the same time.
 *   context       NULL for the default
 *   inputs        input_count = om_session_input_count tensors by position; NULL for an optional one that is not fed
 *   outputs       receives output_count = om_session_output_count tensors by position, owned by the caller; they stay alive
 *                 when the session is gone. An output may share the memory of an input or of the model's constants
 * The first run for inputs of certain shapes plans for them; later ones allocate nothing but outputs. The session keeps
 * the plans of the 16 combinations of shapes that were used last, and the memory of a run for each, but no more than 64 MB
 * of it beside that of the last one.
 * Fails with argument.*, session.*, memory.exhausted and with what the operators refuse; the error names the node.
 * Since 0.2. */
om_status om_session_run(const om_session* session, const om_context* context, const om_tensor* const* inputs,
                         int64_t input_count, om_tensor** outputs, int64_t output_count, om_error** error);

/* Runs the session with inputs and outputs by name, in any order; only the outputs named are given.
 * Fails as om_session_run does, and with session.input_unknown, session.output_unknown, session.input_repeated.
 * Since 0.2. */
om_status om_session_run_named(const om_session* session, const om_context* context, const char* const* input_names,
                               const om_tensor* const* inputs, int64_t input_count, const char* const* output_names,
                               om_tensor** outputs, int64_t output_count, om_error** error);

/* Runs the session and writes the outputs into tensors that the caller made, of the right types and shapes.
 *   outputs  output_count = om_session_output_count tensors by position: made by om_tensor_create, or by om_tensor_borrow
 *            over memory that may be written; no views and no strings. The caller is the only owner of each, and no two of
 *            them, and none of them and an input, share memory. If the run fails their elements are not defined
 * Fails as om_session_run does, and with session.output_type, session.output_shape, session.output_memory. Since 0.2. */
om_status om_session_run_into(const om_session* session, const om_context* context, const om_tensor* const* inputs,
                              int64_t input_count, om_tensor* const* outputs, int64_t output_count, om_error** error);

/* Releases the session; a run that is under way must have ended. Outputs and plans stay alive. NULL is accepted.
 * Since 0.2. */
void om_session_release(om_session* session);

/* ---- Plans ------------------------------------------------------------------------------------------------------- */

/* The plan of the session.
 *   inputs  NULL with input_count 0: for what the model declares, where extents may not be known. Else
 *           om_session_input_count tensors, of which only type and shape are read (om_tensor_describe makes such), for
 *           exactly these shapes; NULL for an optional input that is not fed
 * Fails as om_session_run does before it runs. Since 0.2. */
om_status om_session_plan(const om_session* session, const om_tensor* const* inputs, int64_t input_count, om_plan** plan,
                          om_error** error);

/* The nodes of the plan in the order they are carried out; their number, and of each: its name in the model (may be ""),
 * its operator, what the plan does for it (0 outside). Live as long as the plan. Since 0.2. */
int64_t om_plan_node_count(const om_plan* plan);
const char* om_plan_node_name(const om_plan* plan, int64_t index);
const char* om_plan_node_operator(const om_plan* plan, int64_t index);
om_plan_kind om_plan_node_kind(const om_plan* plan, int64_t index);

/* The node that makes the pass of a node that is OM_PLAN_FUSED; -1 for others. Since 0.2. */
int64_t om_plan_node_fused_into(const om_plan* plan, int64_t index);

/* 1 if the node is shaped again in every run, because its checks or shapes hang on elements that only a run tells. Since
 * 0.2. */
int32_t om_plan_node_is_shaped_at_run_time(const om_plan* plan, int64_t index);

/* 1 if the operator's extents are a count of elements (NonZero), and no constant makes them known. Since 0.2. */
int32_t om_plan_node_is_data_dependent(const om_plan* plan, int64_t index);

/* The bytes that the node writes in a run (0 for constants, views, fused and unused nodes); -1 where only a run tells.
 * Strings count 16 bytes each. Since 0.2. */
int64_t om_plan_node_bytes(const om_plan* plan, int64_t index);

/* What moves or makes the elements in a run, in a few words for people ("strided copy", "Gather"); "" if nothing does.
 * Lives as long as the plan. Since 0.2. */
const char* om_plan_node_kernel(const om_plan* plan, int64_t index);

/* The outputs of a node: their number, and of each its name ("" if it is not wanted), element type (0: not known), rank
 * (-1: not known) and extents (-1: not known; NULL outside). Live as long as the plan. Since 0.2. */
int64_t om_plan_node_output_count(const om_plan* plan, int64_t index);
const char* om_plan_node_output_name(const om_plan* plan, int64_t index, int64_t output);
om_type om_plan_node_output_type(const om_plan* plan, int64_t index, int64_t output);
int64_t om_plan_node_output_rank(const om_plan* plan, int64_t index, int64_t output);
const int64_t* om_plan_node_output_shape(const om_plan* plan, int64_t index, int64_t output);

/* The elements of an output that is constant in this plan, borrowed and living as long as the plan; NULL for others.
 * Since 0.2. */
const om_tensor* om_plan_node_output_constant(const om_plan* plan, int64_t index, int64_t output);

/* The bytes that one run holds for values between nodes, which are reused after their last reader; those of values whose
 * shape only a run tells are not counted. Since 0.2. */
int64_t om_plan_buffer_bytes(const om_plan* plan);

/* Releases the plan. NULL is accepted. Since 0.2. */
void om_plan_release(om_plan* plan);

#ifdef __cplusplus
}
#endif

#endif
