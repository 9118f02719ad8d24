#include <cmath>
#include <stdexcept>
#include <string>

#include "sample.h"

namespace pentad {
namespace {

using Code = TrajectoryCode;

/// Sums of rates may exceed 1 by rounding.
constexpr double kRounding = 1e-9;

[[noreturn]] void refuse(size_t op, const char *why) {
  throw std::invalid_argument("op " + std::to_string(op) + ": " + why);
}

bool below(int32_t index, size_t size) {
  return index >= 0 && static_cast<size_t>(index) < size;
}

void check_rates(size_t i, const TrajectoryOp &op) {
  double sum = 0;
  for (const double rate : op.rates) {
    if (!(rate >= 0 && rate <= 1)) refuse(i, "a rate is no probability");
    sum += rate;
  }
  if (op.code == Code::kPauli1 && sum > 1 + kRounding) refuse(i, "the rates sum to more than 1");
}

void check_gate(size_t i, const TrajectoryOp &op, const TrajectoryProgram &program) {
  if (!below(op.index, program.matrices.size())) refuse(i, "matrix out of range");
  for (const int32_t control : {op.b, op.c}) {
    if (control == -1) continue;
    if (!below(control, static_cast<size_t>(program.qubits))) refuse(i, "control out of range");
    if (control == op.a) refuse(i, "control and target are one qubit");
  }
  if (op.b != -1 && op.b == op.c) refuse(i, "the controls are one qubit");
}

/// Of slots alone: it names no qubit.
void check_logic(size_t i, const TrajectoryOp &op, const TrajectoryProgram &program) {
  const auto logic = static_cast<TrajectoryLogic>(op.a);
  if (logic < TrajectoryLogic::kZero || logic > TrajectoryLogic::kAndNot) {
    refuse(i, "unknown logic");
  }
  const bool reads = logic >= TrajectoryLogic::kXor;
  const auto slots = static_cast<size_t>(program.slots);
  if (!below(op.index, slots) || (reads && !below(op.b, slots))) refuse(i, "slot out of range");
}

void check_op(size_t i, const TrajectoryOp &op, const TrajectoryProgram &program) {
  const auto qubits = static_cast<size_t>(program.qubits);
  if (op.code < Code::kGate || op.code > Code::kLogic) refuse(i, "unknown code");
  if (op.condition != -1 && !below(op.condition, program.conditions.size())) {
    refuse(i, "condition out of range");
  }
  check_rates(i, op);
  if (op.code == Code::kLogic) return check_logic(i, op, program);
  if (!below(op.a, qubits)) refuse(i, "qubit out of range");
  if (op.code == Code::kGate) check_gate(i, op, program);
  if (op.code == Code::kPauli2 && (!below(op.b, qubits) || op.a == op.b)) {
    refuse(i, "it needs two qubits");
  }
  if (op.code == Code::kMeasure && !below(op.index, static_cast<size_t>(program.slots))) {
    refuse(i, "slot out of range");
  }
}

}  // namespace

void check_trajectory(const TrajectoryProgram &program) {
  if (program.qubits < 0 || program.qubits > kMaxQubits) {
    throw std::invalid_argument("at most 30 qubits are supported");
  }
  if (program.slots < 0 || program.slots > kMaxSlots) {
    throw std::invalid_argument("too many slots");
  }
  if (program.ops.size() > kMaxTrajectoryOps) throw std::invalid_argument("too many ops");
  for (const Matrix &matrix : program.matrices) {
    for (const auto &entry : matrix) {
      if (!std::isfinite(entry.real()) || !std::isfinite(entry.imag())) {
        throw std::invalid_argument("a matrix entry is not finite");
      }
    }
  }
  for (const SlotCondition &condition : program.conditions) {
    for (const int32_t term : condition) {
      if (!below(term, 2 * static_cast<size_t>(program.slots))) {
        throw std::invalid_argument("a condition's slot is out of range");
      }
    }
  }
  for (size_t i = 0; i < program.ops.size(); ++i) check_op(i, program.ops[i], program);
}

}  // namespace pentad
