#pragma once
#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <vector>

#include "base/aligned-array.h"
#include "sweeps/kernels.h"
#include "sweeps/plan.h"

namespace pentad {

/// Index bits of a state: sweeps need two qubits beside those within a vector register.
template <typename T>
int state_bits(int qubits, const SweepKernels<T> &kernels) {
  return std::max(qubits, kernels.lane_bits + 2);
}

/// Reduced density matrix of two qubits, not normalized: entry 4 * j + k is <j| rho |k>, bit 0 of j
/// and k being the first qubit's. Without a second qubit j, k < 2.
using PairDensity = std::array<std::complex<double>, 16>;

/// One state of a group of shots, in arrays that the sweeps run through as one tile.
///
/// The state is not kept normalized: readers divide by the sum of the weights, and factors that the
/// sweeps leave out (see Form) are applied before numbers grow out of range.
template <typename T>
class TileState {
 public:
  /// |0...0>. Throws std::bad_alloc.
  TileState(int qubits, const SweepKernels<T> &kernels);
  TileState(const TileState &) = delete;
  TileState &operator=(const TileState &) = delete;

  void set_ground();
  void copy_from(const TileState &other);

  int bits() const { return bits_; }
  size_t size() const { return size_t{1} << bits_; }
  double weight(size_t index) const {
    const double re = static_cast<double>(this->re(index)),
                 im = static_cast<double>(this->im(index));
    return re * re + im * im;
  }
  double weight(size_t from, size_t to) const;

  void run(const TileSweeps<T> &group);
  void multiply(double factor);

  /// {weight of outcome 0, weight of outcome 1} of measuring the qubit.
  std::array<double, 2> weights(int qubit) const;
  /// Projects on the outcome and normalizes its weight, which must not be 0, to 1; with `reset` the
  /// qubit is then flipped to 0.
  void collapse(int qubit, int outcome, double weight, bool reset);

  /// `second` may be -1.
  PairDensity density(int first, int second) const;

 private:
  /// The parts of an amplitude, where the sweeps look for them.
  T &re(size_t index) const { return numbers_[index + (index & ~(width() - 1))]; }
  T &im(size_t index) const { return numbers_[index + (index & ~(width() - 1)) + width()]; }
  size_t width() const { return size_t{1} << kernels_->lane_bits; }

  int bits_;
  const SweepKernels<T> *kernels_;
  AlignedArray<T> numbers_;
  double scale_ = 1;
};

}  // namespace pentad
