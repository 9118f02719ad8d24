#include "sweeps/writer.h"

#include <algorithm>
#include <cmath>

namespace pentad {
namespace {

/// Rounding error of products of a few matrices; entries below it count as 0.
constexpr double kRounding = 1e-15;
/// A group's scale is applied to the amplitudes before float32 could overflow.
constexpr double kMinGroupScale = 0x1p-30;

bool is_zero(double value) {
  return std::abs(value) <= kRounding;
}
Matrix divided(const Matrix &m, std::complex<double> by) {
  return {1., m[1] / by, m[2] / by, m[3] / by};
}

/// The form of a matrix whose first entry is 1.
Form form_of(const Matrix &m) {
  if (is_diagonal(m)) return Form::kPhase;
  const bool real = is_zero(m[1].imag()) && is_zero(m[2].imag());
  const bool imaginary = is_zero(m[1].real()) && is_zero(m[2].real());
  const bool plus = is_zero(m[3].real() - 1) && is_zero(m[3].imag());
  const bool minus = is_zero(m[3].real() + 1) && is_zero(m[3].imag());
  if (real && plus) return Form::kRotate;
  if (real && minus) return Form::kReflect;
  return imaginary && plus ? Form::kCross : Form::kScaled;
}

template <typename T>
void write(const Matrix &m, T *to) {
  for (size_t e = 0; e < 4; ++e) {
    to[2 * e] = static_cast<T>(m[e].real());
    to[2 * e + 1] = static_cast<T>(m[e].imag());
  }
}

}  // namespace

template <typename T>
void SweepWriter<T>::pair(SweepKind kind, const Side &a, const Side &b, std::complex<double> tail) {
  Sweep<T> sweep = blank(kind, {});
  sweep.a = static_cast<uint8_t>(a.position);
  sweep.b = static_cast<uint8_t>(b.position);
  sweep.forms[0] = a.matrix ? write_form(*a.matrix, sweep.coefficients) : Form::kNone;
  sweep.forms[1] = b.matrix ? write_form(*b.matrix, sweep.coefficients + 8) : Form::kNone;
  sweep.coefficients[16] = static_cast<T>(tail.real());
  sweep.coefficients[17] = static_cast<T>(tail.imag());
  group_.sweeps.push_back(sweep);
  rescale();
}

template <typename T>
void SweepWriter<T>::flip(const IndexCondition &where, int position) {
  Sweep<T> sweep = blank(SweepKind::kFlip, where);
  sweep.b = static_cast<uint8_t>(position);
  group_.sweeps.push_back(sweep);
}

template <typename T>
void SweepWriter<T>::scalar(const IndexCondition &where, std::complex<double> factor) {
  Sweep<T> sweep = blank(SweepKind::kScalar, where);
  sweep.coefficients[0] = static_cast<T>(factor.real());
  sweep.coefficients[1] = static_cast<T>(factor.imag());
  group_.sweeps.push_back(sweep);
}

template <typename T>
Form SweepWriter<T>::write_form(const Matrix &matrix, T *to) {
  if (std::abs(matrix[0]) >= kMinFirst) {
    const Matrix scaled = divided(matrix, matrix[0]);
    group_.scale *= matrix[0];
    write(scaled, to);
    return form_of(scaled);
  }
  write(matrix, to);
  return Form::kAny;
}

template <typename T>
void SweepWriter<T>::rescale() {
  if (std::abs(group_.scale) >= kMinGroupScale) return;
  const std::complex<double> factor = group_.scale;
  group_.scale = 1;
  multiply({}, factor);
}

template <typename T>
Sweep<T> SweepWriter<T>::blank(SweepKind kind, const IndexCondition &where) const {
  Sweep<T> sweep{};
  sweep.kind = kind;
  sweep.mask = where.mask;
  sweep.value = where.value;
  sweep.outside_mask = where.outside_mask;
  sweep.outside_value = where.outside_value;
  return sweep;
}

/// Each of `rows` holds a number for every lane.
template <typename T>
void SweepWriter<T>::write_lanes(Sweep<T> &sweep, const std::vector<std::vector<double>> &rows) {
  constexpr size_t kRow = 64 / sizeof(T);
  const size_t width = size_t{1} << lane_bits_;
  sweep.lanes = static_cast<uint32_t>(group_.lanes.size() * kRow);
  group_.lanes.resize(group_.lanes.size() + (rows.size() * width + kRow - 1) / kRow);
  for (size_t r = 0; r < rows.size(); ++r) {
    for (size_t lane = 0; lane < width; ++lane) {
      const size_t at = sweep.lanes + r * width + lane;
      group_.lanes[at / kRow].lane[at % kRow] = static_cast<T>(rows[r][lane]);
    }
  }
}

template <typename T>
void SweepWriter<T>::multiply(const IndexCondition &where, std::complex<double> factor) {
  Sweep<T> sweep = blank(SweepKind::kMultiply, where);
  std::vector<std::vector<double>> rows(2);
  for (uint32_t lane = 0; lane < uint32_t{1} << lane_bits_; ++lane) {
    const bool hit = (lane & where.lane_mask) == where.lane_value;
    rows[0].push_back(hit ? factor.real() : 1);
    rows[1].push_back(hit ? factor.imag() : 0);
  }
  write_lanes(sweep, rows);
  group_.sweeps.push_back(sweep);
}

template <typename T>
void SweepWriter<T>::target(const IndexCondition &where, int position, const Matrix &matrix) {
  Sweep<T> sweep = blank(SweepKind::kTarget, where);
  sweep.b = static_cast<uint8_t>(position);
  const Matrix identity{1., 0., 0., 1.};
  std::vector<std::vector<double>> rows(8);
  for (uint32_t lane = 0; lane < uint32_t{1} << lane_bits_; ++lane) {
    const Matrix &m = (lane & where.lane_mask) == where.lane_value ? matrix : identity;
    for (size_t e = 0; e < 4; ++e) {
      rows[2 * e].push_back(m[e].real());
      rows[2 * e + 1].push_back(m[e].imag());
    }
  }
  write_lanes(sweep, rows);
  group_.sweeps.push_back(sweep);
}

template <typename T>
void SweepWriter<T>::lane(const IndexCondition &where, int position, const Matrix &m) {
  const bool real = std::all_of(m.begin(), m.end(), [](auto e) { return e.imag() == 0; });
  Sweep<T> sweep = blank(real ? SweepKind::kLaneReal : SweepKind::kLaneComplex, where);
  sweep.b = static_cast<uint8_t>(position);
  std::vector<std::vector<double>> rows(4);
  for (uint32_t lane = 0; lane < uint32_t{1} << lane_bits_; ++lane) {
    const bool hit = (lane & where.lane_mask) == where.lane_value;
    const bool one = (lane >> position & 1) != 0;
    const std::complex<double> same = hit ? m[one ? 3 : 0] : 1.;
    const std::complex<double> other = hit ? m[one ? 2 : 1] : 0.;
    rows[0].push_back(same.real());
    rows[1].push_back(same.imag());
    rows[2].push_back(other.real());
    rows[3].push_back(other.imag());
  }
  if (real) rows = {rows[0], rows[2]};
  write_lanes(sweep, rows);
  group_.sweeps.push_back(sweep);
}

template class SweepWriter<float>;
template class SweepWriter<double>;

}  // namespace pentad
