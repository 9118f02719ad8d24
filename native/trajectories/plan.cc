#include "trajectories/plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pentad {

namespace {

using Code = TrajectoryCode;

/// Hazard of a fault that is practically certain, finite so that sums and differences work.
constexpr double kMaxHazard = 64;

double chance(const Location &location) {
  const auto &p = location.rates;
  return location.kind == NoiseKind::kPauli1 ? p[0] + p[1] + p[2] : p[0];
}

double hazard_of(const Location &location) {
  const double p = chance(location);
  return p >= 1 ? kMaxHazard : std::min(kMaxHazard, -std::log1p(-p));
}

/// Measurements after which neither qubit nor slot is used again.
std::vector<bool> find_last(const TrajectoryProgram &program) {
  std::vector<bool> last(program.ops.size());
  std::vector<bool> touched(static_cast<size_t>(program.qubits));
  std::vector<bool> used(static_cast<size_t>(program.slots));
  for (size_t i = program.ops.size(); i-- > 0;) {
    const TrajectoryOp &op = program.ops[i];
    if (op.code == Code::kMeasure) {
      const auto slot = static_cast<size_t>(op.index);
      last[i] = op.condition == -1 && !touched[static_cast<size_t>(op.a)] && !used[slot];
      used[slot] = true;
    }
    if (op.condition != -1) {
      for (const int32_t term : program.conditions[static_cast<size_t>(op.condition)]) {
        used[static_cast<size_t>(term / 2)] = true;
      }
    }
    if (op.code == Code::kLogic) {
      used[static_cast<size_t>(op.index)] = true;
      if (op.b >= 0) used[static_cast<size_t>(op.b)] = true;
      continue;
    }
    touched[static_cast<size_t>(op.a)] = true;
    if (op.code == Code::kPauli2) touched[static_cast<size_t>(op.b)] = true;
    if (op.code != Code::kGate) continue;
    for (const int32_t control : {op.b, op.c}) {
      if (control >= 0) touched[static_cast<size_t>(control)] = true;
    }
  }
  return last;
}

class Compiler {
 public:
  explicit Compiler(const TrajectoryProgram &program)
      : program_(program), runs_(static_cast<size_t>(program.qubits)) {}

  TrajectoryPlan plan() {
    const std::vector<bool> last = find_last(program_);
    for (size_t i = 0; i < program_.ops.size(); ++i) {
      const TrajectoryOp &op = program_.ops[i];
      if (last[i]) {
        plan_.last.push_back({op.a, op.index, {op.rates[0], op.rates[1]}});
      } else {
        add(op);
      }
    }
    for (size_t i = 0; i < plan_.last.size(); i += 2) {
      turn(plan_.last[i].qubit, i + 1 < plan_.last.size() ? plan_.last[i + 1].qubit : -1);
    }
    plan_.hazard.push_back(0);
    for (const Location &location : plan_.locations) {
      plan_.hazard.push_back(plan_.hazard.back() + hazard_of(location));
    }
    return std::move(plan_);
  }

 private:
  /// An element of a run whose location, if it has one, is numbered when its block is added.
  struct Waiting {
    Matrix without_faults;
    bool is_noisy;
    Location location;
  };

  static Waiting waiting(const TrajectoryOp &op, const TrajectoryProgram &program) {
    if (op.code == Code::kGate) return {program.matrices[static_cast<size_t>(op.index)], false, {}};
    if (op.code == Code::kPauli1) return {kIdentity, true, {NoiseKind::kPauli1, op.rates}};
    const Matrix stay{1., 0., 0., std::sqrt(1 - op.rates[0])};
    return {stay, true, {NoiseKind::kJump, op.rates}};
  }

  static bool is_single(const TrajectoryOp &op) {
    return (op.code == Code::kGate && op.b == -1 && op.c == -1) || op.code == Code::kPauli1 ||
           op.code == Code::kDamp;
  }

  bool has_run(int32_t qubit) const {
    return qubit >= 0 && !runs_[static_cast<size_t>(qubit)].empty();
  }

  int32_t locate(const Location &location) {
    if (chance(location) <= 0) return -1;
    plan_.locations.push_back(location);
    return static_cast<int32_t>(plan_.locations.size() - 1);
  }

  GateRun take(int32_t qubit) {
    GateRun run{qubit, {}};
    if (qubit < 0) return run;
    for (const Waiting &each : std::exchange(runs_[static_cast<size_t>(qubit)], {})) {
      const int32_t location = each.is_noisy ? locate(each.location) : -1;
      // Operations that certainly happen merge into one factor.
      if (location == -1 && !run.elements.empty() && run.elements.back().location == -1) {
        run.elements.back().without_faults =
            product(each.without_faults, run.elements.back().without_faults);
      } else {
        run.elements.push_back(
            {each.without_faults, location, each.location.kind == NoiseKind::kJump});
      }
    }
    return run;
  }

  void push(Block block) {
    block.first_location = static_cast<uint32_t>(plan_.locations.size());
    block.runs = {take(block.runs[0].qubit), take(block.runs[1].qubit)};
    if (block.kind == BlockKind::kPauli2) locate({NoiseKind::kPauli2, {block.flips[0], 0, 0}});
    block.end_location = static_cast<uint32_t>(plan_.locations.size());
    plan_.blocks.push_back(std::move(block));
  }

  Block block_of(BlockKind kind, const TrajectoryOp &op) const {
    Block block;
    block.kind = kind;
    block.condition = op.condition;
    block.a = op.a;
    block.b = op.b;
    block.c = op.c;
    block.index = op.index;
    block.flips = {op.rates[0], op.rates[1]};
    return block;
  }

  /// Pending operations share one condition, and are flushed before that may change.
  void flush() {
    int32_t other = -1;
    for (int32_t qubit = 0; qubit < program_.qubits; ++qubit) {
      if (!has_run(qubit)) continue;
      if (other < 0) {
        other = qubit;
      } else {
        turn(std::exchange(other, -1), qubit);
      }
    }
    if (other >= 0) turn(other, -1);
  }

  void flush_unless(int32_t condition) {
    if (condition != condition_) flush();
    condition_ = condition;
  }

  void flush_before_write(int32_t slot) {
    if (condition_ == -1) return;
    const SlotCondition &terms = program_.conditions[static_cast<size_t>(condition_)];
    if (std::any_of(terms.begin(), terms.end(), [&](int32_t term) { return term / 2 == slot; })) {
      flush();
    }
  }

  /// Adds a block for the runs that wait on the qubits; `b` may be -1.
  void turn(int32_t a, int32_t b) {
    if (!has_run(a)) std::swap(a, b);
    if (!has_run(a)) return;
    Block block = turn_block();
    block.runs[0].qubit = a;
    block.runs[1].qubit = has_run(b) ? b : -1;
    push(std::move(block));
  }

  void turn_alone(int32_t qubit) {
    Block block = turn_block();
    block.runs[0].qubit = qubit;
    push(std::move(block));
  }

  Block turn_block() const {
    Block block;
    block.condition = condition_;
    return block;
  }

  void add_gate(const TrajectoryOp &op) {
    // The other control's frame is done here even where nothing else waits on it.
    if (op.c != -1) turn_alone(op.c);
    Block block = block_of(BlockKind::kGate, op);
    block.runs[0].qubit = op.b;
    block.runs[1].qubit = op.a;
    push(std::move(block));
  }

  void add(const TrajectoryOp &op) {
    if (op.code == Code::kMeasure || op.code == Code::kLogic) flush_before_write(op.index);
    if (op.code == Code::kLogic) return push(block_of(BlockKind::kLogic, op));
    flush_unless(op.condition);
    if (is_single(op)) {
      runs_[static_cast<size_t>(op.a)].push_back(waiting(op, program_));
    } else if (op.code == Code::kGate) {
      add_gate(op);
    } else if (op.code == Code::kPauli2) {
      turn(op.a, op.b);
      push(block_of(BlockKind::kPauli2, op));
    } else {
      turn(op.a, -1);
      push(block_of(op.code == Code::kMeasure ? BlockKind::kMeasure : BlockKind::kReset, op));
    }
  }

  const TrajectoryProgram &program_;
  std::vector<std::vector<Waiting>> runs_;
  /// Condition of all pending operations.
  int32_t condition_ = -1;
  TrajectoryPlan plan_;
};

}  // namespace

TrajectoryPlan plan_trajectories(const TrajectoryProgram &program) {
  return Compiler(program).plan();
}

}  // namespace pentad
