#pragma once
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "base/control.h"

namespace pentad {

/// Calls work(thread) on `threads` threads at once, the calling one being 0, or on fewer where no
/// more can be started. Rethrows the first failure once all have ended.
template <typename Work>
void on_threads(unsigned threads, Work work) {
  std::exception_ptr failure;
  std::mutex failing;
  const auto guarded = [&](unsigned thread) {
    try {
      work(thread);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(failing);
      if (!failure) failure = std::current_exception();
    }
  };
  std::vector<std::thread> helpers;
  try {
    for (unsigned i = 1; i < threads; ++i) helpers.emplace_back(guarded, i);
  } catch (const std::system_error &) {
    // No further thread can be started.
  }
  guarded(0);
  for (std::thread &helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
}

/// As on_threads, but a failure cancels the other threads.
template <typename Work>
void on_threads_cancelling(unsigned threads, Control &control, Work work) {
  on_threads(threads, [&](unsigned) {
    try {
      work();
    } catch (...) {
      control.cancel = true;
      throw;
    }
  });
}

}  // namespace pentad
