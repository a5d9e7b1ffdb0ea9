/* The header alone, twice: it needs nothing before it, and does no harm the second time. Also compiled as C++. */
#include "onemodel.h"
#include "onemodel.h" /* NOLINT */

int main(void) { return om_version() == 0; }
