#include <cmath>
#include <stdexcept>
#include <string>

#include "statevector/circuit.h"

namespace pentad {
namespace {

[[noreturn]] void refuse(size_t op, const char *why) {
  throw std::invalid_argument("op " + std::to_string(op) + ": " + why);
}

bool below(int32_t index, size_t size) {
  return index >= 0 && static_cast<size_t>(index) < size;
}

void check_controls(size_t i, const CircuitOp &op, size_t qubits) {
  for (const int32_t control : {op.control, op.other_control}) {
    if (control == -1) continue;
    if (!below(control, qubits)) refuse(i, "control out of range");
    if (control == op.target) refuse(i, "control and target are one qubit");
  }
  if (op.control != -1 && op.control == op.other_control) refuse(i, "the controls are one qubit");
}

void check_op(size_t i, const CircuitOp &op, const Circuit &circuit) {
  const auto qubits = static_cast<size_t>(circuit.qubits);
  const auto slots = static_cast<size_t>(circuit.slots);
  if (!below(op.target, qubits)) refuse(i, "target out of range");
  if (op.condition != -1 && !below(op.condition, circuit.conditions.size())) {
    refuse(i, "condition out of range");
  }
  if (op.code == CircuitCode::kGate) {
    if (!below(op.index, circuit.matrices.size())) refuse(i, "matrix out of range");
    check_controls(i, op, qubits);
  } else if (op.code == CircuitCode::kMeasure) {
    if (!below(op.index, slots)) refuse(i, "slot out of range");
  } else if (op.code != CircuitCode::kReset) {
    refuse(i, "unknown code");
  }
}

}  // namespace

void check_circuit(const Circuit &circuit) {
  if (circuit.qubits < 0 || circuit.qubits > kMaxQubits || circuit.slots < 0 ||
      circuit.slots > kMaxSlots) {
    throw std::invalid_argument("at most 30 qubits and 1,048,576 slots are supported");
  }
  for (size_t i = 0; i < circuit.ops.size(); ++i) check_op(i, circuit.ops[i], circuit);
  for (const SlotCondition &condition : circuit.conditions) {
    for (const int32_t term : condition) {
      if (!below(term, 2 * static_cast<size_t>(circuit.slots))) {
        throw std::invalid_argument("a condition's slot is out of range");
      }
    }
  }
  for (const Matrix &matrix : circuit.matrices) {
    for (const auto &entry : matrix) {
      if (!std::isfinite(entry.real()) || !std::isfinite(entry.imag())) {
        throw std::invalid_argument("a matrix entry is not finite");
      }
    }
  }
}

}  // namespace pentad
