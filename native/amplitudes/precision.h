#pragma once
#include <cstdint>

namespace pentad {

/// Of the numbers that hold amplitudes.
enum class Precision : int32_t { kSingle, kDouble };

}  // namespace pentad
