#include <numeric>
#include <utility>

#include "frame_block.h"
#include "frames.h"
#include "stabilizer_sampler.h"

namespace pentad {
namespace {

using Code = StabilizerCode;

class Deviation {
 public:
  explicit Deviation(const StabilizerProgram &source)
      : program_{source.qubits, source.clbits, 1, 0, {}}, home_(source.qubits) {
    std::iota(home_.begin(), home_.end(), 0);
    // |0> is blind to Z: starting from random ones makes every outcome as random as it is.
    for (int32_t q : home_) emit(FrameCode::kReset, q);
  }

  void add(const StabilizerOp &op, bool happened) {
    const bool is_error = op.code == Code::kPauli1 || op.code == Code::kPauli2;
    const bool is_pauli = op.code == Code::kX || op.code == Code::kZ;
    if (op.condition >= 0 && (is_error || is_pauli)) {
      emit(FrameCode::kSet, 0, is_error && happened);
      emit(FrameCode::kXor, 0, op.condition / 2);
      emit(FrameCode::kMask, 0);
      is_pauli ? flip(op) : plain(op);
      emit(FrameCode::kMask, -1);
    } else if (happened) {
      plain(op);
    }
  }

  FrameProgram take() { return std::move(program_); }

 private:
  void emit(FrameCode code, int32_t a, int32_t b = 0, double p0 = 0, double p1 = 0, double p2 = 0) {
    program_.ops.push_back({code, a, b, 0, {p0, p1, p2}});
  }

  int32_t at(int32_t qubit) const { return home_[static_cast<size_t>(qubit)]; }

  void flip(const StabilizerOp &op) {
    emit(FrameCode::kPauli, at(op.a), op.code == Code::kX ? 1 : 2);
  }

  void plain(const StabilizerOp &op) {
    const int32_t a = at(op.a);
    switch (op.code) {
      case Code::kH:
        return emit(FrameCode::kH, a);
      case Code::kS:
        return emit(FrameCode::kS, a);
      case Code::kCx:
        emit(FrameCode::kH, at(op.b));
        emit(FrameCode::kCz, a, at(op.b));
        return emit(FrameCode::kH, at(op.b));
      case Code::kCz:
        return emit(FrameCode::kCz, a, at(op.b));
      case Code::kSwap:
        return std::swap(home_[static_cast<size_t>(op.a)], home_[static_cast<size_t>(op.b)]);
      case Code::kMeasure:
        return emit(FrameCode::kMeasure, a, op.b, op.p[0]);
      case Code::kReset:
        return emit(FrameCode::kReset, a);
      case Code::kPauli1:
        return emit(FrameCode::kPauli1, a, 0, op.p[0], op.p[1], op.p[2]);
      case Code::kPauli2:
        return emit(FrameCode::kPauli2, a, at(op.b), op.p[0]);
      default:
        return;  // Paulis that always happen are in the reference.
    }
  }

  FrameProgram program_;
  std::vector<int32_t> home_;
};

/// The frame program whose bits say where a noisy shot deviates from the reference.
///
/// A Pauli that depends on bit b flips the frame exactly where b deviates; noise after a gate that
/// did or did not happen follows the bit's true value.
FrameProgram deviation_program(const StabilizerProgram &program, const Reference &reference) {
  Deviation deviation(program);
  for (size_t i = 0; i < program.ops.size(); ++i) {
    deviation.add(program.ops[i], reference.happened[i]);
  }
  return deviation.take();
}

class FramesPlan : public SamplerPlan {
 public:
  FramesPlan(const StabilizerProgram &program, const Reference &reference)
      : frames_(deviation_program(program, reference)), plan_(frames_), bits_(reference.bits) {}

  StabilizerPath path() const override { return StabilizerPath::kFrames; }
  uint64_t work(uint64_t shots) const override {
    return (shots + kBlockShots - 1) / kBlockShots * frames_.ops.size();
  }
  std::unique_ptr<Sampler> sampler(uint64_t seed) const override;

 private:
  friend class FramesSampler;
  FrameProgram frames_;
  FramePlan plan_;
  std::vector<uint8_t> bits_;
};

class FramesSampler : public Sampler {
 public:
  FramesSampler(const FramesPlan &plan, uint64_t seed) : plan_(plan), seed_(seed) {}

  bool draw(const Batch &batch, Control &control) override {
    const uint64_t words = batch.words();
    planes_.assign(plan_.bits_.size() * words, 0);
    FrameBlock block(plan_.plan_, batch.shots, batch_seed(seed_, batch.index), inputs_, planes_);
    for (uint64_t first = 0; first < batch.shots; first += kBlockShots) {
      if (!block.run(first / kBlockShots, control)) return false;
    }
    for (size_t b = 0; b < plan_.bits_.size(); ++b) {
      const uint64_t flip = plan_.bits_[b] ? ~uint64_t{0} : 0;
      uint64_t *row = batch.data + b * batch.stride;
      for (uint64_t w = 0; w < words; ++w) row[w] = planes_[b * words + w] ^ flip;
      row[words - 1] &= batch.last_mask();
    }
    return true;
  }

 private:
  const FramesPlan &plan_;
  uint64_t seed_;
  std::vector<uint64_t> inputs_, planes_;
};

std::unique_ptr<Sampler> FramesPlan::sampler(uint64_t seed) const {
  return std::make_unique<FramesSampler>(*this, seed);
}

}  // namespace

std::unique_ptr<SamplerPlan> plan_frames(const StabilizerProgram &program,
                                         const Reference &reference) {
  return std::make_unique<FramesPlan>(program, reference);
}

}  // namespace pentad
