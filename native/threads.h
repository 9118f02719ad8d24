#pragma once
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "control.h"

namespace pentad {

/// Runs `work` on so many threads at once, the calling one included, or on fewer where no further
/// ones are to be had. A failure cancels the others and is rethrown, the first one.
template <typename Work>
void share_work(unsigned threads, Control &control, Work work) {
  std::exception_ptr failure;
  std::mutex failing;
  const auto guarded = [&] {
    try {
      work();
    } catch (...) {
      const std::lock_guard<std::mutex> lock(failing);
      if (!failure) failure = std::current_exception();
      control.cancel = true;
    }
  };
  std::vector<std::thread> helpers;
  try {
    for (unsigned i = 1; i < threads; ++i) helpers.emplace_back(guarded);
  } catch (const std::system_error &) {
    // No further thread to be had.
  }
  guarded();
  for (std::thread &helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace pentad
