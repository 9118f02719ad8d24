#include "basis-qubits.h"

#include <bit>
#include <cmath>

namespace pentad {
namespace {

/// How far from 1 rounding leaves the modulus of a phase.
constexpr double kRounding = 1e-12;

bool is_phase(const std::complex<double> &number) {
  return std::abs(std::abs(number) - 1) <= kRounding;
}

/// A flip but for phases, which on a qubit that is certain nothing can tell.
bool only_flips(const Matrix &m) {
  return m[0] == 0. && m[3] == 0. && is_phase(m[1]) && is_phase(m[2]);
}

}  // namespace

void Certain::set(int qubit, bool value) {
  const uint64_t bit = uint64_t{1} << qubit;
  qubits_ |= bit;
  ones_ = value ? ones_ | bit : ones_ & ~bit;
}

void Certain::leave_open(int qubit, std::vector<Step> &steps) {
  if (value(qubit)) steps.push_back({qubit, 0, 0, {0., 1., 1., 0.}});
  ones_ &= ~(uint64_t{1} << qubit);
  qubits_ &= ~(uint64_t{1} << qubit);
}

void Certain::add(Step step, std::vector<Step> &steps) {
  const uint64_t told = step.mask & qubits_;
  if (((step.value ^ ones_) & told) != 0) return;
  step.mask &= ~told;
  step.value &= ~told;
  if (step.target < 0) {
    // A phase of the whole state is nothing.
    if (step.mask != 0 || !is_phase(step.matrix[0])) steps.push_back(step);
    return;
  }
  if (knows(step.target)) {
    if (step.mask == 0 && only_flips(step.matrix)) {
      ones_ ^= uint64_t{1} << step.target;
      return;
    }
    leave_open(step.target, steps);
  }
  steps.push_back(step);
}

void Certain::settle(std::vector<Step> &steps) {
  for (uint64_t left = ones_; left != 0; left &= left - 1) {
    leave_open(std::countr_zero(left), steps);
  }
}

}  // namespace pentad
