#pragma once
#include <array>
#include <cmath>
#include <complex>

namespace pentad {

/// Row-major 2x2 matrix {00, 01, 10, 11}.
using Matrix = std::array<std::complex<double>, 4>;

inline Matrix product(const Matrix &a, const Matrix &b) {
  return {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2],
          a[2] * b[1] + a[3] * b[3]};
}

inline bool is_diagonal(const Matrix &m) {
  return m[1] == 0. && m[2] == 0.;
}

/// Whether the modulus is 1 up to rounding.
inline bool is_phase(const std::complex<double> &number) {
  constexpr double kRounding = 1e-12;
  return std::abs(std::abs(number) - 1) <= kRounding;
}

}  // namespace pentad
