#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "statevector/circuit.h"
#include "statevector/deferral.h"

namespace pentad {

/// Weights of the joint outcomes of a few qubits, found in one pass over a state for several
/// measurements and resets. Once an outcome is decided, the weights of the other qubits, given that
/// outcome, remain.
///
/// Example: of a GHZ state of qubits 0 and 1, weights {0.5, 0, 0, 0.5}; once qubit 0 is found in
/// |1>, those of qubit 1 are {0, 1}.
class JointWeights {
 public:
  JointWeights() = default;
  /// Bit i of an index into `weights`, which are 2^qubits.size(), belongs to qubits[i].
  JointWeights(std::vector<int> qubits, std::vector<double> weights);

  bool covers(int qubit) const;
  /// {weight of outcome 0, weight of outcome 1}. Requires covers(qubit).
  std::array<double, 2> of(int qubit) const;
  /// Conditions the weights on the outcome: the remaining ones then add up to 1. Requires
  /// covers(qubit) and that the outcome has a weight.
  void decide(int qubit, bool outcome);
  size_t size() const { return weights_.size(); }

 private:
  size_t position(int qubit) const;

  std::vector<int> qubits_;
  std::vector<double> weights_;
};

/// The qubits to weigh together before op `first`, a measurement or reset: its own, and those of
/// the next measurements and resets as long as no gate on them lies between. Qubits of `certain`
/// are left out.
std::vector<int> qubits_ahead(const Circuit &circuit, const Deferral &deferral, size_t first,
                              uint64_t certain);

}  // namespace pentad
