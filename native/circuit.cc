#include "circuit.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

#include "random.h"
#include "tally.h"

namespace pentad {
namespace {

constexpr size_t kLook = size_t{1} << 16;

[[noreturn]] void refuse(size_t op, const char *why) {
  throw std::invalid_argument("op " + std::to_string(op) + ": " + why);
}

void check_op(size_t i, const CircuitOp &op, const Circuit &circuit) {
  const auto below = [](int32_t index, size_t size) {
    return index >= 0 && static_cast<size_t>(index) < size;
  };
  const size_t qubits = static_cast<size_t>(circuit.qubits);
  if (!below(op.target, qubits)) refuse(i, "target out of range");
  if (op.code == CircuitCode::kGate) {
    if (!below(op.index, circuit.matrices.size())) refuse(i, "matrix out of range");
    if (op.control == -1) return;
    if (!below(op.control, qubits)) refuse(i, "control out of range");
    if (op.control == op.target) refuse(i, "control and target are one qubit");
  } else if (op.code == CircuitCode::kMeasure) {
    if (!below(op.index, static_cast<size_t>(circuit.slots))) refuse(i, "slot out of range");
  } else {
    refuse(i, "unknown code");
  }
}

struct Measurement {
  int32_t slot, target;
  bool final;
};

/// One path through the outcomes of the measurements that are not final.
struct Branch {
  std::vector<bool> outcomes;
  uint64_t shots;
  /// State just before the measurement that decides the last outcome, and that op's index.
  std::optional<State> state;
  size_t op;
};

class CircuitRun {
 public:
  CircuitRun(const Circuit &circuit, uint64_t shots, uint64_t seed, uint64_t kept_bytes,
             Control &control)
      : circuit_(circuit),
        shots_(shots),
        kept_bytes_(kept_bytes),
        control_(control),
        rng_(seed, 0),
        tally_(circuit.slots) {
    find_final();
  }

  bool run(Counts &counts) {
    control_.total = shots_ * (circuit_.ops.size() + 1);
    branches_.push_back({{}, shots_, std::nullopt, 0});
    while (!branches_.empty()) {
      Branch branch = std::move(branches_.back());
      branches_.pop_back();
      follow(branch);
      if (control_.cancelled()) return false;
    }
    counts = tally_.merged();
    return true;
  }

 private:
  /// Marks the measurements that no gate with their qubit as target follows, and lists all.
  void find_final() {
    final_.assign(circuit_.ops.size(), false);
    std::vector<bool> touched(static_cast<size_t>(circuit_.qubits));
    for (size_t i = circuit_.ops.size(); i-- > 0;) {
      const CircuitOp &op = circuit_.ops[i];
      final_[i] = op.code == CircuitCode::kMeasure && !touched[static_cast<size_t>(op.target)];
      if (op.code == CircuitCode::kGate) touched[static_cast<size_t>(op.target)] = true;
    }
    for (size_t i = 0; i < circuit_.ops.size(); ++i) {
      const CircuitOp &op = circuit_.ops[i];
      if (op.code == CircuitCode::kMeasure) {
        measurements_.push_back({op.index, op.target, final_[i]});
      }
    }
  }

  void follow(Branch &branch) {
    const bool kept = branch.state.has_value();
    if (kept) kept_states_ -= 1;
    size_t decided = kept ? branch.outcomes.size() - 1 : 0;
    size_t i = kept ? branch.op : 0;
    State state = kept ? std::move(*branch.state) : State(circuit_.qubits);
    for (; i < circuit_.ops.size() && !control_.cancelled(); ++i) {
      const CircuitOp &op = circuit_.ops[i];
      control_.done = finished_ * (circuit_.ops.size() + 1) + branch.shots * i;
      if (op.code == CircuitCode::kGate) {
        const uint64_t controls = op.control < 0 ? 0 : uint64_t{1} << op.control;
        state.apply(circuit_.matrices[static_cast<size_t>(op.index)], op.target, controls,
                    control_);
      } else if (!final_[i]) {
        const auto weights = state.weights(op.target, control_);
        if (decided == branch.outcomes.size()) divide(branch, state, i, weights);
        if (control_.cancelled()) return;
        const int outcome = branch.outcomes[decided++];
        state.collapse(op.target, outcome, weights[static_cast<size_t>(outcome)], control_);
      }
    }
    if (control_.cancelled()) return;
    sample(branch, state);
    finished_ += branch.shots;
  }

  /// Divides the branch's shots between the outcomes of op i; it goes on with one of them.
  void divide(Branch &branch, const State &state, size_t i, std::array<double, 2> weights) {
    const uint64_t ones = draw_ones(branch.shots, weights[1] / (weights[0] + weights[1]));
    const bool outcome = ones == branch.shots;
    if (ones != 0 && !outcome) {
      Branch other{branch.outcomes, ones, std::nullopt, i};
      other.outcomes.push_back(true);
      branch.shots -= ones;
      if (may_keep_another()) {
        other.state = state.clone();
        kept_states_ += 1;
      }
      branches_.push_back(std::move(other));
    }
    branch.outcomes.push_back(outcome);
  }

  bool may_keep_another() const {
    const uint64_t bytes = uint64_t{16} << circuit_.qubits;
    return (kept_states_ + 1) * bytes <= kept_bytes_;
  }

  uint64_t draw_ones(uint64_t shots, double probability) {
    const Bernoulli one(probability);
    uint64_t ones = 0;
    for (uint64_t left = shots; left > 0; left -= std::min<uint64_t>(left, 64)) {
      const uint64_t valid = left >= 64 ? ~uint64_t{0} : ~uint64_t{0} >> (64 - left);
      ones += static_cast<uint64_t>(std::popcount(one.lanes(rng_) & valid));
    }
    return ones;
  }

  /// Samples the final measurements of a branch's last state.
  void sample(const Branch &branch, const State &state) {
    double total = 0;
    for (size_t i = 0; i < state.size(); ++i) {
      if (i % kLook == 0 && control_.cancelled()) return;
      total += state.probability(i);
    }
    if (!(total > 0 && std::isfinite(total))) {
      throw std::runtime_error("the state lost its norm: a matrix is not unitary");
    }
    std::vector<double> draws(branch.shots);
    for (double &draw : draws) draw = rng_.uniform() * total;
    std::sort(draws.begin(), draws.end());
    double reached = 0;
    size_t next = 0, last = 0;
    for (size_t i = 0; i < state.size() && next < draws.size(); ++i) {
      if (i % kLook == 0 && control_.cancelled()) return;
      const double probability = state.probability(i);
      if (probability == 0) continue;
      reached += probability;
      last = i;
      const size_t from = next;
      while (next < draws.size() && draws[next] < reached) ++next;
      if (next > from) count(branch, i, next - from);
    }
    // Rounding can push the topmost draw onto the total itself.
    if (next < draws.size()) count(branch, last, draws.size() - next);
  }

  void count(const Branch &branch, size_t index, uint64_t times) {
    size_t decided = 0;
    for (const Measurement &m : measurements_) {
      tally_.set(m.slot, m.final ? (index >> m.target & 1) != 0 : branch.outcomes[decided++]);
    }
    tally_.add(times);
  }

  const Circuit &circuit_;
  const uint64_t shots_, kept_bytes_;
  Control &control_;
  Rng rng_;
  Tally tally_;
  std::vector<bool> final_;
  std::vector<Measurement> measurements_;
  std::vector<Branch> branches_;
  uint64_t kept_states_ = 0, finished_ = 0;
};

}  // namespace

void check_circuit(const Circuit &circuit) {
  if (circuit.qubits < 0 || circuit.qubits > kMaxQubits || circuit.slots < 0 ||
      circuit.slots > kMaxSlots) {
    throw std::invalid_argument("at most 30 qubits and 1,048,576 slots are supported");
  }
  for (size_t i = 0; i < circuit.ops.size(); ++i) check_op(i, circuit.ops[i], circuit);
  for (const Matrix &matrix : circuit.matrices) {
    for (const auto &entry : matrix) {
      if (!std::isfinite(entry.real()) || !std::isfinite(entry.imag())) {
        throw std::invalid_argument("a matrix entry is not finite");
      }
    }
  }
}

bool run_circuit(const Circuit &circuit, uint64_t shots, uint64_t seed, uint64_t kept_bytes,
                 Control &control, Counts &counts) {
  return CircuitRun(circuit, shots, seed, kept_bytes, control).run(counts);
}

}  // namespace pentad
