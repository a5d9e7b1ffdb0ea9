#include "child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace onemodel::oracle {
namespace {

// The most memory a child may take, and the longest that starting it and a call may last, also on a busy machine.
constexpr rlim_t kMemoryLimit = rlim_t{8} << 30;
constexpr std::chrono::seconds kStartLimit{300};
constexpr std::chrono::seconds kTimeLimit{60};

// A message is its length in 8 bytes and as many bytes: numbers of 8 bytes, and strings after their length.
class MessageWriter {
 public:
  void number(uint64_t value) {
    std::array<char, sizeof value> bytes{};
    std::memcpy(bytes.data(), &value, sizeof value);
    message_.append(bytes.data(), bytes.size());
  }
  void text(std::string_view text) {
    number(text.size());
    message_.append(text);
  }
  void tensor(const Tensor& tensor) {
    number(static_cast<uint64_t>(tensor.type));
    number(tensor.shape.size());
    for (const int64_t extent : tensor.shape) number(static_cast<uint64_t>(extent));
    text({reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size()});
    number(tensor.strings.size());
    for (const std::string& string : tensor.strings) text(string);
  }
  const std::string& message() const { return message_; }

 private:
  std::string message_;
};

class MessageReader {
 public:
  explicit MessageReader(std::string_view message) : rest_(message) {}
  uint64_t number() {
    uint64_t value = 0;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string_view text() { return take(number()); }
  Tensor tensor() {
    Tensor tensor;
    tensor.type = static_cast<om_type>(number());
    for (uint64_t rank = number(); rank > 0; --rank) tensor.shape.push_back(static_cast<int64_t>(number()));
    const std::string_view bytes = text();
    tensor.bytes.assign(bytes.begin(), bytes.end());
    for (uint64_t count = number(); count > 0; --count) tensor.strings.emplace_back(text());
    return tensor;
  }

 private:
  std::string_view take(size_t size) {
    if (size > rest_.size()) throw std::runtime_error("the child's message is cut off");
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  std::string_view rest_;
};

bool write_all(int file, const char* data, size_t size) {
  while (size > 0) {
    const ssize_t written = write(file, data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    data += written;
    size -= static_cast<size_t>(written);
  }
  return true;
}

bool write_message(int file, const std::string& message) {
  const uint64_t size = message.size();
  std::array<char, sizeof size> head{};
  std::memcpy(head.data(), &size, sizeof size);
  return write_all(file, head.data(), head.size()) && write_all(file, message.data(), message.size());
}

enum class ReadResult { read, ended, late };

ReadResult read_all(int file, char* data, size_t size, std::chrono::steady_clock::time_point deadline) {
  while (size > 0) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return ReadResult::late;
    pollfd waiting{file, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(std::min<int64_t>(left.count(), 1000))) <= 0) continue;
    const ssize_t got = read(file, data, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return ReadResult::ended;
    data += got;
    size -= static_cast<size_t>(got);
  }
  return ReadResult::read;
}

ReadResult read_message(int file, std::string& message, std::chrono::steady_clock::time_point deadline) {
  uint64_t size = 0;
  std::array<char, sizeof size> head{};
  if (const ReadResult result = read_all(file, head.data(), head.size(), deadline); result != ReadResult::read) {
    return result;
  }
  std::memcpy(&size, head.data(), sizeof size);
  message.resize(size);
  return read_all(file, message.data(), message.size(), deadline);
}

std::string write_request(const Request& request) {
  MessageWriter writer;
  writer.text(request.model);
  writer.number(request.feeds.size());
  for (const auto& [name, tensor] : request.feeds) {
    writer.text(name);
    writer.tensor(tensor);
  }
  writer.number(request.outputs.size());
  for (const std::string& name : request.outputs) writer.text(name);
  writer.number(static_cast<uint64_t>(request.settings));
  return writer.message();
}

Request read_request(std::string_view message) {
  MessageReader reader(message);
  Request request;
  request.model = reader.text();
  for (uint64_t left = reader.number(); left > 0; --left) {
    std::string name(reader.text());
    request.feeds.emplace_back(std::move(name), reader.tensor());
  }
  for (uint64_t left = reader.number(); left > 0; --left) request.outputs.emplace_back(reader.text());
  request.settings = static_cast<Settings>(reader.number());
  return request;
}

std::string write_outcome(const Outcome& outcome) {
  MessageWriter writer;
  writer.number(static_cast<uint64_t>(outcome.kind));
  writer.text(outcome.message);
  writer.number(outcome.outputs.size());
  for (const Tensor& tensor : outcome.outputs) writer.tensor(tensor);
  return writer.message();
}

Outcome read_outcome(std::string_view message) {
  MessageReader reader(message);
  Outcome outcome;
  outcome.kind = static_cast<OutcomeKind>(reader.number());
  outcome.message = reader.text();
  for (uint64_t left = reader.number(); left > 0; --left) outcome.outputs.push_back(reader.tensor());
  return outcome;
}

// The child: answers requests until the pipe is closed. Its first message says whether ONNX Runtime could be loaded.
[[noreturn]] void serve(const std::filesystem::path& library, int requests, int answers) {
  const rlimit limit{kMemoryLimit, kMemoryLimit};
  setrlimit(RLIMIT_AS, &limit);
  const rlimit no_core_file{0, 0};
  setrlimit(RLIMIT_CORE, &no_core_file);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);  // for the last words of a process that dies
  if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
  try {
    OnnxRuntime runtime(library);
    if (!write_message(answers, "")) _exit(1);
    std::string message;
    while (read_message(requests, message, std::chrono::steady_clock::time_point::max()) == ReadResult::read) {
      Outcome outcome;
      try {
        outcome = runtime.run(read_request(message));
      } catch (const std::exception& error) {
        outcome = {OutcomeKind::refused, {}, std::string("EXCEPTION: ") + error.what()};
      }
      if (!write_message(answers, write_outcome(outcome))) break;
    }
  } catch (const std::exception& error) {
    write_message(answers, error.what());
  }
  _exit(0);  // not exit: the buffers and handlers are the parent's
}

}  // namespace

Child::Child(std::filesystem::path library) : library_(std::move(library)) {
  signal(SIGPIPE, SIG_IGN);  // writing to a child that has died is an error, not the end
  start();
}

Child::~Child() { stop(); }

void Child::start() {
  std::array<int, 2> requests{};
  std::array<int, 2> answers{};
  if (pipe(requests.data()) != 0 || pipe(answers.data()) != 0) throw std::runtime_error("no pipe can be made");
  process_ = fork();
  if (process_ < 0) throw std::runtime_error("no process can be started");
  if (process_ == 0) {
    close(requests[1]);
    close(answers[0]);
    serve(library_, requests[0], answers[1]);
  }
  close(requests[0]);
  close(answers[1]);
  to_child_ = requests[1];
  from_child_ = answers[0];
  std::string problem;
  if (read_message(from_child_, problem, std::chrono::steady_clock::now() + kStartLimit) != ReadResult::read) {
    problem = "ONNX Runtime cannot be started: its process " + stop();
  }
  if (!problem.empty()) throw std::runtime_error(problem);
}

std::string Child::stop() {
  if (process_ < 0) return "";
  close(to_child_);
  kill(process_, SIGKILL);  // no effect on a process that has ended by itself
  close(from_child_);
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = -1;
  if (WIFSIGNALED(status)) return std::string("ended by ") + strsignal(WTERMSIG(status));
  return "ended with code " + std::to_string(WEXITSTATUS(status));
}

Outcome Child::run(const Request& request) {
  if (process_ < 0) start();
  std::string answer;
  ReadResult result = ReadResult::ended;
  if (write_message(to_child_, write_request(request))) {
    result = read_message(from_child_, answer, std::chrono::steady_clock::now() + kTimeLimit);
  }
  if (result == ReadResult::read) return read_outcome(answer);
  if (result == ReadResult::late) {
    stop();
    return {OutcomeKind::hung, {}, "HANG: it runs for more than " + std::to_string(kTimeLimit.count()) + " s"};
  }
  return {OutcomeKind::crashed, {}, "CRASH: the process " + stop()};
}

}  // namespace onemodel::oracle
