#include <algorithm>
#include <bit>
#include <utility>

#include "clifford/reference-tree.h"
#include "stabilizer/shot-group.h"

namespace pentad {
namespace {

/// Ops between two checks of the cancel flag; each op takes a few microseconds at most.
constexpr size_t kOpsPerLook = 64;
/// Maximum bytes of the frames of a block, so that they stay in the nearest cache.
constexpr uint64_t kMaxBlockFrameBytes = 1 << 20;
constexpr uint64_t kMinBlockShots = 2'048;
/// Beyond so many qubits a tableau takes 10 MB, and a block may need one for each halving.
constexpr uint32_t kFewTableaus = 4'096;

/// Shots that are followed together, a part of a batch.
uint64_t block_shots(const StabilizerProgram &program) {
  const uint64_t rows = 2 * uint64_t{program.qubits} + program.clbits + 1;
  const uint64_t fitting = std::bit_floor(kMaxBlockFrameBytes * 8 / rows);
  if (program.qubits > kFewTableaus) return 256;
  return std::clamp(fitting, kMinBlockShots, kBatchShots);
}

/// Whether an op is the last that touches its qubit.
std::vector<uint8_t> find_last(const StabilizerProgram &program) {
  std::vector<uint8_t> is_last(program.ops.size()), seen(program.qubits);
  for (size_t i = program.ops.size(); i-- > 0;) {
    const StabilizerOp &op = program.ops[i];
    is_last[i] = !seen[static_cast<size_t>(op.a)];
    seen[static_cast<size_t>(op.a)] = 1;
    if (takes_two(op.code)) seen[static_cast<size_t>(op.b)] = 1;
  }
  return is_last;
}

class GroupsPlan : public SamplerPlan {
 public:
  GroupsPlan(const StabilizerProgram &program, CommonPrefix prefix)
      : program_(program),
        prefix_(std::move(prefix)),
        noise_(program),
        is_last_(find_last(program)),
        block_shots_(block_shots(program)) {}

  StabilizerPath path() const override {
    return prefix_.end == program_.ops.size() ? StabilizerPath::kFrames : StabilizerPath::kGroups;
  }
  uint64_t work(uint64_t shots) const override { return shots * (program_.ops.size() + 1); }
  std::unique_ptr<Sampler> sampler(uint64_t seed) const override;

 private:
  friend class GroupsSampler;
  const StabilizerProgram &program_;
  CommonPrefix prefix_;
  PauliChannels noise_;
  std::vector<uint8_t> is_last_;
  uint64_t block_shots_;
};

/// Follows the shots of a block together for as long as they agree on what happens.
///
/// At an op that splits the shots, the smaller part goes on first, in a call of its own, so that at
/// most log2(block) parts wait at a time.
class GroupsSampler : public Sampler {
 public:
  using Node = ReferenceTree::Node;

  GroupsSampler(const GroupsPlan &plan, uint64_t seed)
      : plan_(plan), program_(plan.program_), seed_(seed), tree_(plan.program_, plan.prefix_) {}

  bool draw(const Batch &batch, Control &control) override {
    batch_ = &batch;
    control_ = &control;
    for (uint64_t from = 0; from < batch.shots; from += plan_.block_shots_) {
      first_ = from / 64;
      rng_ = Rng(batch_seed(seed_, batch.index), first_);
      ShotGroup group(program_, std::min(plan_.block_shots_, batch.shots - from), rng_);
      if (!pass(group, 0, ReferenceTree::kRoot)) return false;
      if (!go_on(std::move(group), ReferenceTree::kRoot)) return false;
    }
    return true;
  }

 private:
  bool is_over(size_t at) const { return at == program_.ops.size(); }

  /// Runs a group from the end of a node to the end of the program.
  bool go_on(ShotGroup group, Node node) {
    if (is_over(tree_.end(node))) return finish(group);
    bool happens = false;
    const auto other = [&](ShotGroup part, bool decision) {
      return decided(std::move(part), node, decision);
    };
    return split(group, tree_.end(node), happens, other) &&
           decided(std::move(group), node, happens);
  }

  /// As go_on, for a group whose shots agree on what happens at the end of the node.
  bool decided(ShotGroup group, Node node, bool happens) {
    const auto another = [&](ShotGroup part, bool decision) {
      return decided(std::move(part), node, decision);
    };
    for (;;) {
      const auto next = tree_.branch(node, happens, *control_);
      if (!next)
        return alone(std::move(group), tree_.tableau(node, *control_), tree_.end(node), happens);
      if (!pass(group, tree_.end(node), *next)) return false;
      node = *next;
      if (is_over(tree_.end(node))) return finish(group);
      if (!split(group, tree_.end(node), happens, another)) return false;
    }
  }

  /// As decided, with a tableau of the group's own, when the tree is full.
  bool alone(ShotGroup group, std::optional<Tableau> tableau, size_t at, bool happens) {
    if (!tableau) return false;
    const auto another = [&](ShotGroup part, bool decision) {
      return alone(std::move(part), tableau, at, decision);
    };
    for (;;) {
      const size_t from = at;
      do {
        if (control_->cancelled()) return false;
        if (at > from || happens) step(group, at, run_op(*tableau, program_.ops[at]));
      } while (!is_over(++at) && !splits_shots(program_.ops[at]));
      did(group, at - from);
      if (is_over(at)) return finish(group);
      if (!split(group, at, happens, another)) return false;
    }
  }

  /// Splits off the shots that do not agree with the larger part about an op that splits the shots,
  /// and carries those to the end by other(part, decision); `happens` says what the rest decides.
  template <typename Other>
  bool split(ShotGroup &group, size_t at, bool &happens, Other other) {
    const uint64_t met = group.select(program_.ops[at]), all = group.shots();
    happens = 2 * met > all;
    if (met == 0 || met == all) return true;
    ShotGroup smaller = group.split();
    if (happens) std::swap(smaller, group);
    return other(std::move(smaller), !happens);
  }

  /// Steps a group over the ops of a node; the first is the one at the end of its parent, which
  /// splits the shots.
  bool pass(ShotGroup &group, size_t from, Node node) {
    const ReferenceRecord &facts = tree_.facts(node);
    size_t recorded = 0;
    for (size_t i = from; i < tree_.end(node); ++i) {
      if ((i - from) % kOpsPerLook == kOpsPerLook - 1) {
        if (control_->cancelled()) return false;
        did(group, kOpsPerLook);
      }
      if (splits_shots(program_.ops[i]) && !facts[recorded++]) continue;
      step(group, i, is_recorded(program_.ops[i]) ? facts[recorded++] : 0);
    }
    did(group, (tree_.end(node) - from) % kOpsPerLook);
    return !control_->cancelled();
  }

  void step(ShotGroup &group, size_t i, uint8_t fact) {
    group.step(program_.ops[i], fact, plan_.is_last_[i], plan_.noise_.of(i), rng_);
  }

  void did(const ShotGroup &group, uint64_t ops) {
    control_->done.fetch_add(group.shots() * ops, std::memory_order_relaxed);
  }

  bool finish(const ShotGroup &group) {
    group.write(*batch_, first_);
    did(group, 1);
    return !control_->cancelled();
  }

  const GroupsPlan &plan_;
  const StabilizerProgram &program_;
  uint64_t seed_;
  ReferenceTree tree_;
  const Batch *batch_ = nullptr;
  Control *control_ = nullptr;
  /// First word of the block within its batch.
  uint64_t first_ = 0;
  Rng rng_{0, 0};
};

std::unique_ptr<Sampler> GroupsPlan::sampler(uint64_t seed) const {
  return std::make_unique<GroupsSampler>(*this, seed);
}

}  // namespace

std::unique_ptr<SamplerPlan> plan_groups(const StabilizerProgram &program, CommonPrefix prefix) {
  return std::make_unique<GroupsPlan>(program, std::move(prefix));
}

}  // namespace pentad
