#include "emit.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace pentad {
namespace {

/// Rounding of products of a few matrices; dropping it costs no more than making it did.
constexpr double kRounding = 1e-15;
/// A first entry below this would make the others large.
constexpr double kLeastScale = 0.25;
/// A group's scale is made good before float32 could overflow.
constexpr double kLeastGroupScale = 0x1p-30;

bool is_zero(double value) {
  return std::abs(value) <= kRounding;
}
bool is_diagonal(const Matrix &m) {
  return m[1] == 0. && m[2] == 0.;
}
bool is_identity(const Matrix &m) {
  return is_diagonal(m) && m[0] == 1. && m[3] == 1.;
}
bool is_flip(const Matrix &m) {
  return m[0] == 0. && m[3] == 0. && m[1] == 1. && m[2] == 1.;
}

Matrix product(const Matrix &a, const Matrix &b) {
  return {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2],
          a[2] * b[1] + a[3] * b[3]};
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
  return imaginary && plus ? Form::kCross : Form::kAny;
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
Emitter<T>::Emitter(uint64_t qubits, int lane_bits, Group<T> &group)
    : lane_bits_(lane_bits), bits_(0), group_(group) {
  place_of_.fill(-1);
  for (uint64_t rest = qubits; rest != 0; rest &= rest - 1) {
    place_of_[static_cast<size_t>(std::countr_zero(rest))] = static_cast<int8_t>(bits_++);
  }
}

template <typename T>
typename Emitter<T>::Condition Emitter<T>::locate(uint64_t mask, uint64_t value) const {
  Condition where;
  for (uint64_t rest = mask; rest != 0; rest &= rest - 1) {
    const uint64_t bit = rest & -rest;
    const int place = place_of_[static_cast<size_t>(std::countr_zero(rest))];
    const bool one = (value & bit) != 0;
    if (place < 0) {
      where.outside_mask |= bit;
      where.outside_value |= one ? bit : 0;
    } else {
      const uint32_t at = uint32_t{1} << place;
      (is_high(place) ? where.mask : where.lane_mask) |= at;
      (is_high(place) ? where.value : where.lane_value) |= one ? at : 0;
    }
  }
  return where;
}

template <typename T>
void Emitter<T>::merge(int place, const Matrix &matrix) {
  Pending &pending = pending_[static_cast<size_t>(place)];
  pending.matrix = pending.any ? product(matrix, pending.matrix) : matrix;
  pending.any = !is_identity(pending.matrix);
}

template <typename T>
void Emitter<T>::add(const Step &step) {
  if (step.target < 0) return phase(step);
  const int place = place_of_[static_cast<size_t>(step.target)];
  if (step.mask == 0) return merge(place, step.matrix);
  controlled(step);
}

template <typename T>
void Emitter<T>::phase(const Step &step) {
  const Condition where = locate(step.mask, step.value);
  const uint32_t inside = where.mask | where.lane_mask;
  const std::complex<double> factor = step.matrix[0];
  if (where.outside_mask == 0 && std::popcount(inside) == 1) {
    const bool one = (where.value | where.lane_value) != 0;
    return merge(std::countr_zero(inside), {one ? 1. : factor, 0., 0., one ? factor : 1.});
  }
  if (where.outside_mask == 0 && std::popcount(where.mask) == 2 && where.mask == inside &&
      where.value == where.mask) {
    const int a = std::countr_zero(inside), b = 31 - std::countl_zero(inside);
    if (add_pair(SweepKind::kPairPhase, a, b, factor)) return;
  }
  flush_changing(inside);
  if (inside != 0) return push_multiply(where, factor);
  Sweep<T> sweep = blank(SweepKind::kScalar, where);
  sweep.coefficients[0] = static_cast<T>(factor.real());
  sweep.coefficients[1] = static_cast<T>(factor.imag());
  group_.sweeps.push_back(sweep);
}

template <typename T>
void Emitter<T>::controlled(const Step &step) {
  const int place = place_of_[static_cast<size_t>(step.target)];
  const Condition where = locate(step.mask, step.value);
  const uint32_t inside = where.mask | where.lane_mask;
  if (is_flip(step.matrix) && is_high(place) && where.outside_mask == 0 &&
      std::popcount(where.mask) == 1 && where.mask == inside && where.value == where.mask) {
    if (add_pair(SweepKind::kPairFlip, std::countr_zero(inside), place, 1)) return;
  }
  flush(uint32_t{1} << place);
  flush_changing(inside);
  if (!is_high(place)) return push_lane(where, place, step.matrix);
  if (!is_flip(step.matrix) || where.lane_mask != 0) return push_target(where, place, step.matrix);
  Sweep<T> sweep = blank(SweepKind::kFlip, where);
  sweep.b = static_cast<uint8_t>(place);
  group_.sweeps.push_back(sweep);
}

/// False when nothing waits on either qubit, where a sweep of its own is less work.
template <typename T>
bool Emitter<T>::add_pair(SweepKind kind, int a, int b, std::complex<double> tail) {
  if (!pending_[static_cast<size_t>(a)].any && !pending_[static_cast<size_t>(b)].any) return false;
  push_pair(kind, a, b, tail);
  return true;
}

template <typename T>
void Emitter<T>::push_pair(SweepKind kind, int a, int b, std::complex<double> tail) {
  Sweep<T> sweep = blank(kind, {});
  sweep.a = static_cast<uint8_t>(a);
  sweep.b = static_cast<uint8_t>(b);
  for (const int side : {0, 1}) {
    Pending &pending = pending_[static_cast<size_t>(side == 0 ? a : b)];
    sweep.forms[side] = Form::kNone;
    if (pending.any) sweep.forms[side] = write_form(pending.matrix, sweep.coefficients + 8 * side);
    pending.any = false;
  }
  sweep.coefficients[16] = static_cast<T>(tail.real());
  sweep.coefficients[17] = static_cast<T>(tail.imag());
  group_.sweeps.push_back(sweep);
  rescale();
}

template <typename T>
Form Emitter<T>::write_form(const Matrix &matrix, T *to) {
  if (std::abs(matrix[0]) >= kLeastScale) {
    const Matrix scaled = divided(matrix, matrix[0]);
    const Form form = form_of(scaled);
    if (form != Form::kAny) {
      group_.scale *= matrix[0];
      write(scaled, to);
      return form;
    }
  }
  write(matrix, to);
  return Form::kAny;
}

template <typename T>
void Emitter<T>::rescale() {
  if (std::abs(group_.scale) >= kLeastGroupScale) return;
  const std::complex<double> factor = group_.scale;
  group_.scale = 1;
  push_multiply({}, factor);
}

template <typename T>
void Emitter<T>::flush(uint32_t places) {
  for (; places != 0; places &= places - 1) flush_one(std::countr_zero(places));
}

/// Diagonal matrices commute with being read, and go on waiting.
template <typename T>
void Emitter<T>::flush_changing(uint32_t places) {
  for (; places != 0; places &= places - 1) {
    const int place = std::countr_zero(places);
    if (!is_diagonal(pending_[static_cast<size_t>(place)].matrix)) flush_one(place);
  }
}

template <typename T>
void Emitter<T>::flush_one(int place) {
  Pending &pending = pending_[static_cast<size_t>(place)];
  if (!pending.any) return;
  const Matrix matrix = pending.matrix;
  const uint32_t bit = uint32_t{1} << place;
  const bool high = is_high(place);
  if (is_diagonal(matrix) && high && std::abs(matrix[0]) >= kLeastScale) {
    pending.any = false;
    group_.scale *= matrix[0];
    Condition one;
    one.mask = one.value = bit;
    return push_multiply(one, matrix[3] / matrix[0]);
  }
  if (high) {
    const int other = place == bits_ - 1 ? place - 1 : bits_ - 1;
    const Pending kept = std::exchange(pending_[static_cast<size_t>(other)], Pending{});
    push_pair(SweepKind::kPair, place, other, 1);
    pending_[static_cast<size_t>(other)] = kept;
    return;
  }
  pending.any = false;
  push_lane({}, place, matrix);
}

template <typename T>
void Emitter<T>::finish() {
  int waiting = -1;
  for (int place = 0; place < bits_; ++place) {
    if (!pending_[static_cast<size_t>(place)].any) continue;
    if (!is_high(place)) {
      flush_one(place);
    } else if (waiting < 0) {
      waiting = place;
    } else {
      push_pair(SweepKind::kPair, waiting, place, 1);
      waiting = -1;
    }
  }
  if (waiting >= 0) flush_one(waiting);
}

template <typename T>
Sweep<T> Emitter<T>::blank(SweepKind kind, const Condition &where) const {
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
void Emitter<T>::write_lanes(Sweep<T> &sweep, const std::vector<std::vector<double>> &rows) {
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
void Emitter<T>::push_multiply(const Condition &where, std::complex<double> factor) {
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
void Emitter<T>::push_target(const Condition &where, int place, const Matrix &matrix) {
  Sweep<T> sweep = blank(SweepKind::kTarget, where);
  sweep.b = static_cast<uint8_t>(place);
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
void Emitter<T>::push_lane(const Condition &where, int place, const Matrix &m) {
  const bool real = std::all_of(m.begin(), m.end(), [](auto e) { return e.imag() == 0; });
  Sweep<T> sweep = blank(real ? SweepKind::kLaneReal : SweepKind::kLaneComplex, where);
  sweep.b = static_cast<uint8_t>(place);
  std::vector<std::vector<double>> rows(4);
  for (uint32_t lane = 0; lane < uint32_t{1} << lane_bits_; ++lane) {
    const bool hit = (lane & where.lane_mask) == where.lane_value;
    const bool one = (lane >> place & 1) != 0;
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

template class Emitter<float>;
template class Emitter<double>;

}  // namespace pentad
