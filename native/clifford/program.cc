#include "clifford/program.h"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace pentad {
namespace {

using Code = StabilizerCode;

[[noreturn]] void refuse(size_t i, const std::string &why) {
  throw std::invalid_argument("op " + std::to_string(i) + ": " + why);
}

void need_index(size_t i, const char *what, int32_t value, uint32_t size) {
  if (value >= 0 && static_cast<uint32_t>(value) < size) return;
  refuse(i, std::string(what) + " " + std::to_string(value) + " is out of range");
}

/// Rounding may push a sum of probabilities slightly above 1.
void need_rates(size_t i, const double *p) {
  for (int k = 0; k < 3; ++k) {
    if (!(p[k] >= 0 && p[k] <= 1)) refuse(i, "a probability lies outside 0..1");
  }
  if (!(p[0] + p[1] + p[2] <= 1 + 1e-9)) refuse(i, "its probabilities sum to more than 1");
}

void check_op(size_t i, const StabilizerOp &op, const StabilizerProgram &program) {
  if (op.code < Code::kH || op.code >= Code::kCount) refuse(i, "unknown code");
  need_index(i, "qubit", op.a, program.qubits);
  if (takes_two(op.code)) {
    need_index(i, "qubit", op.b, program.qubits);
    if (op.a == op.b) refuse(i, "it needs two qubits");
  }
  if (op.code == Code::kMeasure) need_index(i, "bit", op.b, program.clbits);
  need_rates(i, op.p);
}

/// Checks each condition once, as several ops may share it.
void check_conditions(const StabilizerProgram &program) {
  const size_t size = program.conditions.size();
  std::vector<uint8_t> is_checked(size);
  for (size_t i = 0; i < program.ops.size(); ++i) {
    const int32_t at = program.ops[i].condition;
    if (at == -1) continue;
    need_index(i, "condition", at, static_cast<uint32_t>(size));
    const size_t start = static_cast<size_t>(at);
    if (std::exchange(is_checked[start], 1)) continue;
    const int32_t count = program.conditions[start];
    if (count < 1 || static_cast<size_t>(count) >= size - start) {
      refuse(i, "its condition has no literals, or more than there are");
    }
    for (int32_t literal : program.literals(program.ops[i])) {
      need_index(i, "condition on literal", literal, 2 * program.clbits);
    }
  }
}

}  // namespace

void check_stabilizer(const StabilizerProgram &program) {
  if (program.qubits > kMaxStabilizerQubits || program.clbits > kMaxStabilizerClbits) {
    throw std::invalid_argument("too many qubits or classical bits");
  }
  for (size_t i = 0; i < program.ops.size(); ++i) check_op(i, program.ops[i], program);
  check_conditions(program);
}

}  // namespace pentad
