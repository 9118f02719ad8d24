#include "trajectories/sample.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <stdexcept>
#include <string>

#include "amplitudes/state.h"
#include "amplitudes/tally.h"
#include "base/threads.h"
#include "trajectories/worker.h"

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
    if (!(rate >= 0 && rate <= 1)) refuse(i, "a rate is not a probability");
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
  if (op.b == -1 && op.c != -1) refuse(i, "the first control is missing");
}

/// Checks a logic op, which names slots but no qubit.
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

namespace {

/// Chunks a thread takes one after the other: enough to even out, few enough to share runs.
constexpr uint64_t kChunksPerThread = 4;
constexpr uint64_t kMaxInChunk = uint64_t{1} << 16;

struct Sizes {
  unsigned threads;
  uint64_t in_chunk;
};

/// A group of k shots splits at most log2(k) times before it is a single shot, and each time its
/// smaller part takes one more state.
Sizes sizes_of(const TrajectoryRequest &request, uint64_t state_bytes) {
  const uint64_t states = std::max<uint64_t>(1, request.state_bytes / state_bytes);
  const uint64_t threads = std::min({uint64_t{request.threads}, states, request.shots});
  const uint64_t forks = states / threads < 2 ? 0 : states / threads - 2;
  const uint64_t held = forks >= 16 ? kMaxInChunk : uint64_t{1} << forks;
  const uint64_t even = (request.shots - 1) / (threads * kChunksPerThread) + 1;
  return {static_cast<unsigned>(threads), std::min(held, even)};
}

void add_all(const Counts &counts, Tally &tally) {
  for (size_t i = 0; i < counts.counts.size(); ++i) {
    tally.add(counts.keys.data() + i * counts.words, counts.counts[i]);
  }
}

template <typename T>
bool run_with(const TrajectoryProgram &program, const TrajectoryRequest &request, Control &control,
              Counts &counts) {
  const PreparedTrajectories<T> job(program);
  const Sizes sizes = sizes_of(request, 2 * sizeof(T) << job.bits);
  Tally all(program.slots);
  std::mutex merging;
  std::atomic<uint64_t> next{0};
  control.total = request.shots;
  on_threads_cancelling(sizes.threads, control, [&] {
    TrajectoryWorker<T> worker(job, control);
    for (uint64_t first = next.fetch_add(sizes.in_chunk); first < request.shots;
         first = next.fetch_add(sizes.in_chunk)) {
      const uint64_t count = std::min(sizes.in_chunk, request.shots - first);
      if (!worker.run(request.seed, first, static_cast<size_t>(count))) return;
    }
    const Counts own = worker.counts();
    const std::lock_guard<std::mutex> lock(merging);
    add_all(own, all);
  });
  if (control.cancelled()) return false;
  counts = all.merged();
  return true;
}

}  // namespace

bool run_trajectories(const TrajectoryProgram &program, const TrajectoryRequest &request,
                      Control &control, Counts &counts) {
  if (request.precision == Precision::kSingle) {
    return run_with<float>(program, request, control, counts);
  }
  return run_with<double>(program, request, control, counts);
}

}  // namespace pentad
