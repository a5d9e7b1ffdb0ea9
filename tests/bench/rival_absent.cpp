// For builds that were not told where ONNX Runtime is.
#include "rival.h"

namespace onemodel::bench {

std::unique_ptr<Rival> Rival::load(const std::string&, std::string& reason) {
  reason =
      "this build has not seen ONNX Runtime's header; configure with "
      "-DONNXRUNTIME_ROOT=\"$(scripts/fetch-onnxruntime)\"";
  return nullptr;
}

}  // namespace onemodel::bench
