#pragma once
#include <atomic>
#include <cstdint>

namespace pentad {

/// State shared by a running kernel and its caller: the caller may set `cancel` and read the
/// progress at any time, from any thread; the kernel reads `cancel` every few milliseconds. `done`
/// counts up to `total` in units of the kernel's own choice; total is 0 before it starts.
struct Control {
  std::atomic<bool> cancel{false};
  std::atomic<uint64_t> done{0};
  std::atomic<uint64_t> total{0};

  bool cancelled() const { return cancel.load(std::memory_order_relaxed); }

  double progress() const {
    const uint64_t all = total.load(std::memory_order_relaxed);
    if (all == 0) return 0;
    return static_cast<double>(done.load(std::memory_order_relaxed)) / static_cast<double>(all);
  }
};

}  // namespace pentad
