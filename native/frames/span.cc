#include "frames/span.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace pentad {
namespace {

/// Bits after which a span ends where it can: a flagged round of the five-qubit code has eight.
constexpr size_t kBits = 8;
/// Maximum bits and ops of a span: an effect is a vector over the outputs, which long spans would
/// make large.
constexpr size_t kMaxBits = 64;
constexpr size_t kMaxOps = 4096;

bool meets_two(FrameCode code) {
  return code == FrameCode::kCz || code == FrameCode::kPauli2;
}

std::set<int32_t> qubits_of(const FrameProgram &program, Span span) {
  std::set<int32_t> qubits;
  for (size_t i = span.begin; i < span.end; ++i) {
    const FrameOp &op = program.ops[i];
    qubits.insert(op.a);
    if (meets_two(op.code)) qubits.insert(op.b);
  }
  if (is_narrow(program)) {
    for (uint32_t q = 0; q < program.qubits; ++q) qubits.insert(static_cast<int32_t>(q));
  }
  return qubits;
}

/// The state of the pass: what an X or Z on each qubit flips from here to the end of the span.
class Backward {
 public:
  Backward(const FrameProgram &program, Span span, const Gf2 &live) {
    found_.bits = written_bits(program, span).size();
    next_bit_ = found_.bits;
    for (int32_t qubit : qubits_of(program, span)) {
      first_row_[qubit] = found_.rows.size();
      found_.rows.push_back(row_of(qubit, 0));
      found_.rows.push_back(row_of(qubit, 1));
    }
    found_.always = nothing();
    for (size_t i = 0; i < found_.rows.size(); ++i) {
      found_.of_row.push_back(nothing());
      if (live.test(found_.rows[i])) found_.of_row[i].flip(found_.bits + i);
    }
  }

  void step(const FrameOp &op) {
    switch (op.code) {
      case FrameCode::kReset:
        flip_site(op.p[0], x(op.a));
        coin(z(op.a));
        x(op.a) = z(op.a) = nothing();
        return;
      case FrameCode::kH:
        return std::swap(x(op.a), z(op.a));
      case FrameCode::kS:
        x(op.a) ^= z(op.a);
        return;
      case FrameCode::kCz:
        x(op.a) ^= z(op.b);
        x(op.b) ^= z(op.a);
        return;
      case FrameCode::kMeasure:
        return measure(op);
      case FrameCode::kPauli1:
        return pauli1(op);
      case FrameCode::kPauli2:
        return pauli2(op);
      case FrameCode::kPauli:
        if (op.b & 1) found_.always ^= x(op.a);
        if (op.b & 2) found_.always ^= z(op.a);
        return;
      case FrameCode::kPeek:
        frame(op.a, op.c).flip(--next_bit_);
        return;
      default:
        return load(op);
    }
  }

  SpanEffects take() { return std::move(found_); }

 private:
  Gf2 &frame(int32_t qubit, int32_t which) {
    return found_.of_row[first_row_.at(qubit) + static_cast<size_t>(which)];
  }
  Gf2 &x(int32_t qubit) { return frame(qubit, 0); }
  Gf2 &z(int32_t qubit) { return frame(qubit, 1); }
  Gf2 nothing() const { return Gf2(found_.size()); }

  void coin(const Gf2 &effect) {
    if (effect.any()) found_.fair.push_back(effect);
  }

  void flip_site(double p, const Gf2 &effect) { site({p}, {effect}); }

  void site(std::vector<double> p, std::vector<Gf2> effect) {
    const bool acts =
        std::any_of(effect.begin(), effect.end(), [](const Gf2 &e) { return e.any(); });
    const bool happens = std::any_of(p.begin(), p.end(), [](double one) { return one > 0; });
    if (acts && happens) found_.faults.push_back({std::move(p), std::move(effect)});
  }

  /// The row that a measurement randomizes does not matter before it, as its outcome is fair
  /// anyway.
  void measure(const FrameOp &op) {
    const Gf2 bit = Gf2::unit(found_.size(), --next_bit_);
    coin(z(op.a));
    z(op.a) = nothing();
    flip_site(op.p[0], bit);
    x(op.a) ^= bit;
  }

  void pauli1(const FrameOp &op) {
    site({op.p[0], op.p[1], op.p[2]}, {x(op.a), x(op.a) ^ z(op.a), z(op.a)});
  }

  void pauli2(const FrameOp &op) {
    const Gf2 *rows[4] = {&x(op.a), &z(op.a), &x(op.b), &z(op.b)};
    std::vector<Gf2> effects;
    for (int kind = 1; kind < 16; ++kind) {
      Gf2 effect = nothing();
      for (int i = 0; i < 4; ++i) {
        if (kind >> i & 1) effect ^= *rows[i];
      }
      effects.push_back(std::move(effect));
    }
    site(std::vector<double>(15, op.p[0] / 15), std::move(effects));
  }

  void load(const FrameOp &op) {
    Gf2 &row = frame(op.a, op.c);
    if (row.any()) found_.of_input.emplace_back(op.b, row);
    row = nothing();
  }

  SpanEffects found_;
  std::unordered_map<int32_t, size_t> first_row_;
  size_t next_bit_ = 0;
};

}  // namespace

std::vector<int32_t> written_bits(const FrameProgram &program, Span span) {
  std::vector<int32_t> bits;
  for (size_t i = span.begin; i < span.end; ++i) {
    if (writes_bit(program.ops[i].code)) bits.push_back(program.ops[i].b);
  }
  return bits;
}

SpanEffects effects_of(const FrameProgram &program, Span span, const Gf2 &live) {
  Backward pass(program, span, live);
  for (size_t i = span.end; i-- > span.begin;) pass.step(program.ops[i]);
  return pass.take();
}

Gf2 live_before(const SpanEffects &effects, const Gf2 &live) {
  Gf2 before = live;
  for (size_t i = 0; i < effects.rows.size(); ++i) {
    if (before.test(effects.rows[i]) != effects.of_row[i].any()) before.flip(effects.rows[i]);
  }
  return before;
}

namespace {

/// Ops of a span so far, to decide whether one more may join it.
class Growing {
 public:
  explicit Growing(const FrameProgram &program) : narrow_(is_narrow(program)) {}

  bool takes(const FrameOp &op) {
    if (is_control(op.code) || ops_++ >= kMaxOps || !joins(op)) return false;
    if (!writes_bit(op.code)) return written_.size() < kBits;
    return written_.size() < kMaxBits && written_.insert(op.b).second;
  }

 private:
  bool joins(const FrameOp &op) {
    if (narrow_) return true;
    qubits_.insert(op.a);
    if (meets_two(op.code)) qubits_.insert(op.b);
    return qubits_.size() <= kNarrow;
  }

  bool narrow_;
  size_t ops_ = 0;
  std::set<int32_t> qubits_, written_;
};

}  // namespace

size_t span_end(const FrameProgram &program, size_t begin) {
  Growing span(program);
  size_t end = begin;
  while (end < program.ops.size() && span.takes(program.ops[end])) ++end;
  return end;
}

}  // namespace pentad
