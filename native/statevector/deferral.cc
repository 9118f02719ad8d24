#include "statevector/deferral.h"

namespace pentad {
namespace {

/// Calls visit(qubit) for the qubits of an op.
template <typename Visit>
void each_qubit(const CircuitOp &op, Visit visit) {
  for (const int32_t qubit : {op.target, op.control, op.other_control}) {
    if (qubit >= 0) visit(static_cast<size_t>(qubit));
  }
}

void drop_resets(const Circuit &circuit, std::vector<bool> &no_effect) {
  const auto mark = [&](size_t i, std::vector<bool> &used) {
    const CircuitOp &op = circuit.ops[i];
    const auto target = static_cast<size_t>(op.target);
    if (op.code == CircuitCode::kReset && !used[target]) no_effect[i] = true;
    if (!no_effect[i]) each_qubit(op, [&](size_t qubit) { used[qubit] = true; });
  };
  std::vector<bool> before(static_cast<size_t>(circuit.qubits)), after = before;
  for (size_t i = 0; i < circuit.ops.size(); ++i) mark(i, before);
  for (size_t i = circuit.ops.size(); i-- > 0;) mark(i, after);
}

/// Marks measurements without condition whose qubit no later op changes.
void mark_last(const Circuit &circuit, Deferral &deferral) {
  std::vector<bool> changed(static_cast<size_t>(circuit.qubits));
  for (size_t i = circuit.ops.size(); i-- > 0;) {
    const CircuitOp &op = circuit.ops[i];
    const auto target = static_cast<size_t>(op.target);
    if (op.code == CircuitCode::kMeasure) {
      deferral.deferred[i] = op.condition < 0 && !changed[target];
    } else if (op.code == CircuitCode::kReset) {
      if (!deferral.no_effect[i]) changed[target] = true;
    } else if (!is_diagonal(circuit.matrices[static_cast<size_t>(op.index)])) {
      changed[target] = true;
    }
  }
}

/// A measurement or reset that depends on a slot needs its value, not a control.
void withdraw_read(const Circuit &circuit, Deferral &deferral) {
  std::vector<std::vector<size_t>> writers(static_cast<size_t>(circuit.slots));
  for (size_t i = 0; i < circuit.ops.size(); ++i) {
    const CircuitOp &op = circuit.ops[i];
    if (op.code == CircuitCode::kGate || deferral.no_effect[i]) continue;
    if (op.condition >= 0) {
      for (const int32_t term : circuit.conditions[static_cast<size_t>(op.condition)]) {
        auto &read = writers[static_cast<size_t>(term / 2)];
        for (const size_t writer : read) deferral.deferred[writer] = false;
        read.clear();
      }
    }
    if (op.code != CircuitCode::kMeasure) continue;
    auto &written = writers[static_cast<size_t>(op.index)];
    if (op.condition < 0) written.clear();
    written.push_back(i);
  }
}

}  // namespace

Deferral find_deferral(const Circuit &circuit) {
  Deferral deferral{std::vector<bool>(circuit.ops.size()), std::vector<bool>(circuit.ops.size())};
  drop_resets(circuit, deferral.no_effect);
  mark_last(circuit, deferral);
  withdraw_read(circuit, deferral);
  return deferral;
}

}  // namespace pentad
