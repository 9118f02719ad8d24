#include <algorithm>
#include <memory>

#include "stabilizer_sampler.h"
#include "stabilizer_tableau.h"

namespace pentad {
namespace {

using Code = StabilizerCode;

/// Ops between two looks at the cancel flag: well below a millisecond each.
constexpr size_t kOpsPerLook = 64;

bool is_certain(const StabilizerOp &op) {
  return op.condition < 0 && op.code <= Code::kSwap;
}

void apply_gate(Tableau &tableau, const StabilizerOp &op) {
  const size_t a = static_cast<size_t>(op.a), b = static_cast<size_t>(op.b);
  switch (op.code) {
    case Code::kH:
      return tableau.h(a);
    case Code::kS:
      return tableau.s(a);
    case Code::kX:
      return tableau.x(a);
    case Code::kZ:
      return tableau.z(a);
    case Code::kCx:
      return tableau.cx(a, b);
    case Code::kCz:
      return tableau.cz(a, b);
    case Code::kSwap:
      return tableau.swap(a, b);
    default:
      return;
  }
}

class ShotsPlan : public SamplerPlan {
 public:
  explicit ShotsPlan(const StabilizerProgram &program) : program_(program), start_(program.qubits) {
    while (first_ < program.ops.size() && is_certain(program.ops[first_])) {
      apply_gate(start_, program.ops[first_++]);
    }
  }

  StabilizerPath path() const override { return StabilizerPath::kShots; }
  uint64_t work(uint64_t shots) const override { return shots; }
  std::unique_ptr<Sampler> sampler(uint64_t seed) const override;

 private:
  friend class ShotsSampler;
  const StabilizerProgram &program_;
  /// The state after the gates before `first_`, which all shots share.
  Tableau start_;
  size_t first_ = 0;
};

class ShotsSampler : public Sampler {
 public:
  ShotsSampler(const ShotsPlan &plan, uint64_t seed)
      : plan_(plan), seed_(seed), tableau_(plan.start_), bits_(plan.program_.clbits) {}

  bool draw(const Batch &batch, Control &control) override {
    for (uint64_t shot = 0; shot < batch.shots; ++shot) {
      rng_ = Rng(batch_seed(seed_, batch.index), shot);
      if (!run(control)) return false;
      for (size_t b = 0; b < bits_.size(); ++b) {
        batch.data[b * batch.stride + shot / 64] |= uint64_t{bits_[b]} << (shot % 64);
      }
      control.done.fetch_add(1, std::memory_order_relaxed);
    }
    return true;
  }

 private:
  bool run(Control &control) {
    const auto &ops = plan_.program_.ops;
    tableau_ = plan_.start_;
    std::fill(bits_.begin(), bits_.end(), 0);
    for (size_t i = plan_.first_; i < ops.size(); ++i) {
      if (i % kOpsPerLook == 0 && control.cancelled()) return false;
      const int32_t condition = ops[i].condition;
      if (condition < 0 || bits_[static_cast<size_t>(condition) / 2] == (condition & 1)) {
        step(ops[i]);
      }
    }
    return !control.cancelled();
  }

  void step(const StabilizerOp &op) {
    const size_t a = static_cast<size_t>(op.a), b = static_cast<size_t>(op.b);
    switch (op.code) {
      case Code::kMeasure:
        bits_[b] = measure(a) != (op.p[0] > 0 && rng_.uniform() < op.p[0]);
        return;
      case Code::kReset:
        if (measure(a)) tableau_.x(a);
        return;
      case Code::kPauli1:
        return pauli1(a, op.p);
      case Code::kPauli2:
        if (rng_.uniform() < op.p[0]) pauli2(a, b);
        return;
      default:
        return apply_gate(tableau_, op);
    }
  }

  bool measure(size_t q) {
    if (!tableau_.is_random(q)) return tableau_.outcome(q);
    const bool outcome = rng_.next() >> 63;
    tableau_.collapse(q, outcome);
    return outcome;
  }

  void pauli1(size_t q, const double *p) {
    const double draw = rng_.uniform();
    if (draw < p[0] + p[1]) tableau_.x(q);
    if (draw >= p[0] && draw < p[0] + p[1] + p[2]) tableau_.z(q);
  }

  void pauli2(size_t a, size_t b) {
    const uint64_t kind = 1 + (rng_.next() >> 32) * 15 / (uint64_t{1} << 32);
    if (kind & 1) tableau_.x(a);
    if (kind & 2) tableau_.z(a);
    if (kind & 4) tableau_.x(b);
    if (kind & 8) tableau_.z(b);
  }

  const ShotsPlan &plan_;
  uint64_t seed_;
  Tableau tableau_;
  std::vector<uint8_t> bits_;
  Rng rng_{0, 0};
};

std::unique_ptr<Sampler> ShotsPlan::sampler(uint64_t seed) const {
  return std::make_unique<ShotsSampler>(*this, seed);
}

}  // namespace

std::unique_ptr<SamplerPlan> plan_shots(const StabilizerProgram &program) {
  return std::make_unique<ShotsPlan>(program);
}

}  // namespace pentad
