#include <stdexcept>
#include <string>

#include "stabilizer.h"

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

bool takes_two(Code code) {
  return code == Code::kCx || code == Code::kCz || code == Code::kSwap || code == Code::kPauli2;
}

void check_op(size_t i, const StabilizerOp &op, const StabilizerProgram &program) {
  if (op.code < Code::kH || op.code >= Code::kCount) refuse(i, "unknown code");
  need_index(i, "qubit", op.a, program.qubits);
  if (takes_two(op.code)) {
    need_index(i, "qubit", op.b, program.qubits);
    if (op.a == op.b) refuse(i, "it needs two qubits");
  }
  if (op.code == Code::kMeasure) need_index(i, "bit", op.b, program.clbits);
  if (op.condition != -1) {
    if (op.condition < 0) refuse(i, "its condition is out of range");
    need_index(i, "condition on bit", op.condition / 2, program.clbits);
  }
  need_rates(i, op.p);
}

}  // namespace

void check_stabilizer(const StabilizerProgram &program) {
  if (program.qubits > kMaxStabilizerQubits || program.clbits > kMaxStabilizerClbits) {
    throw std::invalid_argument("too many qubits or classical bits");
  }
  for (size_t i = 0; i < program.ops.size(); ++i) check_op(i, program.ops[i], program);
}

}  // namespace pentad
