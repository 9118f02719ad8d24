#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "clifford/tableau.h"

namespace pentad {

/// For every random outcome so far, a lane: the Pauli frame and the classical bits that differ
/// from the reference when that outcome is 1. Lane s is bit s of each row; rows grow as needed.
class OutcomeFrames {
 public:
  explicit OutcomeFrames(const StabilizerProgram &program)
      : clbit_rows_(2 * size_t{program.qubits}),
        slot_(clbit_rows_),
        bits_((clbit_rows_ + program.clbits) * words_) {
    for (uint32_t row = 0; row < slot_.size(); ++row) slot_[row] = row;
  }

  /// Makes room for one more lane; false when that would take more than `most` bytes.
  bool widen(uint64_t most) {
    if (count_ < 64 * words_) return true;
    const size_t rows = bits_.size() / words_;
    if (rows * words_ * 16 > most) return false;
    std::vector<uint64_t> wider(bits_.size() * 2);
    for (size_t r = 0; r < rows; ++r) copy(&wider[r * 2 * words_], row(r));
    bits_ = std::move(wider);
    words_ *= 2;
    return true;
  }

  uint32_t count() const { return count_; }
  uint64_t *x(size_t q) { return row(slot_[2 * q]); }
  uint64_t *z(size_t q) { return row(slot_[2 * q + 1]); }
  uint64_t *clbit(size_t b) { return row(clbit_rows_ + b); }

  /// A gate; Paulis change no lane.
  void apply(const StabilizerOp &op) {
    const size_t a = static_cast<size_t>(op.a), b = static_cast<size_t>(op.b);
    switch (op.code) {
      case StabilizerCode::kH:
        return std::swap(slot_[2 * a], slot_[2 * a + 1]);
      case StabilizerCode::kS:
        return add(z(a), x(a));
      case StabilizerCode::kCx:
        add(x(b), x(a));
        return add(z(a), z(b));
      case StabilizerCode::kCz:
        add(z(b), x(a));
        return add(z(a), x(b));
      case StabilizerCode::kSwap:
        std::swap(slot_[2 * a], slot_[2 * b]);
        return std::swap(slot_[2 * a + 1], slot_[2 * b + 1]);
      default:
        return;
    }
  }

  void add(uint64_t *to, const uint64_t *from) const {
    for (size_t w = 0; w < used(); ++w) to[w] ^= from[w];
  }
  void copy(uint64_t *to, const uint64_t *from) const { std::copy(from, from + used(), to); }
  void clear(uint64_t *to) const { std::fill(to, to + used(), 0); }
  size_t used() const { return (size_t{count_} + 63) / 64; }
  bool is_zero(const uint64_t *row) const {
    return std::all_of(row, row + used(), [](uint64_t word) { return word == 0; });
  }

  /// Adds a lane, for which there must be room, for the random outcome of q. Multiplying `partner`
  /// into the older lanes that flip the outcome makes it depend on the new lane alone.
  void branch(size_t q, const PauliBits &partner, size_t qubits) {
    const std::vector<uint64_t> flipped(x(q), x(q) + used());
    const auto each = [&](const std::vector<uint64_t> &pauli, bool is_z) {
      for (size_t j = 0; j < qubits; ++j) {
        if (!(pauli[j / 64] >> (j % 64) & 1)) continue;
        uint64_t *to = is_z ? z(j) : x(j);
        for (size_t w = 0; w < flipped.size(); ++w) to[w] ^= flipped[w];
        to[count_ / 64] ^= uint64_t{1} << (count_ % 64);
      }
    };
    each(partner.x, false);
    each(partner.z, true);
    ++count_;
  }

 private:
  uint64_t *row(size_t index) { return bits_.data() + index * words_; }

  size_t words_ = 4, clbit_rows_;
  uint32_t count_ = 0;
  std::vector<uint32_t> slot_;
  std::vector<uint64_t> bits_;
};

}  // namespace pentad
