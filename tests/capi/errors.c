/* The parts of an error, and what its functions do without one. */
#include <string.h>

#include "check.h"

void test_errors(void) {
  CHECK_INTEGER(om_error_status(NULL), OM_OK);
  CHECK_TEXT(om_error_reason(NULL), "");
  CHECK_TEXT(om_error_message(NULL), "");
  CHECK_TEXT(om_error_operator(NULL), "");
  CHECK_TEXT(om_error_node(NULL), "");
  CHECK_TEXT(om_error_input(NULL), "");
  om_error_release(NULL);

  om_tensor* data = counting_floats(LIST(5));

  /* An operator's own rule: everything is named, and so is the value. */
  om_tensor* output = untouched();
  om_error* error = NULL;
  CHECK_INTEGER(om_squeeze(NULL, data, LIST(-7), &output, &error), OM_INVALID_MODEL);
  CHECK(output == NULL);
  CHECK_INTEGER(om_error_status(error), OM_INVALID_MODEL);
  CHECK_TEXT(om_error_reason(error), "axis.out_of_range");
  CHECK_TEXT(om_error_operator(error), "Squeeze");
  CHECK_TEXT(om_error_input(error), "axes");
  CHECK_TEXT(om_error_node(error), "");
  CHECK(strstr(om_error_message(error), "Squeeze") != NULL);
  CHECK(strstr(om_error_message(error), "axes") != NULL);
  CHECK(strstr(om_error_message(error), "-7") != NULL);

  /* Two errors live independently of each other, and of what they speak of. */
  om_error* other = NULL;
  CHECK_INTEGER(om_gather(NULL, data, data, 0, &output, &other), OM_INVALID_MODEL);
  om_tensor_release(data);
  CHECK_TEXT(om_error_reason(other), "input.type");
  CHECK_TEXT(om_error_operator(other), "Gather");
  CHECK_TEXT(om_error_input(other), "indices");
  CHECK_TEXT(om_error_reason(error), "axis.out_of_range");
  om_error_release(error);
  CHECK_TEXT(om_error_operator(other), "Gather");
  om_error_release(other);

  /* Misuse of the API: no operator where none is at work. */
  CHECK_INTEGER(om_context_create(NULL, &error), OM_INVALID_ARGUMENT);
  CHECK_TEXT(om_error_operator(error), "");
  CHECK_TEXT(om_error_input(error), "context");
  om_error_release(error);
}
