#include "stabilizer_reference.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "stabilizer_tableau.h"

namespace pentad {
namespace {

/// Lanes beyond this many bytes are not worth it: frames do the same at their own pace.
constexpr uint64_t kMostLaneBytes = uint64_t{1} << 28;

using Code = StabilizerCode;

bool is_error(Code code) {
  return code == Code::kPauli1 || code == Code::kPauli2;
}

bool is_noise(const StabilizerOp &op) {
  return is_error(op.code) || (op.code == Code::kMeasure && op.p[0] > 0);
}

bool is_pauli(Code code) {
  return code == Code::kX || code == Code::kZ;
}

/// For every random outcome so far, a lane: the Pauli frame and the classical bits that differ
/// from the reference when that outcome is 1. Lane s is bit s of each row.
class Lanes {
 public:
  Lanes(const StabilizerProgram &program, size_t most)
      : words_((most + 63) / 64),
        clbit_rows_(2 * size_t{program.qubits}),
        slot_(clbit_rows_),
        bits_((clbit_rows_ + program.clbits) * words_) {
    for (uint32_t row = 0; row < slot_.size(); ++row) slot_[row] = row;
  }

  static uint64_t bytes(const StabilizerProgram &program, size_t most) {
    return (2 * uint64_t{program.qubits} + program.clbits) * ((most + 63) / 64) * 8;
  }

  uint32_t count() const { return count_; }
  uint64_t *x(size_t q) { return row(slot_[2 * q]); }
  uint64_t *z(size_t q) { return row(slot_[2 * q + 1]); }
  uint64_t *clbit(size_t b) { return row(clbit_rows_ + b); }

  void h(size_t q) { std::swap(slot_[2 * q], slot_[2 * q + 1]); }
  void s(size_t q) { add(z(q), x(q)); }
  void swap(size_t a, size_t b) {
    std::swap(slot_[2 * a], slot_[2 * b]);
    std::swap(slot_[2 * a + 1], slot_[2 * b + 1]);
  }
  void add(uint64_t *to, const uint64_t *from) const {
    for (size_t w = 0; w < used(); ++w) to[w] ^= from[w];
  }
  void copy(uint64_t *to, const uint64_t *from) const { std::copy(from, from + used(), to); }
  void clear(uint64_t *to) const { std::fill(to, to + used(), 0); }
  bool is_zero(const uint64_t *row) const {
    return std::all_of(row, row + used(), [](uint64_t word) { return word == 0; });
  }

  /// A new lane for the random outcome of q. Multiplying `partner` into the older lanes that flip
  /// the outcome makes it depend on the new lane alone.
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
  size_t used() const { return (size_t{count_} + 63) / 64; }
  uint64_t *row(size_t index) { return bits_.data() + index * words_; }

  size_t words_, clbit_rows_;
  uint32_t count_ = 0;
  std::vector<uint32_t> slot_;
  std::vector<uint64_t> bits_;
};

class ReferenceRun {
 public:
  ReferenceRun(const StabilizerProgram &program, bool noisy, size_t most)
      : program_(program),
        noisy_(noisy),
        tableau_(program.qubits),
        lanes_(program, noisy ? 0 : most),
        bits_(program.clbits),
        written_(program.clbits) {}

  /// False when the op breaks linearity.
  bool step(const StabilizerOp &op) {
    bool happens = true;
    if (op.condition >= 0) {
      const size_t bit = static_cast<size_t>(op.condition) / 2;
      happens = bits_[bit] == (op.condition & 1);
      if (varies(bit)) {
        if (!is_pauli(op.code) && !is_error(op.code)) return false;
        if (!noisy_) {
          lanes_.add(op.code == Code::kX ? lanes_.x(op.a) : lanes_.z(op.a), lanes_.clbit(bit));
        }
      }
    }
    happened_.push_back(happens);
    if (happens) apply(op);
    return true;
  }

  /// Reads the result off; the forms only where sums over them are cheaper than frames, which
  /// also bounds their memory.
  void finish(Reference &reference) {
    reference.bits = bits_;
    reference.happened = happened_;
    reference.path = StabilizerPath::kFrames;
    if (noisy_ || !is_sparse()) return;
    reference.path = StabilizerPath::kAffine;
    reference.symbols = lanes_.count();
    reference.forms.resize(program_.clbits);
    for (uint32_t b = 0; b < program_.clbits; ++b) {
      for (size_t w = 0; w < lane_words(); ++w) {
        for (uint64_t word = lanes_.clbit(b)[w]; word != 0; word &= word - 1) {
          reference.forms[b].push_back(static_cast<uint32_t>(w * 64) + std::countr_zero(word));
        }
      }
    }
  }

 private:
  size_t lane_words() const { return (size_t{lanes_.count()} + 63) / 64; }

  /// Compares the passes over 64 shots that the two ways take.
  bool is_sparse() {
    size_t sums = 0;
    for (uint32_t b = 0; b < program_.clbits; ++b) {
      const uint64_t *row = lanes_.clbit(b);
      for (size_t w = 0; w < lane_words(); ++w) sums += static_cast<size_t>(std::popcount(row[w]));
    }
    return sums <= 4 * (program_.ops.size() + program_.qubits);
  }

  /// Whether a bit may differ from the reference; known exactly without noise.
  bool varies(size_t bit) { return noisy_ ? written_[bit] : !lanes_.is_zero(lanes_.clbit(bit)); }

  void apply(const StabilizerOp &op) {
    const size_t a = static_cast<size_t>(op.a), b = static_cast<size_t>(op.b);
    switch (op.code) {
      case Code::kH:
        tableau_.h(a);
        return lanes_.h(a);
      case Code::kS:
        tableau_.s(a);
        return lanes_.s(a);
      case Code::kX:
        return tableau_.x(a);
      case Code::kZ:
        return tableau_.z(a);
      case Code::kCx:
        tableau_.cx(a, b);
        lanes_.add(lanes_.x(b), lanes_.x(a));
        return lanes_.add(lanes_.z(a), lanes_.z(b));
      case Code::kCz:
        tableau_.cz(a, b);
        lanes_.add(lanes_.z(b), lanes_.x(a));
        return lanes_.add(lanes_.z(a), lanes_.x(b));
      case Code::kSwap:
        tableau_.swap(a, b);
        return lanes_.swap(a, b);
      case Code::kMeasure:
        bits_[b] = measure(a);
        written_[b] = 1;
        return lanes_.copy(lanes_.clbit(b), lanes_.x(a));
      case Code::kReset:
        if (measure(a)) tableau_.x(a);
        return lanes_.clear(lanes_.x(a));
      default:
        return;
    }
  }

  bool measure(size_t q) {
    if (!tableau_.is_random(q)) return tableau_.outcome(q);
    if (!noisy_) {
      tableau_.partner(q, partner_);
      lanes_.branch(q, partner_, program_.qubits);
    }
    tableau_.collapse(q, false);
    return false;
  }

  const StabilizerProgram &program_;
  bool noisy_;
  Tableau tableau_;
  Lanes lanes_;
  std::vector<uint8_t> bits_, written_, happened_;
  PauliBits partner_;
};

}  // namespace

bool run_reference(const StabilizerProgram &program, Control &control, Reference &reference) {
  const auto &ops = program.ops;
  const auto most = static_cast<size_t>(std::count_if(ops.begin(), ops.end(), [](const auto &op) {
    return op.code == Code::kMeasure || op.code == Code::kReset;
  }));
  const bool noisy = std::any_of(ops.begin(), ops.end(), is_noise);
  const bool framed = noisy || Lanes::bytes(program, most) > kMostLaneBytes;
  ReferenceRun run(program, framed, most);
  control.total = 10 * ops.size();
  for (const StabilizerOp &op : ops) {
    if (control.cancelled()) return false;
    control.done.fetch_add(1, std::memory_order_relaxed);
    if (!run.step(op)) return true;
  }
  run.finish(reference);
  return true;
}

}  // namespace pentad
