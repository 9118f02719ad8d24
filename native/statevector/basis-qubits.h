#pragma once
#include <cstdint>
#include <vector>

#include "sweeps/plan.h"

namespace pentad {

/// The qubits that are certainly in |0> or |1>, as the steps alone show: the state is not read.
///
/// A qubit is certain at the start and after each reset and measurement, until a gate on it makes
/// its value uncertain. The state holds a certain qubit in |0>, whatever its value: a reset costs
/// nothing, and a flip is put off until a gate needs it. Certain controls are taken out of steps,
/// and steps that never act are dropped. Example: on a fresh state x 0, cx 0 1, ccx 1 2 3, reset 1
/// give no step at all; h 2 then gives the first one.
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

  /// Appends the step without its certain controls, after the flip of its target if one was put
  /// off; nothing where the step never acts or is itself a flip that can be put off.
  void add(Step step, std::vector<Step> &steps);

  /// Appends the flips put off, so that the state is the circuit's; their qubits are certain no
  /// more.
  void flush_flips(std::vector<Step> &steps);

 private:
  void leave_open(int qubit, std::vector<Step> &steps);

  uint64_t qubits_;
  /// The qubits certain to be in |1>: their flips are put off.
  uint64_t ones_ = 0;
};

}  // namespace pentad
