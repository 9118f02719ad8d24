#pragma once
#include <cstddef>
#include <vector>

#include "statevector/circuit.h"

namespace pentad {

/// Treatment of an op that is not a gate, determined once for all branches.
struct Deferral {
  /// Measurements to sample at the end; see run_circuit.
  std::vector<bool> deferred;
  /// Resets without effect on any outcome: the qubit is not used before, or not used afterwards.
  std::vector<bool> no_effect;
};

Deferral find_deferral(const Circuit &circuit);

}  // namespace pentad
