#pragma once
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "control.h"

namespace pentad {

/// Most qubits a state may have: 16 GiB of amplitudes.
inline constexpr int kMaxQubits = 30;

/// Row-major 2x2 matrix {00, 01, 10, 11}.
using Matrix = std::array<std::complex<double>, 4>;

/// Amplitudes of n qubits in double precision; qubit q is bit q of the index.
///
/// Real and imaginary parts lie in separate arrays so that one sweep runs in vector registers.
/// Example: after apply(H, 0) on a fresh one-qubit state, re = {0.7071, 0.7071}, im = {0, 0}.
/// Memory 16 * 2^n bytes. Sweeps look at the cancel flag every kChunk amplitudes; a cancelled
/// sweep leaves the state unspecified.
class State {
 public:
  /// All amplitudes zero but the first. Throws std::bad_alloc when there is no memory.
  explicit State(int qubits);

  int qubits() const { return qubits_; }
  size_t size() const { return size_t{1} << qubits_; }
  double probability(size_t index) const {
    return re_[index] * re_[index] + im_[index] * im_[index];
  }

  /// Deep copy, never made by accident.
  State clone() const;

  /// Applies `matrix` to `target` in the part of the state where every qubit of the bit mask
  /// `controls` is 1; 0 means unconditionally. Requires target outside controls.
  void apply(const Matrix &matrix, int target, uint64_t controls, const Control &control);

  /// {weight of outcome 0, weight of outcome 1} of measuring the qubit; not normalized.
  std::array<double, 2> weights(int qubit, const Control &control) const;

  /// Projects on the outcome and divides by the square root of its weight, which must not be 0.
  void collapse(int qubit, int outcome, double weight, const Control &control);

 private:
  struct Free {
    void operator()(double *values) const { std::free(values); }
  };
  using Values = std::unique_ptr<double[], Free>;
  static Values zeros(size_t count);

  template <typename Kernel>
  void sweep(int target, uint64_t controls, const Control &control, Kernel kernel);

  int qubits_;
  Values re_, im_;
};

}  // namespace pentad
