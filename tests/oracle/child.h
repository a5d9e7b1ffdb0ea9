// ONNX Runtime in a child process, so that its crashes and endless loops end neither the run nor the machine.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "onnxruntime.h"

namespace onemodel::oracle {

class Child {
 public:
  // Throws std::runtime_error if the library cannot be used.
  explicit Child(std::filesystem::path library);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Runs the request. A child that crashes or hangs is replaced.
  Outcome run(const Request& request);

 private:
  void start();
  std::string stop();  // says how the process ended

  std::filesystem::path library_;
  pid_t process_ = -1;
  int to_child_ = -1;
  int from_child_ = -1;
};

}  // namespace onemodel::oracle
