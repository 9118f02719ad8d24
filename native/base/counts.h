#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pentad {

/// Distinct outcomes in ascending order: key i is the `words` words from keys[i * words], slot s
/// at word s / 64, bit s % 64, and came out counts[i] times.
struct Counts {
  size_t words = 0;
  std::vector<uint64_t> keys, counts;
};

}  // namespace pentad
