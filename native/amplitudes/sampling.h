#pragma once
#include <cstdint>

#include "amplitudes/state.h"
#include "amplitudes/tally.h"
#include "base/control.h"
#include "base/random.h"

namespace pentad {

/// Throws std::runtime_error unless the total weight of a state can be sampled from.
void check_norm(double total);

/// Samples the index of the state `shots` times and counts the keys, in one pass over its
/// weights: the uniforms are drawn in ascending order. Cancelled, it leaves the tally unspecified.
/// Time O(shots + 2^n).
template <typename T>
void sample_state(const State<T> &state, uint64_t shots, Rng &rng, const Control &control,
                  OutcomeKeys &keys, Tally &tally);

}  // namespace pentad
