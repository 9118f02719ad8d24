#include "amplitudes/tile-state.h"

#include <algorithm>
#include <cmath>

namespace pentad {
namespace {

/// Bound of the scale and of its inverse, beyond which squares in single precision come near their
/// limits.
constexpr double kMinScale = 0x1p-20;

/// Calls visit(index) for the indices below `size` with zeros at `fixed`.
template <typename Visit>
void each(size_t fixed, size_t size, Visit visit) {
  for (size_t i = 0; i < size; i = ((i | fixed) + 1) & ~fixed) visit(i);
}

size_t bit_of(int qubit) {
  return qubit < 0 ? 0 : size_t{1} << qubit;
}

}  // namespace

template <typename T>
TileState<T>::TileState(int qubits, const SweepKernels<T> &kernels)
    : bits_(state_bits(qubits, kernels)), kernels_(&kernels), numbers_(2 * size()) {
  re(0) = 1;
}

template <typename T>
void TileState<T>::set_ground() {
  std::fill_n(numbers_.data(), 2 * size(), T{0});
  re(0) = 1;
  scale_ = 1;
}

template <typename T>
void TileState<T>::copy_from(const TileState &other) {
  std::copy_n(other.numbers_.data(), 2 * size(), numbers_.data());
  scale_ = other.scale_;
}

template <typename T>
double TileState<T>::weight(size_t from, size_t to) const {
  // Eight sums, so that a vector's lanes need not wait for each other.
  double sums[8] = {};
  size_t i = from;
  for (; i + 8 <= to; i += 8) {
    for (size_t lane = 0; lane < 8; ++lane) sums[lane] += weight(i + lane);
  }
  for (; i < to; ++i) sums[0] += weight(i);
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

template <typename T>
void TileState<T>::run(const TileSweeps<T> &group) {
  double scale[2] = {1, 0};
  const T *lanes = group.lanes.empty() ? nullptr : group.lanes.data()->lane;
  kernels_->run(group.sweeps.data(), group.sweeps.size(), lanes, numbers_.data(), bits_, 0, scale);
  // A global phase cannot be observed.
  scale_ *= std::abs(group.scale) * std::hypot(scale[0], scale[1]);
  if (scale_ >= kMinScale && scale_ <= 1 / kMinScale) return;
  multiply(scale_);
  scale_ = 1;
}

template <typename T>
void TileState<T>::multiply(double factor) {
  const T by = static_cast<T>(factor);
  for (size_t i = 0; i < size(); ++i) {
    re(i) *= by;
    im(i) *= by;
  }
}

template <typename T>
std::array<double, 2> TileState<T>::weights(int qubit) const {
  std::array<double, 2> sums{};
  const size_t run = bit_of(qubit);
  for (size_t i = 0; i < size(); i += run) sums[i / run % 2] += weight(i, i + run);
  return sums;
}

template <typename T>
void TileState<T>::collapse(int qubit, int outcome, double weight, bool reset) {
  const size_t bit = bit_of(qubit), from = outcome == 1 ? bit : 0, to = reset ? 0 : from;
  const T by = static_cast<T>(1 / std::sqrt(weight));
  each(bit, size(), [&](size_t i) {
    const T real = re(i + from) * by, imaginary = im(i + from) * by;
    re(i) = re(i + bit) = im(i) = im(i + bit) = 0;
    re(i + to) = real;
    im(i + to) = imaginary;
  });
  scale_ = 1;
}

template <typename T>
PairDensity TileState<T>::density(int first, int second) const {
  PairDensity density{};
  const size_t a = bit_of(first), b = bit_of(second);
  const size_t count = second < 0 ? 2 : 4;
  each(a | b, size(), [&](size_t i) {
    std::complex<double> v[4];
    for (size_t j = 0; j < count; ++j) {
      const size_t at = i + (j & 1 ? a : 0) + (j & 2 ? b : 0);
      v[j] = {static_cast<double>(re(at)), static_cast<double>(im(at))};
    }
    for (size_t j = 0; j < count; ++j) {
      for (size_t k = 0; k < count; ++k) {
        density[4 * j + k] +=
            std::complex<double>(v[j].real() * v[k].real() + v[j].imag() * v[k].imag(),
                                 v[j].imag() * v[k].real() - v[j].real() * v[k].imag());
      }
    }
  });
  return density;
}

template class TileState<float>;
template class TileState<double>;

}  // namespace pentad
