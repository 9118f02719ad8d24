#pragma once
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "base/control.h"

namespace pentad {

/// Calls work(thread) on so many threads at once, the calling one among them as 0, or on fewer
/// where no further ones are to be had. The first failure is rethrown, once all have ended.
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
    // No further thread to be had.
  }
  guarded(0);
  for (std::thread &helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
}

/// The same, where a failure cancels the others.
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
