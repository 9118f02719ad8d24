#include "statevector/circuit.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>

#include "amplitudes/readout.h"
#include "amplitudes/sampling.h"
#include "amplitudes/tally.h"
#include "base/random.h"
#include "statevector/branch.h"
#include "statevector/deferral.h"

namespace pentad {
namespace {

uint64_t bit_of(int32_t qubit) {
  return qubit < 0 ? 0 : uint64_t{1} << qubit;
}

/// Deferred measurements that a gate depends on: the index must match (mask, value).
struct ReadDependence {
  uint64_t mask = 0, value = 0;
};

/// Adds a gate, with the deferred measurements it depends on as further controls.
void add_gate(const CircuitOp &op, const Matrix &m, const ReadDependence &reading,
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

/// Projects on the outcome, of the given weight in a state of norm 1, and turns the qubit to |0>.
Step projection(int qubit, bool outcome, double weight) {
  Matrix m{};
  m[outcome ? 1 : 0] = 1 / std::sqrt(weight);
  return {qubit, 0, 0, m};
}

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
    branches_.push_back({{}, request_.shots});
    while (!branches_.empty()) {
      OutcomeBranch<T> branch = std::move(branches_.back());
      branches_.pop_back();
      follow(branch);
      if (control_.cancelled()) return false;
    }
    counts = tally_.merged();
    return true;
  }

 private:
  void follow(OutcomeBranch<T> &branch) {
    const bool kept = branch.kept.has_value();
    waiting_ -= branch.shots * branch.from;
    if (kept) kept_bytes_ -= branch.kept->bytes();
    decided_ = kept ? branch.outcomes.size() - 1 : 0;
    PathState<T> path =
        kept ? std::move(*branch.kept) : PathState<T>::start(circuit_, request_.resources);
    for (; path.at < circuit_.ops.size() && !control_.cancelled(); ++path.at) {
      follow_op(branch, path);
    }
    path.certain.flush_flips(path.steps);
    OutcomeKeys keys(path.slots, take_readout(path.steps));
    run_steps(branch, path);
    if (!control_.cancelled()) {
      sample_state(path.state, branch.shots, rng_, control_, keys, tally_);
    }
    finished_ += branch.shots * (circuit_.ops.size() + 1);
  }

  void follow_op(OutcomeBranch<T> &branch, PathState<T> &path) {
    const CircuitOp &op = circuit_.ops[path.at];
    if (deferral_.no_effect[path.at]) return;
    ReadDependence reading;
    if (op.condition >= 0 && !read(path.slots, op.condition, reading)) return;
    if (op.code == CircuitCode::kGate) {
      gate_.clear();
      add_gate(op, circuit_.matrices[static_cast<size_t>(op.index)], reading, gate_);
      for (const Step &step : gate_) path.certain.add(step, path.steps);
    } else if (deferral_.deferred[path.at]) {
      path.slots[static_cast<size_t>(op.index)] = Slot::deferred(op.target);
    } else {
      decide(branch, path, op);
    }
  }

  /// Whether the condition can hold; its deferred terms are added to `reading`.
  bool read(const std::vector<Slot> &slots, int32_t condition, ReadDependence &reading) const {
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
  void decide(OutcomeBranch<T> &branch, PathState<T> &path, const CircuitOp &op) {
    if (!path.certain.contains(op.target) && !collapse(branch, path, op.target)) return;
    if (op.code == CircuitCode::kReset) {
      path.certain.set(op.target, false);
    } else {
      path.slots[static_cast<size_t>(op.index)] = Slot::known(path.certain.value(op.target));
    }
  }

  /// Projects the qubit on an outcome, drawn now or when the branch was split. False when
  /// cancelled.
  bool collapse(OutcomeBranch<T> &branch, PathState<T> &path, int qubit) {
    if (!path.ahead.covers(qubit)) {
      run_steps(branch, path);
      std::vector<int> qubits = qubits_ahead(circuit_, deferral_, path.at, path.certain.qubits());
      std::vector<double> weights = path.state.joint_weights(qubits, control_);
      path.ahead = JointWeights(std::move(qubits), std::move(weights));
    }
    if (control_.cancelled()) return false;
    const auto weights = path.ahead.of(qubit);
    check_norm(weights[0] + weights[1]);
    if (decided_ == branch.outcomes.size()) split(branch, path, weights);
    const bool outcome = branch.outcomes[decided_++];
    path.ahead.decide(qubit, outcome);
    path.steps.push_back(projection(qubit, outcome, weights[outcome ? 1 : 0]));
    path.certain.set(qubit, outcome);
    return true;
  }

  /// Runs the steps gathered so far, those of the ops from path.planned up to path.at.
  void run_steps(const OutcomeBranch<T> &branch, PathState<T> &path) {
    const auto step_ops =
        static_cast<double>(path.at - path.planned) / static_cast<double>(path.steps.size() + 1);
    if (!path.steps.empty()) {
      path.state.run(path.steps, control_, [&](double done) {
        report_progress(branch, static_cast<double>(path.planned) + step_ops * done);
      });
    }
    path.steps.clear();
    path.state.restrict_support(path.certain.qubits());
    path.planned = path.at;
    report_progress(branch, static_cast<double>(path.at));
  }

  /// Progress in ops times shots. Ops of a branch up to its split count as done, so that
  /// progress never falls: a branch run again from the start adds nothing until it is past them.
  void report_progress(const OutcomeBranch<T> &branch, double ops) {
    const double done = std::max(ops, static_cast<double>(branch.from));
    control_.done =
        finished_ + waiting_ + static_cast<uint64_t>(static_cast<double>(branch.shots) * done);
  }

  /// Splits the branch's shots between the outcomes of the path's next op; it goes on with one.
  void split(OutcomeBranch<T> &branch, const PathState<T> &path, std::array<double, 2> weights) {
    const uint64_t ones = draw_ones(branch.shots, weights[1] / (weights[0] + weights[1]));
    const bool outcome = ones == branch.shots;
    if (ones != 0 && !outcome) {
      OutcomeBranch<T> other{branch.outcomes, ones, path.at};
      other.outcomes.push_back(true);
      branch.shots -= ones;
      waiting_ += ones * path.at;
      if (kept_bytes_ + path.bytes() <= request_.kept_bytes) {
        other.kept.emplace(path.clone());
        kept_bytes_ += path.bytes();
      }
      branches_.push_back(std::move(other));
    }
    branch.outcomes.push_back(outcome);
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
  std::vector<OutcomeBranch<T>> branches_;
  /// Steps of the op that is being compiled.
  std::vector<Step> gate_;
  size_t decided_ = 0;
  uint64_t kept_bytes_ = 0;
  /// Ops times shots of branches that have ended, and of waiting branches up to their split.
  uint64_t finished_ = 0, waiting_ = 0;
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
