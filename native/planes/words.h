#pragma once
#include <cstdint>

namespace pentad {

/// Words of 64 shots in one plane.
inline uint64_t plane_words(uint64_t shots) {
  return (shots + 63) / 64;
}

}  // namespace pentad
