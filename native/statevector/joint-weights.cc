#include "statevector/joint-weights.h"

#include <algorithm>

#include "sweeps/writer.h"

namespace pentad {
namespace {

/// Maximum qubits of one pass: 2^8 weights stay in the first-level cache.
constexpr size_t kMaxJointQubits = 8;
/// Maximum ops that are searched for further qubits, so that the search never takes longer than the
/// pass.
constexpr size_t kMaxJointOps = 1024;

}  // namespace

JointWeights::JointWeights(std::vector<int> qubits, std::vector<double> weights)
    : qubits_(std::move(qubits)), weights_(std::move(weights)) {}

size_t JointWeights::position(int qubit) const {
  return static_cast<size_t>(std::find(qubits_.begin(), qubits_.end(), qubit) - qubits_.begin());
}

bool JointWeights::covers(int qubit) const {
  return position(qubit) < qubits_.size();
}

std::array<double, 2> JointWeights::of(int qubit) const {
  const size_t at = position(qubit);
  std::array<double, 2> weights{0, 0};
  for (size_t i = 0; i < weights_.size(); ++i) weights[i >> at & 1] += weights_[i];
  return weights;
}

void JointWeights::decide(int qubit, bool outcome) {
  const size_t at = position(qubit), below = (size_t{1} << at) - 1;
  const double weight = of(qubit)[outcome ? 1 : 0];
  std::vector<double> rest(weights_.size() / 2);
  for (size_t i = 0; i < rest.size(); ++i) {
    const size_t from = (i & ~below) << 1 | size_t{outcome} << at | (i & below);
    rest[i] = weights_[from] / weight;
  }
  weights_ = std::move(rest);
  qubits_.erase(qubits_.begin() + static_cast<std::ptrdiff_t>(at));
}

std::vector<int> qubits_ahead(const Circuit &circuit, const Deferral &deferral, size_t first,
                              uint64_t certain) {
  std::vector<int> qubits;
  uint64_t changed = 0;
  const size_t end = std::min(circuit.ops.size(), first + kMaxJointOps);
  for (size_t i = first; i < end && qubits.size() < kMaxJointQubits; ++i) {
    const CircuitOp &op = circuit.ops[i];
    const uint64_t bit = uint64_t{1} << op.target;
    if (op.code == CircuitCode::kGate) {
      if (!is_diagonal(circuit.matrices[static_cast<size_t>(op.index)])) changed |= bit;
      continue;
    }
    if (deferral.deferred[i] || deferral.no_effect[i]) continue;
    // Stops at a conditional op, which may or may not happen, and at a changed qubit, which needs
    // weights of its own.
    if (i != first && (op.condition >= 0 || (changed & bit) != 0)) break;
    if ((certain & bit) == 0) qubits.push_back(op.target);
    certain |= bit;
  }
  return qubits;
}

}  // namespace pentad
