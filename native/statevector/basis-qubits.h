#pragma once
#include <cstdint>
#include <vector>

#include "sweeps/plan.h"

namespace pentad {

/// The qubits that are certainly in |0> or |1>, as the steps alone show: the state is not read.
///
/// A qubit is so from the start and from each reset and measurement on, until a gate on it leaves
/// that open. In the state it then lies in |0>, whatever its value: resetting it costs nothing, and
/// neither does a flip, until a gate needs it. Steps lose the controls that are certain, and those
/// that never act are dropped. Example: on a fresh state x 0, cx 0 1, ccx 1 2 3, reset 1 come to no
/// step at all; h 2 then is the first one.
class BasisQubits {
 public:
  explicit BasisQubits(int qubits) : qubits_((uint64_t{1} << qubits) - 1) {}

  /// The certain qubits, as bits.
  uint64_t qubits() const { return qubits_; }
  bool contains(int qubit) const { return (qubits_ >> qubit & 1) != 0; }
  /// Requires contains(qubit).
  bool value(int qubit) const { return (ones_ >> qubit & 1) != 0; }

  /// Requires that the qubit lies in |0> in the state, once the steps so far have run.
  void set(int qubit, bool value);

  /// Appends what the step comes to: nothing, itself without controls that are certain, or that
  /// after a flip that was put off.
  void add(Step step, std::vector<Step> &steps);

  /// Appends the flips put off, so that the state is the circuit's; their qubits count as open.
  void flush_flips(std::vector<Step> &steps);

 private:
  void leave_open(int qubit, std::vector<Step> &steps);

  uint64_t qubits_;
  /// Those certain to be in |1>.
  uint64_t ones_ = 0;
};

}  // namespace pentad
