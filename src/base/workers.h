// Threads that share the work of one call.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

#include "base/reference.h"

namespace onemodel {

// Counted, as plans may outlive the context they came from. Any thread may use it; work of several calls at once is
// done by each caller alone.
class Workers {
 public:
  // As many threads as `thread_count`, the caller's among them; the others start with the first work that is shared.
  static Reference<Workers> create(int64_t thread_count) {
    return Reference<Workers>::adopt(new Workers(thread_count));
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int64_t thread_count() const { return thread_count_; }

  // Calls task(part) for each part of [0, part_count), in any order and on any of the threads, and returns when all are
  // done. The first exception of a task is passed on.
  template <class Task>
  void run(int64_t part_count, const Task& task) {
    if (thread_count_ == 1 || part_count <= 1) {
      for (int64_t part = 0; part < part_count; ++part) task(part);
      return;
    }
    share({[](const void* of, int64_t part) { (*static_cast<const Task*>(of))(part); }, &task, part_count});
  }

  void retain() { owners_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

 private:
  // The work of one call.
  struct Work {
    void (*function)(const void* task, int64_t part) = nullptr;
    const void* task = nullptr;
    int64_t part_count = 0;
  };

  explicit Workers(int64_t thread_count) : thread_count_(thread_count) {}
  ~Workers();
  void share(const Work& work);
  void start_threads();
  void be_a_thread();
  void do_parts(const Work& work);

  std::atomic<int64_t> owners_{1};
  int64_t thread_count_;

  std::mutex callers_;  // held by the call that has the threads
  std::vector<std::thread> threads_;
  std::atomic<int64_t> next_part_{0};

  // Changed under mutex_; looked at without it by who waits and does not sleep yet.
  std::mutex mutex_;
  std::condition_variable work_waits_;
  std::condition_variable work_is_done_;
  Work work_;
  bool is_open_ = false;  // whether a thread may still join in
  std::exception_ptr failure_;
  std::atomic<int64_t> busy_threads_{0};
  std::atomic<uint64_t> generation_{0};
  std::atomic<bool> ends_{false};
};

// Calls body(first, last) for ranges that make up [0, count), on the threads of `workers` if the work is worth it.
// `bytes` is about what the whole of it reads or writes, `unit` what ranges are to be multiples of.
template <class Body>
void in_ranges(Workers& workers, int64_t count, int64_t bytes, int64_t unit, const Body& body) {
  // Waking a thread takes as long as copying some hundred KB; below so much it was not made up for.
  constexpr int64_t least_bytes = int64_t{1} << 21;
  constexpr int64_t least_bytes_of_a_part = int64_t{1} << 18;
  // More parts than threads, as threads do not always run equally fast.
  constexpr int64_t parts_of_a_thread = 4;
  const int64_t units = (count + unit - 1) / unit;
  int64_t parts = 1;
  if (workers.thread_count() > 1 && bytes >= least_bytes) {
    parts = bytes / least_bytes_of_a_part;
    if (parts > workers.thread_count() * parts_of_a_thread) parts = workers.thread_count() * parts_of_a_thread;
    if (parts > units) parts = units;
  }
  if (parts <= 1) {
    body(int64_t{0}, count);
    return;
  }
  workers.run(parts, [&](int64_t part) {
    // units / parts each, and one more for the first of them.
    const auto start_of = [&](int64_t p) {
      const int64_t more = units % parts;
      const int64_t start = (units / parts * p + (p < more ? p : more)) * unit;
      return start < count ? start : count;
    };
    body(start_of(part), start_of(part + 1));
  });
}

}  // namespace onemodel
