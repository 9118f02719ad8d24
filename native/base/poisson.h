#pragma once
#include <cstdint>

#include "base/random.h"

namespace pentad {

/// Number of events of a Poisson process whose expectation is `mean` (at least 0).
/// Transformed rejection (PTRS, Hoermann 1993) from 10 on, products of uniforms (Knuth 1969) below.
uint64_t poisson(double mean, Rng &rng);

}  // namespace pentad
