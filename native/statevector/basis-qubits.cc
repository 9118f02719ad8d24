#include "statevector/basis-qubits.h"

#include <bit>
#include <cmath>

namespace pentad {
namespace {

/// Whether the matrix is a flip up to phases, which on a qubit in |0> or |1> are global and cannot
/// be observed.
bool only_flips(const Matrix &m) {
  return m[0] == 0. && m[3] == 0. && is_phase(m[1]) && is_phase(m[2]);
}

}  // namespace

void BasisQubits::set(int qubit, bool value) {
  const uint64_t bit = uint64_t{1} << qubit;
  qubits_ |= bit;
  ones_ = value ? ones_ | bit : ones_ & ~bit;
}

void BasisQubits::leave_open(int qubit, std::vector<Step> &steps) {
  if (value(qubit)) steps.push_back({qubit, 0, 0, {0., 1., 1., 0.}});
  ones_ &= ~(uint64_t{1} << qubit);
  qubits_ &= ~(uint64_t{1} << qubit);
}

void BasisQubits::add(Step step, std::vector<Step> &steps) {
  const uint64_t certain = step.mask & qubits_;
  if (((step.value ^ ones_) & certain) != 0) return;
  step.mask &= ~certain;
  step.value &= ~certain;
  if (step.target < 0) {
    // A global phase cannot be observed.
    if (step.mask != 0 || !is_phase(step.matrix[0])) steps.push_back(step);
    return;
  }
  if (contains(step.target)) {
    if (step.mask == 0 && only_flips(step.matrix)) {
      ones_ ^= uint64_t{1} << step.target;
      return;
    }
    leave_open(step.target, steps);
  }
  steps.push_back(step);
}

void BasisQubits::flush_flips(std::vector<Step> &steps) {
  for (uint64_t left = ones_; left != 0; left &= left - 1) {
    leave_open(std::countr_zero(left), steps);
  }
}

}  // namespace pentad
