#include "statevector.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <new>

namespace pentad {
namespace {

/// Amplitude pairs between two looks at the cancel flag, some tenths of a millisecond.
constexpr size_t kChunk = size_t{1} << 16;

/// Spreads the bits of `value` so that bit `at` is 0 and those above move up by one.
size_t insert_zero(size_t value, int at) {
  const size_t low = (size_t{1} << at) - 1;
  return (value & ~low) << 1 | (value & low);
}

bool is_flip(const Matrix &m) {
  return m[0] == 0. && m[3] == 0. && m[1] == 1. && m[2] == 1.;
}

bool is_real(const Matrix &m) {
  return std::all_of(m.begin(), m.end(), [](auto entry) { return entry.imag() == 0; });
}

/// Runs of amplitudes: `count` of them from `zero` (target 0) and from `one` (target 1).
struct Pair {
  double *re0, *im0, *re1, *im1;
  size_t count;
};

void flip(const Pair &p) {
  std::swap_ranges(p.re0, p.re0 + p.count, p.re1);
  std::swap_ranges(p.im0, p.im0 + p.count, p.im1);
}

void multiply_real(const Matrix &m, const Pair &p) {
  const double a = m[0].real(), b = m[1].real(), c = m[2].real(), d = m[3].real();
  for (size_t i = 0; i < p.count; ++i) {
    const double re0 = p.re0[i], im0 = p.im0[i], re1 = p.re1[i], im1 = p.im1[i];
    p.re0[i] = a * re0 + b * re1;
    p.im0[i] = a * im0 + b * im1;
    p.re1[i] = c * re0 + d * re1;
    p.im1[i] = c * im0 + d * im1;
  }
}

void multiply(const Matrix &m, const Pair &p) {
  const double ar = m[0].real(), ai = m[0].imag(), br = m[1].real(), bi = m[1].imag();
  const double cr = m[2].real(), ci = m[2].imag(), dr = m[3].real(), di = m[3].imag();
  for (size_t i = 0; i < p.count; ++i) {
    const double re0 = p.re0[i], im0 = p.im0[i], re1 = p.re1[i], im1 = p.im1[i];
    p.re0[i] = ar * re0 - ai * im0 + br * re1 - bi * im1;
    p.im0[i] = ar * im0 + ai * re0 + br * im1 + bi * re1;
    p.re1[i] = cr * re0 - ci * im0 + dr * re1 - di * im1;
    p.im1[i] = cr * im0 + ci * re0 + dr * im1 + di * re1;
  }
}

}  // namespace

State::Values State::zeros(size_t count) {
  // calloc, not a vector: zero pages come from the system untouched, even 16 GiB of them at once.
  Values values(static_cast<double *>(std::calloc(count, sizeof(double))));
  if (!values) throw std::bad_alloc();
  return values;
}

State::State(int qubits) : qubits_(qubits) {
  if (qubits < 0 || qubits > kMaxQubits)
    throw std::invalid_argument("at most 30 qubits are supported");
  re_ = zeros(size());
  im_ = zeros(size());
  re_[0] = 1;
}

State State::clone() const {
  State copy(qubits_);
  std::copy_n(re_.get(), size(), copy.re_.get());
  std::copy_n(im_.get(), size(), copy.im_.get());
  return copy;
}

template <typename Kernel>
void State::sweep(int target, uint64_t controls, const Control &control, Kernel kernel) {
  const uint64_t fixed = controls | uint64_t{1} << target;
  // Below the lowest fixed bit, indices run without a gap.
  const int low = std::countr_zero(fixed);
  const size_t run = std::min(size_t{1} << low, kChunk);
  const size_t groups = (size() >> std::popcount(fixed)) / run;
  const size_t other = size_t{1} << target;
  for (size_t group = 0; group < groups; ++group) {
    if (group % (kChunk / run) == 0 && control.cancelled()) return;
    size_t base = group * run;
    for (uint64_t rest = fixed; rest != 0; rest &= rest - 1) {
      base = insert_zero(base, std::countr_zero(rest));
    }
    base |= controls;
    double *re = re_.get() + base, *im = im_.get() + base;
    kernel(Pair{re, im, re + other, im + other, run});
  }
}

void State::apply(const Matrix &matrix, int target, uint64_t controls, const Control &control) {
  if (is_flip(matrix)) return sweep(target, controls, control, flip);
  if (is_real(matrix)) {
    return sweep(target, controls, control, [&](const Pair &p) { multiply_real(matrix, p); });
  }
  sweep(target, controls, control, [&](const Pair &p) { multiply(matrix, p); });
}

std::array<double, 2> State::weights(int qubit, const Control &control) const {
  std::array<double, 2> weights{0, 0};
  for (size_t i = 0; i < size(); ++i) {
    if (i % kChunk == 0 && control.cancelled()) break;
    weights[i >> qubit & 1] += probability(i);
  }
  return weights;
}

void State::collapse(int qubit, int outcome, double weight, const Control &control) {
  const double scale = 1 / std::sqrt(weight);
  const Matrix projector{outcome ? 0. : scale, 0., 0., outcome ? scale : 0.};
  apply(projector, qubit, 0, control);
}

}  // namespace pentad
