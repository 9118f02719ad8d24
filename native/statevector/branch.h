#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "amplitudes/state.h"
#include "amplitudes/tally.h"
#include "statevector/basis-qubits.h"
#include "statevector/circuit.h"
#include "statevector/joint-weights.h"

namespace pentad {

/// How far a branch has come: its state, and the steps that are still to be applied to it.
template <typename T>
struct PathState {
  static PathState start(const Circuit &circuit, const Resources &resources) {
    return {State<T>(circuit.qubits, resources),
            std::vector<Slot>(static_cast<size_t>(circuit.slots)), BasisQubits(circuit.qubits)};
  }
  /// A deep copy, of the state as well.
  PathState clone() const { return {state.clone(), slots, certain, ahead, steps, planned, at}; }

  uint64_t bytes() const {
    return 2 * sizeof(T) * state.size() + sizeof(Slot) * slots.size() +
           sizeof(Step) * steps.size() + sizeof(double) * ahead.size();
  }

  State<T> state;
  std::vector<Slot> slots;
  BasisQubits certain;
  /// Weights that were read from the state for the next measurements and resets; the steps do not
  /// change them.
  JointWeights ahead{};
  /// Steps gathered but not run yet, those of the ops from `planned` on.
  std::vector<Step> steps{};
  size_t planned = 0;
  /// The next op.
  size_t at = 0;
};

/// One path through the outcomes of the measurements and resets that are not deferred.
template <typename T>
struct OutcomeBranch {
  std::vector<bool> outcomes;
  uint64_t shots;
  /// The op that decides the last outcome.
  size_t from = 0;
  /// Just before that op.
  std::optional<PathState<T>> kept{};
};

}  // namespace pentad
