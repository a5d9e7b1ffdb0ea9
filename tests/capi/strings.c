/* String tensors: bytes with a length, shared between tensors and kept alive by each. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

static void check_string(const om_tensor* tensor, int64_t index, const char* bytes, int64_t expected_length) {
  int64_t length = -1;
  const char* string = om_tensor_string(tensor, index, &length);
  CHECK(string != NULL);
  CHECK_INTEGER(length, expected_length);
  CHECK(string != NULL && length == expected_length && memcmp(string, bytes, (size_t)length) == 0);
}

static void making(void) {
  const char* const strings[] = {"a\0b", NULL, "", "\xFF\xFE", "\xE2\x82\xAC and more"};
  const int64_t lengths[] = {3, 0, 0, 2, 3};
  om_tensor* tensor = untouched();
  GIVES(om_tensor_create_strings(NULL, LIST(5, 1), strings, lengths, 5, &tensor, error_out));
  CHECK_SHAPE(tensor, OM_STRING, LIST(5, 1));
  CHECK_INTEGER(om_tensor_element_count(tensor), 5);
  CHECK_INTEGER(om_tensor_byte_count(tensor), 0);
  CHECK(om_tensor_data(tensor) == NULL);
  check_string(tensor, 0, "a\0b", 3);
  check_string(tensor, 1, "", 0);
  check_string(tensor, 2, "", 0);
  check_string(tensor, 3, "\xFF\xFE", 2);
  check_string(tensor, 4, "\xE2\x82\xAC", 3);
  CHECK(om_tensor_string(tensor, 0, NULL) != NULL);
  const int64_t outside[] = {-1, 5, INT64_MIN, INT64_MAX};
  for (int i = 0; i < 4; ++i) {
    int64_t length = 7;
    CHECK(om_tensor_string(tensor, outside[i], &length) == NULL);
    CHECK_INTEGER(length, 0);
  }
  om_tensor_release(tensor);

  /* Without lengths each string ends at its first zero byte. */
  GIVES(om_tensor_create_strings(NULL, LIST(1), strings, NULL, 1, &tensor, error_out));
  check_string(tensor, 0, "a", 1);
  om_tensor_release(tensor);
  GIVES(om_tensor_create_strings(NULL, NULL, 0, strings, lengths, 1, &tensor, error_out));
  check_string(tensor, 0, "a\0b", 3);
  om_tensor_release(tensor);
  GIVES(om_tensor_create_strings(NULL, LIST(0, 2), NULL, NULL, 0, &tensor, error_out));
  CHECK_SHAPE(tensor, OM_STRING, LIST(0, 2));
  CHECK(om_tensor_string(tensor, 0, NULL) == NULL);
  om_tensor_release(tensor);

  /* The bytes are copied. */
  char changing[] = "before";
  const char* const borrowed[] = {changing};
  GIVES(om_tensor_create_strings(NULL, LIST(1), borrowed, NULL, 1, &tensor, error_out));
  memcpy(changing, "after!", 6);
  check_string(tensor, 0, "before", 6);
  om_tensor_release(tensor);
}

static void refused(void) {
  const char* const strings[] = {"a", NULL};
  const int64_t lengths[] = {1, 0};
  const int64_t lengths_without_bytes[] = {1, 1};
  const int64_t negative_lengths[] = {1, -1};
  const int64_t lengths_too_large[] = {INT64_MAX, INT64_MAX};
  const char* const two_strings[] = {"a", "b"};
  om_tensor* tensor = NULL;
  REFUSES("argument.null", om_tensor_create_strings(NULL, LIST(2), strings, lengths, 2, NULL, error_out));
  REFUSES_OUT("argument.null", tensor,
              om_tensor_create_strings(NULL, NULL, 1, strings, lengths, 2, &tensor, error_out));
  REFUSES_OUT("argument.null", tensor, om_tensor_create_strings(NULL, LIST(2), NULL, lengths, 2, &tensor, error_out));
  REFUSES_OUT("argument.null", tensor,
              om_tensor_create_strings(NULL, LIST(2), strings, lengths_without_bytes, 2, &tensor, error_out));
  REFUSES_OUT("argument.null", tensor, om_tensor_create_strings(NULL, LIST(2), strings, NULL, 2, &tensor, error_out));
  REFUSES_OUT("argument.count", tensor,
              om_tensor_create_strings(NULL, LIST(2), strings, lengths, -2, &tensor, error_out));
  REFUSES_OUT("argument.count", tensor,
              om_tensor_create_strings(NULL, NULL, -1, strings, lengths, 1, &tensor, error_out));
  REFUSES_OUT("argument.count", tensor,
              om_tensor_create_strings(NULL, LIST(2), two_strings, negative_lengths, 2, &tensor, error_out));
  REFUSES_OUT("argument.bytes", tensor,
              om_tensor_create_strings(NULL, LIST(3), strings, lengths, 2, &tensor, error_out));
  REFUSES_OUT("argument.bytes", tensor,
              om_tensor_create_strings(NULL, LIST(1), strings, lengths, 2, &tensor, error_out));
  REFUSES_OUT("argument.extent", tensor,
              om_tensor_create_strings(NULL, LIST(-2), strings, lengths, 2, &tensor, error_out));
  REFUSES_OUT("shape.rank_limit", tensor,
              om_tensor_create_strings(NULL, LIST(1, 1, 1, 1, 1, 1, 1, 1, 1), strings, lengths, 1, &tensor, error_out));
  REFUSES_OUT("shape.overflow", tensor,
              om_tensor_create_strings(NULL, LIST(INT64_MAX, 2), strings, lengths, 2, &tensor, error_out));
  REFUSES_OUT("shape.overflow", tensor,
              om_tensor_create_strings(NULL, LIST(2), two_strings, lengths_too_large, 2, &tensor, error_out));

  /* The bytes of the strings count as memory, too. */
  om_context* context = context_of_limit(100);
  const int64_t long_lengths[] = {101};
  char* long_string = calloc(101, 1);
  const char* const long_strings[] = {long_string};
  REFUSES_OUT("memory.exhausted", tensor,
              om_tensor_create_strings(context, LIST(1), long_strings, long_lengths, 1, &tensor, error_out));
  free(long_string);
  om_context_release(context);
}

/* The bytes outlive the tensors they were made with, through views, copies and several sources. */
static void sharing(void) {
  const char* const first_strings[] = {"one", "two", "three"};
  const char* const second_strings[] = {"four", ""};
  om_tensor* first = strings_of(first_strings, LIST(3));
  om_tensor* second = strings_of(second_strings, LIST(2));
  om_tensor* view = untouched();
  om_tensor* joined = untouched();
  om_tensor* reversed = untouched();
  om_tensor* scattered = untouched();
  om_tensor* padded = untouched();

  GIVES(om_reshape(NULL, first, LIST(3), 0, &view, error_out));
  om_tensor_release(first);
  check_string(view, 2, "three", 5);
  const om_tensor* parts[] = {view, second};
  GIVES(om_concat(NULL, parts, 2, 0, &joined, error_out));
  om_tensor_release(view);
  om_tensor_release(second);
  check_string(joined, 3, "four", 4);
  check_string(joined, 4, "", 0);
  GIVES(om_slice(NULL, joined, (const int64_t[]){-1}, (const int64_t[]){INT64_MIN}, NULL, (const int64_t[]){-1}, 1,
                 &reversed, error_out));
  om_tensor_release(joined);
  check_string(reversed, 0, "", 0);
  check_string(reversed, 1, "four", 4);
  check_string(reversed, 4, "one", 3);

  const char* const update_strings[] = {"update"};
  om_tensor* update = strings_of(update_strings, LIST(1));
  const int64_t index_values[] = {1};
  om_tensor* index = tensor_of(OM_INT64, index_values, 8, LIST(1, 1));
  GIVES(om_scatter_nd(NULL, reversed, index, update, NULL, &scattered, error_out));
  om_tensor_release(index);
  om_tensor_release(update);
  om_tensor_release(reversed);
  check_string(scattered, 1, "update", 6);
  check_string(scattered, 2, "three", 5);

  const char* const fill_strings[] = {"fill"};
  om_tensor* fill = strings_of(fill_strings, NULL, 0);
  GIVES(om_pad(NULL, scattered, LIST(1, 0), fill, NULL, 0, NULL, &padded, error_out));
  om_tensor* filled = untouched();
  GIVES(om_constant_of_shape(NULL, LIST(2), fill, &filled, error_out));
  om_tensor_release(fill);
  om_tensor_release(scattered);
  CHECK_SHAPE(padded, OM_STRING, LIST(6));
  check_string(padded, 0, "fill", 4);
  check_string(padded, 2, "update", 6);
  check_string(filled, 1, "fill", 4);
  om_tensor_release(padded);

  const int64_t two_indices[] = {1, 5};
  om_tensor* indices = tensor_of(OM_INT64, two_indices, 16, LIST(2));
  om_tensor* hot_values = strings_of((const char* const[]){"off", "on"}, LIST(2));
  om_tensor* hot = untouched();
  GIVES(om_one_hot(NULL, indices, 2, hot_values, -1, &hot, error_out));
  om_tensor_release(hot_values);
  om_tensor_release(indices);
  check_string(hot, 0, "off", 3);
  check_string(hot, 1, "on", 2);
  check_string(hot, 3, "off", 3);
  om_tensor_release(hot);
  om_tensor_release(filled);

  /* Elements that come from nowhere are empty strings. */
  om_tensor* ones = strings_of((const char* const[]){"x"}, LIST(1, 1));
  GIVES(om_pad(NULL, ones, LIST(0, 0, 0, 1), NULL, NULL, 0, NULL, &padded, error_out));
  check_string(padded, 0, "x", 1);
  check_string(padded, 1, "", 0);
  om_tensor_release(padded);
  GIVES(om_trilu(NULL, ones, 1, 1, &padded, error_out));
  check_string(padded, 0, "", 0);
  om_tensor_release(padded);
  om_tensor_release(ones);

  /* A split tensor, all of whose parts but one are gone. */
  om_tensor* whole = strings_of((const char* const[]){"left", "right"}, LIST(2));
  om_tensor* halves[2];
  GIVES(om_split(NULL, whole, NULL, 0, 0, halves, 2, error_out));
  om_tensor_release(whole);
  om_tensor_release(halves[0]);
  check_string(halves[1], 0, "right", 5);
  om_tensor_release(halves[1]);
}

void test_strings(void) {
  making();
  refused();
  sharing();
}
