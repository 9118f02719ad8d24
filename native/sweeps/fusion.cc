#include "sweeps/fusion.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace pentad {
namespace {

bool is_identity(const Matrix &m) {
  return is_diagonal(m) && m[0] == 1. && m[3] == 1.;
}
bool is_flip(const Matrix &m) {
  return m[0] == 0. && m[3] == 0. && m[1] == 1. && m[2] == 1.;
}

}  // namespace

template <typename T>
GateFusion<T>::GateFusion(uint64_t qubits, int lane_bits, TileSweeps<T> &group)
    : lane_bits_(lane_bits), bits_(0), writer_(lane_bits, group) {
  position_of_.fill(-1);
  for (uint64_t rest = qubits; rest != 0; rest &= rest - 1) {
    position_of_[static_cast<size_t>(std::countr_zero(rest))] = static_cast<int8_t>(bits_++);
  }
}

template <typename T>
IndexCondition GateFusion<T>::locate(uint64_t mask, uint64_t value) const {
  IndexCondition where;
  for (uint64_t rest = mask; rest != 0; rest &= rest - 1) {
    const uint64_t bit = rest & -rest;
    const int position = position_of_[static_cast<size_t>(std::countr_zero(rest))];
    const bool one = (value & bit) != 0;
    if (position < 0) {
      where.outside_mask |= bit;
      where.outside_value |= one ? bit : 0;
    } else {
      const uint32_t at = uint32_t{1} << position;
      (is_high(position) ? where.mask : where.lane_mask) |= at;
      (is_high(position) ? where.value : where.lane_value) |= one ? at : 0;
    }
  }
  return where;
}

template <typename T>
void GateFusion<T>::merge(int position, const Matrix &matrix) {
  Pending &pending = pending_[static_cast<size_t>(position)];
  pending.matrix = pending.any ? product(matrix, pending.matrix) : matrix;
  pending.any = !is_identity(pending.matrix);
}

template <typename T>
void GateFusion<T>::add(const Step &step) {
  if (step.target < 0) return phase(step);
  const int position = position_of_[static_cast<size_t>(step.target)];
  if (step.mask == 0) return merge(position, step.matrix);
  controlled(step);
}

template <typename T>
void GateFusion<T>::phase(const Step &step) {
  const IndexCondition where = locate(step.mask, step.value);
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
  if (inside != 0) return writer_.multiply(where, factor);
  writer_.scalar(where, factor);
}

template <typename T>
void GateFusion<T>::controlled(const Step &step) {
  const int position = position_of_[static_cast<size_t>(step.target)];
  const IndexCondition where = locate(step.mask, step.value);
  const uint32_t inside = where.mask | where.lane_mask;
  if (is_flip(step.matrix) && is_high(position) && where.outside_mask == 0 &&
      std::popcount(where.mask) == 1 && where.mask == inside && where.value == where.mask) {
    if (add_pair(SweepKind::kPairFlip, std::countr_zero(inside), position, 1)) return;
  }
  flush(uint32_t{1} << position);
  flush_changing(inside);
  if (!is_high(position)) return writer_.lane(where, position, step.matrix);
  if (!is_flip(step.matrix) || where.lane_mask != 0)
    return writer_.target(where, position, step.matrix);
  writer_.flip(where, position);
}

/// False when nothing waits on either qubit, where a sweep of its own is less work.
template <typename T>
bool GateFusion<T>::add_pair(SweepKind kind, int a, int b, std::complex<double> tail) {
  if (!pending_[static_cast<size_t>(a)].any && !pending_[static_cast<size_t>(b)].any) return false;
  push_pair(kind, a, b, tail);
  return true;
}

template <typename T>
void GateFusion<T>::push_pair(SweepKind kind, int a, int b, std::complex<double> tail) {
  Pending &of_a = pending_[static_cast<size_t>(a)], &of_b = pending_[static_cast<size_t>(b)];
  writer_.pair(kind, {a, of_a.any ? &of_a.matrix : nullptr}, {b, of_b.any ? &of_b.matrix : nullptr},
               tail);
  of_a.any = of_b.any = false;
}

template <typename T>
void GateFusion<T>::flush(uint32_t positions) {
  for (; positions != 0; positions &= positions - 1) flush_one(std::countr_zero(positions));
}

/// For steps that only read these positions: diagonal matrices commute with them and go on waiting.
template <typename T>
void GateFusion<T>::flush_changing(uint32_t positions) {
  for (; positions != 0; positions &= positions - 1) {
    const int position = std::countr_zero(positions);
    if (!is_diagonal(pending_[static_cast<size_t>(position)].matrix)) flush_one(position);
  }
}

template <typename T>
void GateFusion<T>::flush_one(int position) {
  Pending &pending = pending_[static_cast<size_t>(position)];
  if (!pending.any) return;
  const Matrix matrix = pending.matrix;
  const uint32_t bit = uint32_t{1} << position;
  const bool high = is_high(position);
  if (is_diagonal(matrix) && high && std::abs(matrix[0]) >= kMinFirst) {
    pending.any = false;
    writer_.scale(matrix[0]);
    IndexCondition one;
    one.mask = one.value = bit;
    return writer_.multiply(one, matrix[3] / matrix[0]);
  }
  if (high) {
    const int other = position == bits_ - 1 ? position - 1 : bits_ - 1;
    const Pending kept = std::exchange(pending_[static_cast<size_t>(other)], Pending{});
    push_pair(SweepKind::kPair, position, other, 1);
    pending_[static_cast<size_t>(other)] = kept;
    return;
  }
  pending.any = false;
  writer_.lane({}, position, matrix);
}

template <typename T>
void GateFusion<T>::finish() {
  int waiting = -1;
  for (int position = 0; position < bits_; ++position) {
    if (!pending_[static_cast<size_t>(position)].any) continue;
    if (!is_high(position)) {
      flush_one(position);
    } else if (waiting < 0) {
      waiting = position;
    } else {
      push_pair(SweepKind::kPair, waiting, position, 1);
      waiting = -1;
    }
  }
  if (waiting >= 0) flush_one(waiting);
}

template class GateFusion<float>;
template class GateFusion<double>;

}  // namespace pentad
