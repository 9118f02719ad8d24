#include "frames/sample.h"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>

#include "base/threads.h"
#include "frames/block.h"
#include "frames/plan.h"

namespace pentad {
namespace {

/// Sums of probabilities may exceed 1 by rounding; Rate clamps them.
constexpr double kRounding = 1e-9;

[[noreturn]] void refuse(size_t op, const std::string &why) {
  throw std::invalid_argument("op " + std::to_string(op) + ": " + why);
}

void need_index(size_t op, const char *what, int32_t index, uint32_t size) {
  if (index < 0 || static_cast<uint32_t>(index) >= size) {
    refuse(op, std::string(what) + " " + std::to_string(index) + " is not below " +
                   std::to_string(size));
  }
}

void need_probabilities(size_t op, const double (&p)[3]) {
  for (double value : p) {
    if (!(value >= 0 && value <= 1)) refuse(op, "a probability lies outside 0..1");
  }
  if (p[0] + p[1] + p[2] > 1 + kRounding) refuse(op, "the probabilities sum to more than 1");
}

void need_flag(size_t op, const char *what, int32_t value, int32_t most) {
  if (value < 0 || value > most) refuse(op, std::string(what) + " is out of range");
}

void need_pair(size_t i, const FrameOp &op, uint32_t qubits) {
  need_index(i, "qubit", op.a, qubits);
  need_index(i, "qubit", op.b, qubits);
  if (op.a == op.b) refuse(i, "a two-qubit op needs two qubits");
}

void check_op(size_t i, const FrameOp &op, const FrameProgram &program) {
  need_probabilities(i, op.p);
  switch (op.code) {
    case FrameCode::kReset:
    case FrameCode::kH:
    case FrameCode::kS:
    case FrameCode::kPauli1:
      return need_index(i, "qubit", op.a, program.qubits);
    case FrameCode::kCz:
    case FrameCode::kPauli2:
      return need_pair(i, op, program.qubits);
    case FrameCode::kPauli:
      need_flag(i, "the Pauli", op.b, 3);
      return need_index(i, "qubit", op.a, program.qubits);
    case FrameCode::kMeasure:
    case FrameCode::kPeek:
      need_flag(i, "x or z", op.c, 1);
      need_index(i, "bit", op.b, program.bits);
      return need_index(i, "qubit", op.a, program.qubits);
    case FrameCode::kLoad:
      need_flag(i, "x or z", op.c, 1);
      need_index(i, "input", op.b, program.inputs);
      return need_index(i, "qubit", op.a, program.qubits);
    case FrameCode::kSet:
      need_flag(i, "the value", op.b, 1);
      return need_index(i, "register", op.a, program.registers);
    case FrameCode::kXor:
    case FrameCode::kOr:
    case FrameCode::kAnd:
    case FrameCode::kAndNot:
      need_flag(i, "bit or register", op.c, 1);
      need_index(i, "source", op.b, op.c ? program.registers : program.bits);
      return need_index(i, "register", op.a, program.registers);
    case FrameCode::kMask:
      if (op.a != -1) need_index(i, "register", op.a, program.registers);
      return;
    default:
      refuse(i, "unknown code");
  }
}

}  // namespace

void check_frames(const FrameProgram &program) {
  for (size_t i = 0; i < program.ops.size(); ++i) check_op(i, program.ops[i], program);
}

bool sample_frames(const FrameProgram &program, uint64_t shots, uint64_t seed,
                   const std::vector<uint64_t> &inputs, unsigned threads, Control &control,
                   uint64_t *planes) {
  const FramePlan plan(program, shots);
  const uint64_t blocks = (shots + kBlockShots - 1) / kBlockShots;
  control.total = blocks * program.ops.size();
  std::atomic<uint64_t> next{0};
  const auto work = [&] {
    FrameBlock block(plan, shots, seed, inputs, planes);
    for (uint64_t i = next++; i < blocks && block.run(i, control); i = next++) continue;
  };
  on_threads_cancelling(static_cast<unsigned>(std::min<uint64_t>(threads, blocks)), control, work);
  return !control.cancelled();
}

}  // namespace pentad
