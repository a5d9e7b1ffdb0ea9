#include "base/workers.h"

#include <chrono>
#include <system_error>
#include <utility>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

namespace onemodel {
namespace {

// Tells the processor that a loop waits.
void relax() {
#if defined(__x86_64__) || defined(__i386__)
  _mm_pause();
#else
  std::this_thread::yield();
#endif
}

// Waits a little for condition(), without sleeping: work often comes in a row, and waking a sleeping thread takes
// longer.
template <class Condition>
bool spin_until(Condition condition) {
  constexpr auto patience = std::chrono::microseconds(30);
  constexpr int looks_between_clocks = 64;
  const auto end = std::chrono::steady_clock::now() + patience;
  do {
    for (int i = 0; i < looks_between_clocks; ++i) {
      if (condition()) return true;
      relax();
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

}  // namespace

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    ends_.store(true, std::memory_order_relaxed);
  }
  work_waits_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::start_threads() {
  try {
    threads_.reserve(static_cast<size_t>(thread_count_ - 1));
    while (std::cmp_less(threads_.size() + 1, thread_count_)) threads_.emplace_back([this] { be_a_thread(); });
  } catch (const std::system_error&) {
    // The system has no more threads; those there are do the work.
  }
}

void Workers::share(const Work& work) {
  const std::unique_lock caller(callers_, std::try_to_lock);
  if (!caller.owns_lock()) {
    for (int64_t part = 0; part < work.part_count; ++part) work.function(work.task, part);
    return;
  }
  if (threads_.empty()) start_threads();
  {
    const std::lock_guard lock(mutex_);
    work_ = work;
    next_part_.store(0, std::memory_order_relaxed);
    is_open_ = true;
    generation_.fetch_add(1, std::memory_order_release);
  }
  work_waits_.notify_all();
  do_parts(work);
  {
    const std::lock_guard lock(mutex_);
    is_open_ = false;  // threads that wake only now have nothing to do
  }
  const auto all_are_done = [&] { return busy_threads_.load(std::memory_order_acquire) == 0; };
  spin_until(all_are_done);
  std::exception_ptr failure;
  {
    std::unique_lock lock(mutex_);
    work_is_done_.wait(lock, all_are_done);
    failure = std::exchange(failure_, nullptr);
  }
  if (failure != nullptr) std::rethrow_exception(failure);
}

void Workers::do_parts(const Work& work) {
  for (int64_t part; (part = next_part_.fetch_add(1, std::memory_order_relaxed)) < work.part_count;) {
    try {
      work.function(work.task, part);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (failure_ == nullptr) failure_ = std::current_exception();
      return;
    }
  }
}

void Workers::be_a_thread() {
  uint64_t seen = 0;  // the generation of work that was looked at last
  const auto has_news = [&] {
    return generation_.load(std::memory_order_acquire) != seen || ends_.load(std::memory_order_relaxed);
  };
  while (true) {
    spin_until(has_news);
    Work work;
    {
      std::unique_lock lock(mutex_);
      work_waits_.wait(lock, has_news);
      if (ends_.load(std::memory_order_relaxed)) return;
      seen = generation_.load(std::memory_order_relaxed);
      if (!is_open_) continue;
      work = work_;
      busy_threads_.fetch_add(1, std::memory_order_relaxed);
    }
    do_parts(work);
    {
      const std::lock_guard lock(mutex_);
      busy_threads_.fetch_sub(1, std::memory_order_release);
    }
    work_is_done_.notify_one();
  }
}

}  // namespace onemodel
