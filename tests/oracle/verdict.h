// What becomes of a case that is held against ONNX Runtime.
#pragma once

#include <string>

namespace onemodel::oracle {

enum class Class { agrees, differs_as_recorded, not_runnable, error_in_both, fails };

struct Verdict {
  Class in = Class::fails;
  std::string problem;  // why it fails
};

}  // namespace onemodel::oracle
