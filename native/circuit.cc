#include "circuit.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

#include "deferral.h"
#include "random.h"
#include "readout.h"
#include "sampling.h"
#include "tally.h"

namespace pentad {
namespace {

uint64_t bit_of(int32_t qubit) {
  return qubit < 0 ? 0 : uint64_t{1} << qubit;
}

/// Deferred measurements that a gate depends on: the index must match (mask, value).
struct Reading {
  uint64_t mask = 0, value = 0;
};

/// Adds a gate, with the deferred measurements it depends on as further controls.
void add_gate(const CircuitOp &op, const Matrix &m, const Reading &reading,
              std::vector<Step> &steps) {
  const uint64_t controls = bit_of(op.control) | bit_of(op.other_control);
  const uint64_t target = bit_of(op.target);
  // A qubit that must be 1 as a control and 0 as an outcome: never.
  if ((controls & reading.mask & ~reading.value) != 0) return;
  const uint64_t mask = controls | reading.mask, value = controls | reading.value;
  if ((reading.mask & target) == 0) return add_steps(m, op.target, mask, value, steps);
  // Deferral leaves only diagonal gates on a measured qubit.
  steps.push_back({-1, mask, value, {m[(value & target) != 0 ? 3 : 0]}});
}

/// One path through the outcomes of the measurements and resets that are not deferred.
template <typename T>
struct Branch {
  std::vector<bool> outcomes;
  uint64_t shots;
  /// State and slots just before the op that decides the last outcome, and that op's index.
  std::optional<State<T>> state;
  std::vector<Slot> slots;
  size_t op;
};

template <typename T>
class CircuitRun {
 public:
  CircuitRun(const Circuit &circuit, const CircuitRequest &request, Control &control)
      : circuit_(circuit),
        request_(request),
        control_(control),
        rng_(request.seed, 0),
        tally_(circuit.slots),
        deferral_(find_deferral(circuit)) {}

  bool run(Counts &counts) {
    control_.total = request_.shots * (circuit_.ops.size() + 1);
    branches_.push_back({{}, request_.shots, std::nullopt, {}, 0});
    while (!branches_.empty()) {
      Branch<T> branch = std::move(branches_.back());
      branches_.pop_back();
      follow(branch);
      if (control_.cancelled()) return false;
    }
    counts = tally_.merged();
    return true;
  }

 private:
  static std::vector<Slot> no_outcomes(const Circuit &circuit) {
    return std::vector<Slot>(static_cast<size_t>(circuit.slots));
  }

  void follow(Branch<T> &branch) {
    const bool kept = branch.state.has_value();
    if (kept) kept_states_ -= 1;
    decided_ = kept ? branch.outcomes.size() - 1 : 0;
    State<T> state =
        kept ? std::move(*branch.state) : State<T>(circuit_.qubits, request_.resources);
    std::vector<Slot> slots = kept ? std::move(branch.slots) : no_outcomes(circuit_);
    planned_ = kept ? branch.op : 0;
    for (size_t i = planned_; i < circuit_.ops.size() && !control_.cancelled(); ++i) {
      follow_op(branch, state, slots, i);
    }
    Keys keys(slots, take_readout(steps_));
    run_steps(branch, state, circuit_.ops.size());
    if (!control_.cancelled()) {
      sample_state(state, branch.shots, rng_, control_, keys, tally_);
    }
    finished_ += branch.shots;
  }

  void follow_op(Branch<T> &branch, State<T> &state, std::vector<Slot> &slots, size_t i) {
    const CircuitOp &op = circuit_.ops[i];
    if (deferral_.dropped[i]) return;
    Reading reading;
    if (op.condition >= 0 && !read(slots, op.condition, reading)) return;
    if (op.code == CircuitCode::kGate) {
      const Matrix &matrix = circuit_.matrices[static_cast<size_t>(op.index)];
      add_gate(op, matrix, reading, steps_);
    } else if (deferral_.deferred[i]) {
      slots[static_cast<size_t>(op.index)] = Slot::deferred(op.target);
    } else {
      decide(branch, state, slots, i);
    }
  }

  /// Whether the condition can hold; what of it is deferred goes to `reading`.
  bool read(const std::vector<Slot> &slots, int32_t condition, Reading &reading) const {
    for (const int32_t term : circuit_.conditions[static_cast<size_t>(condition)]) {
      const Slot &slot = slots[static_cast<size_t>(term / 2)];
      const bool wanted = term % 2 != 0;
      if (slot.is_known()) {
        if (slot.value() != wanted) return false;
        continue;
      }
      const uint64_t bit = bit_of(slot.qubit());
      // One qubit deferred into two slots cannot read both 0 and 1.
      if ((reading.mask & bit) != 0 && ((reading.value & bit) != 0) != wanted) return false;
      reading.mask |= bit;
      reading.value |= wanted ? bit : 0;
    }
    return true;
  }

  /// Lets the op take one of its outcomes, and leaves the other for later.
  void decide(Branch<T> &branch, State<T> &state, std::vector<Slot> &slots, size_t i) {
    const CircuitOp &op = circuit_.ops[i];
    run_steps(branch, state, i);
    const auto weights = state.weights(op.target, control_);
    if (control_.cancelled()) return;
    check_norm(weights[0] + weights[1]);
    if (decided_ == branch.outcomes.size()) divide(branch, state, slots, i, weights);
    const bool outcome = branch.outcomes[decided_++];
    const bool reset = op.code == CircuitCode::kReset;
    state.collapse(op.target, outcome, weights[outcome ? 1 : 0], reset, control_);
    if (!reset) slots[static_cast<size_t>(op.index)] = Slot::known(outcome);
  }

  /// Runs the gates gathered so far, those of the ops from planned_ up to `end`.
  void run_steps(const Branch<T> &branch, State<T> &state, size_t end) {
    const auto step_ops =
        static_cast<double>(end - planned_) / static_cast<double>(steps_.size() + 1);
    const uint64_t before = finished_ * (circuit_.ops.size() + 1) + branch.shots * planned_;
    if (!steps_.empty()) {
      state.run(steps_, control_, [&](double done) {
        control_.done =
            before + static_cast<uint64_t>(static_cast<double>(branch.shots) * step_ops * done);
      });
    }
    steps_.clear();
    planned_ = end;
    control_.done = finished_ * (circuit_.ops.size() + 1) + branch.shots * end;
  }

  /// Divides the branch's shots between the outcomes of op i; it goes on with one of them.
  void divide(Branch<T> &branch, const State<T> &state, const std::vector<Slot> &slots, size_t i,
              std::array<double, 2> weights) {
    const uint64_t ones = draw_ones(branch.shots, weights[1] / (weights[0] + weights[1]));
    const bool outcome = ones == branch.shots;
    if (ones != 0 && !outcome) {
      Branch<T> other{branch.outcomes, ones, std::nullopt, {}, i};
      other.outcomes.push_back(true);
      branch.shots -= ones;
      if (may_keep_another()) {
        other.state = state.clone();
        other.slots = slots;
        kept_states_ += 1;
      }
      branches_.push_back(std::move(other));
    }
    branch.outcomes.push_back(outcome);
  }

  bool may_keep_another() const {
    const uint64_t state = (2 * sizeof(T)) << std::max(circuit_.qubits, 6);
    const uint64_t bytes = state + sizeof(Slot) * static_cast<uint64_t>(circuit_.slots);
    return (kept_states_ + 1) * bytes <= request_.kept_bytes;
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

  const Circuit &circuit_;
  const CircuitRequest &request_;
  Control &control_;
  Rng rng_;
  Tally tally_;
  const Deferral deferral_;
  std::vector<Branch<T>> branches_;
  /// Gates gathered but not run yet, those of the ops from planned_ on.
  std::vector<Step> steps_;
  size_t planned_ = 0, decided_ = 0;
  uint64_t kept_states_ = 0, finished_ = 0;
};

template <typename T>
bool final_state_in(const Circuit &circuit, const CircuitRequest &request, Control &control,
                    std::vector<std::complex<double>> &amplitudes) {
  std::vector<Step> steps;
  for (const CircuitOp &op : circuit.ops) {
    if (op.code != CircuitCode::kGate || op.condition != -1) {
      throw std::invalid_argument("only gates without conditions lead to one state");
    }
    add_gate(op, circuit.matrices[static_cast<size_t>(op.index)], {}, steps);
  }
  State<T> state(circuit.qubits, request.resources);
  state.run(steps, control, [](double) {});
  amplitudes.clear();
  for (size_t i = 0; i < size_t{1} << circuit.qubits; ++i) {
    amplitudes.push_back(state.amplitude(i));
  }
  return !control.cancelled();
}

}  // namespace

bool run_circuit(const Circuit &circuit, const CircuitRequest &request, Control &control,
                 Counts &counts) {
  if (request.precision == Precision::kSingle) {
    return CircuitRun<float>(circuit, request, control).run(counts);
  }
  return CircuitRun<double>(circuit, request, control).run(counts);
}

bool final_state(const Circuit &circuit, const CircuitRequest &request, Control &control,
                 std::vector<std::complex<double>> &amplitudes) {
  return request.precision == Precision::kSingle
             ? final_state_in<float>(circuit, request, control, amplitudes)
             : final_state_in<double>(circuit, request, control, amplitudes);
}

}  // namespace pentad
