// Identity: the input itself. A view. Refuses nothing of its own.

#include "ops/call.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr Input inputs[] = {{"input", all_types, 'T'}};
constexpr Output outputs[] = {{"output"}};
constexpr Version versions[] = {{1, inputs, outputs, {}},  {13, inputs, outputs, {}}, {14, inputs, outputs, {}},
                                {16, inputs, outputs, {}}, {19, inputs, outputs, {}}, {21, inputs, outputs, {}},
                                {23, inputs, outputs, {}}, {24, inputs, outputs, {}}, {25, inputs, outputs, {}}};

void infer(const Call& call, Results* results) { results->add_view(0, call.input(0).type, call.input(0).shape); }

}  // namespace

constinit const Operator identity_operator = make_view_operator<infer>("Identity", versions, {});

}  // namespace onemodel
