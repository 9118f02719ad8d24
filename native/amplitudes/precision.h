#pragma once
#include <cstdint>

namespace pentad {

/// Precision of the numbers that hold amplitudes.
enum class Precision : int32_t { kSingle, kDouble };

}  // namespace pentad
