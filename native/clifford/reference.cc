#include "clifford/reference.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "clifford/outcome-frames.h"

namespace pentad {
namespace {

/// Maximum bytes of lanes; where they would take more, shots are sampled without them.
constexpr uint64_t kMaxLaneBytes = uint64_t{1} << 28;

using Code = StabilizerCode;

bool has_noise(const StabilizerProgram &program) {
  return std::any_of(program.ops.begin(), program.ops.end(), [](const StabilizerOp &op) {
    return is_noise(op.code) || (op.code == Code::kMeasure && op.p[0] > 0);
  });
}

/// One run on the tableau, with lanes beside it for as long as every bit is a sum of symbols.
class ReferenceRun {
 public:
  explicit ReferenceRun(const StabilizerProgram &program)
      : program_(program),
        tableau_(program.qubits),
        bits_(program.clbits),
        is_written_(program.clbits) {
    if (!has_noise(program)) lanes_.emplace(program);
  }

  /// False at an op that splits the shots.
  bool step(const StabilizerOp &op) {
    const bool happens = op.condition < 0 || holds(op);
    if (splits_shots(op)) {
      if (varies(op)) return false;
      facts_.push_back(happens);
    } else if (op.condition >= 0 && is_pauli(op.code)) {
      facts_.push_back(happens);
      follow_pauli(op);
    }
    if (happens) apply(op);
    return true;
  }

  void finish(size_t end, Reference &reference) {
    const bool is_whole = end == program_.ops.size();
    if (is_whole && lanes_ && is_sparse()) reference.affine = affine();
    reference.prefix = {std::move(facts_), end, std::nullopt};
    if (!is_whole) reference.prefix.tableau = std::move(tableau_);
  }

 private:
  bool holds(int32_t literal) const {
    return bits_[static_cast<size_t>(literal) / 2] == literal % 2;
  }

  bool holds(const StabilizerOp &op) const {
    const auto literals = program_.literals(op);
    return std::all_of(literals.begin(), literals.end(), [&](int32_t l) { return holds(l); });
  }

  /// Whether a bit may differ from the reference; known exactly with lanes.
  bool varies(int32_t literal) {
    const size_t bit = static_cast<size_t>(literal) / 2;
    return lanes_ ? !lanes_->is_zero(lanes_->clbit(bit)) : is_written_[bit] != 0;
  }

  /// Whether a condition may come out otherwise than in the reference.
  bool varies(const StabilizerOp &op) {
    bool may = false;
    for (int32_t literal : program_.literals(op)) {
      if (varies(literal)) {
        may = true;
      } else if (!holds(literal)) {
        return false;
      }
    }
    return may;
  }

  /// A Pauli under one varying bit is a sum; under a product of several it is not.
  void follow_pauli(const StabilizerOp &op) {
    if (!lanes_ || !varies(op)) return;
    const auto literals = program_.literals(op);
    const auto is_varying = [&](int32_t literal) { return varies(literal); };
    if (std::count_if(literals.begin(), literals.end(), is_varying) > 1) return lanes_.reset();
    const int32_t literal = *std::find_if(literals.begin(), literals.end(), is_varying);
    lanes_->add(op.code == Code::kX ? lanes_->x(static_cast<size_t>(op.a))
                                    : lanes_->z(static_cast<size_t>(op.a)),
                lanes_->clbit(static_cast<size_t>(literal) / 2));
  }

  void apply(const StabilizerOp &op) {
    const size_t a = static_cast<size_t>(op.a), b = static_cast<size_t>(op.b);
    if (op.code == Code::kMeasure) {
      bits_[b] = measure(a);
      is_written_[b] = 1;
      facts_.push_back(bits_[b]);
      if (lanes_) lanes_->copy(lanes_->clbit(b), lanes_->x(a));
    } else if (op.code == Code::kReset) {
      if (measure(a)) tableau_.x(a);
      if (lanes_) lanes_->clear(lanes_->x(a));
    } else {
      tableau_.apply(op);
      if (lanes_) lanes_->apply(op);
    }
  }

  bool measure(size_t q) {
    if (lanes_ && tableau_.is_random(q)) {
      if (lanes_->widen(kMaxLaneBytes)) {
        tableau_.partner(q, partner_);
        lanes_->branch(q, partner_, program_.qubits);
      } else {
        lanes_.reset();
      }
    }
    return tableau_.measure(q);
  }

  /// Whether sums over forms take fewer passes over 64 shots than frames do; also bounds the memory
  /// of the forms.
  bool is_sparse() {
    size_t sums = 0;
    for (uint32_t b = 0; b < program_.clbits; ++b) {
      const uint64_t *row = lanes_->clbit(b);
      for (size_t w = 0; w < lanes_->used(); ++w)
        sums += static_cast<size_t>(std::popcount(row[w]));
    }
    return sums <= 4 * (program_.ops.size() + program_.qubits);
  }

  Affine affine() {
    Affine found{bits_, lanes_->count(), {}};
    found.forms.resize(program_.clbits);
    for (uint32_t b = 0; b < program_.clbits; ++b) {
      for (size_t w = 0; w < lanes_->used(); ++w) {
        for (uint64_t word = lanes_->clbit(b)[w]; word != 0; word &= word - 1) {
          found.forms[b].push_back(static_cast<uint32_t>(w * 64) + std::countr_zero(word));
        }
      }
    }
    return found;
  }

  const StabilizerProgram &program_;
  Tableau tableau_;
  std::optional<OutcomeFrames> lanes_;
  std::vector<uint8_t> bits_, is_written_;
  ReferenceRecord facts_;
  PauliBits partner_;
};

}  // namespace

bool run_reference(const StabilizerProgram &program, Control &control, Reference &reference) {
  ReferenceRun run(program);
  control.total = 10 * program.ops.size();
  size_t end = 0;
  for (; end < program.ops.size() && run.step(program.ops[end]); ++end) {
    if (control.cancelled()) return false;
    control.done.fetch_add(1, std::memory_order_relaxed);
  }
  run.finish(end, reference);
  return true;
}

}  // namespace pentad
