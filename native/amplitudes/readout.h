#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "sweeps/plan.h"

namespace pentad {

/// From an index of the sampled state to the bit that a qubit reads: the parity of
/// (index & masks[qubit]), flipped where flips has the qubit's bit.
struct Readout {
  std::array<uint64_t, 64> masks;
  uint64_t flips = 0;

  /// Each qubit reads its own bit.
  Readout();
};

/// Removes from the list the trailing steps that only change the readout: phases, x and controlled
/// x that only such steps follow. A measurement of all qubits does not depend on phases, and an x
/// can be applied to the outcome instead, which costs nothing. Example: h 0, cx 0 1, s 1 leaves h
/// 0, and qubit 1 reads what qubit 0 does. Requires that the state is only sampled afterwards.
Readout take_readout(std::vector<Step> &steps);

}  // namespace pentad
