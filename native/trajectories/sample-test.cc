#include "trajectories/sample.h"

#include <stdexcept>
#include <thread>
#include <vector>

#include "base/test.h"
#include "trajectories/block.h"
#include "trajectories/plan.h"

namespace pentad {
namespace {

using Code = TrajectoryCode;
using Logic = TrajectoryLogic;

const Matrix kFlip{0., 1., 1., 0.};
const double kRoot = 0.70710678118654752;
const Matrix kHadamard{kRoot, kRoot, kRoot, -kRoot};
const Matrix kSign{1., 0., 0., -1.};

TrajectoryOp gate(int32_t matrix, int32_t a, int32_t b = -1) {
  return {Code::kGate, a, b, -1, matrix, -1, {}};
}
TrajectoryOp noise(Code code, int32_t a, int32_t b, double p0, double p1 = 0) {
  return {code, a, b, -1, 0, -1, {p0, p1, 0}};
}
TrajectoryOp read(int32_t a, int32_t slot, double zero = 0, double one = 0) {
  return {Code::kMeasure, a, -1, -1, slot, -1, {zero, one, 0}};
}

TrajectoryOp logic(TrajectoryLogic how, int32_t slot, int32_t from = -1) {
  return {Code::kLogic, static_cast<int32_t>(how), from, -1, slot, -1, {}};
}

TrajectoryProgram program(int32_t qubits, int32_t slots, std::vector<TrajectoryOp> ops) {
  return {qubits, slots, std::move(ops), {kFlip, kHadamard, kSign}, {{1}}};
}

Counts sample(const TrajectoryProgram &program, uint64_t shots, unsigned threads = 1,
              uint64_t state_bytes = 1 << 20, Precision precision = Precision::kDouble) {
  check_trajectory(program);
  Control control;
  Counts counts;
  run_trajectories(program, {shots, 7, state_bytes, precision, threads}, control, counts);
  return counts;
}

bool is(const Counts &counts, std::vector<uint64_t> keys, std::vector<uint64_t> times) {
  return counts.keys == keys && counts.counts == times;
}

/// Layers with every kind of noise, measurements in the middle and a condition.
TrajectoryProgram busy(int32_t qubits) {
  std::vector<TrajectoryOp> ops;
  for (int32_t i = 0; i < 6 * qubits; ++i) {
    const int32_t a = i % qubits, b = (a + 1 + i / qubits) % qubits;
    ops.push_back(gate(1, a));
    ops.push_back(noise(Code::kDamp, a, -1, 0.1));
    ops.push_back(noise(Code::kPauli1, a, -1, 0.02, 0.03));
    if (a != b) ops.push_back(gate(2, a, b));
    if (a != b) ops.push_back(noise(Code::kPauli2, a, b, 0.05));
    if (i % 5 == 0) ops.push_back(read(b, 0, 0.02, 0.1));
    ops.push_back({Code::kGate, b, -1, -1, 0, 0, {}});
  }
  for (int32_t q = 0; q < qubits; ++q) ops.push_back(read(q, q + 1, 0.01, 0.02));
  return program(qubits, qubits + 1, std::move(ops));
}

void test_certain() {
  const auto flipped = program(2, 2, {gate(0, 1), read(0, 0), read(1, 1)});
  check("a trajectory without noise reads what gates say", is(sample(flipped, 9), {2}, {9}));
  const auto decayed = program(1, 1, {gate(0, 0), noise(Code::kDamp, 0, -1, 1), read(0, 0)});
  check("a decay of rate 1 is certain", is(sample(decayed, 9), {0}, {9}));
  const auto certain_x = program(1, 1, {noise(Code::kPauli1, 0, -1, 1), read(0, 0)});
  check("an X of rate 1 is certain", is(sample(certain_x, 9), {1}, {9}));
  const auto misread = program(1, 1, {read(0, 0, 1, 0)});
  check("a readout that errs surely records the wrong bit", is(sample(misread, 9), {1}, {9}));
  const auto reset = program(1, 1, {gate(1, 0), {Code::kReset, 0, -1, -1, 0, -1, {}}, read(0, 0)});
  check("a reset leaves |0>", is(sample(reset, 99), {0}, {99}));
}

void test_logic() {
  bool all = true;
  // Bit 2 * old + from of each: what becomes of `old`.
  const std::vector<std::pair<Logic, uint64_t>> truths = {
      {Logic::kZero, 0b0000}, {Logic::kOne, 0b1111}, {Logic::kXor, 0b0110},
      {Logic::kOr, 0b1110},   {Logic::kAnd, 0b1000}, {Logic::kAndNot, 0b0100}};
  for (const auto &[how, truth] : truths) {
    for (const uint64_t given : {0, 1, 2, 3}) {
      const auto set = [&](int32_t slot, uint64_t bit) {
        return logic((given & bit) != 0 ? Logic::kOne : Logic::kZero, slot);
      };
      const auto counts = sample(program(1, 2, {set(1, 2), set(0, 1), logic(how, 1, 0)}), 3);
      all = all && is(counts, {(truth >> given & 1) * 2 + (given & 1)}, {3});
    }
  }
  check("logic on slots is what its truth tables say", all);
  TrajectoryOp flip = gate(0, 0);
  flip.condition = 0;
  const auto waits =
      program(1, 2, {logic(Logic::kOne, 0), flip, logic(Logic::kZero, 0), flip, read(0, 1)});
  check("what waits is done before its condition changes", is(sample(waits, 3), {2}, {3}));
}

void test_same() {
  const auto any = busy(5);
  const Counts one = sample(any, 2'001);
  const auto same = [&](const Counts &other) {
    return is(other, one.keys, one.counts) && one.keys.size() > 8;
  };
  check("trajectories do not depend on the number of threads", same(sample(any, 2'001, 3)));
  check("trajectories do not depend on the room for states",
        same(sample(any, 2'001, 1, 0)) && same(sample(any, 2'001, 2, 5'000)));
  uint64_t sum = 0;
  for (const uint64_t count : one.counts) sum += count;
  check("every trajectory is counted once", sum == 2'001);
}

void test_plan() {
  const auto plan = plan_trajectories(
      program(2, 2,
              {gate(1, 0), noise(Code::kDamp, 0, -1, 0.1), gate(0, 0), gate(2, 0, 1),
               noise(Code::kPauli2, 0, 1, 0.1), noise(Code::kPauli1, 0, -1, 0), read(0, 0)}));
  check("gates and noise between two-qubit gates are one run",
        plan.blocks.size() == 3 && plan.blocks[0].runs[1].elements.size() == 3 &&
            plan.locations.size() == 2 && plan.blocks[0].end_location == 1 &&
            plan.blocks[1].kind == BlockKind::kPauli2);
  check("a measurement that nothing depends on waits until the end", plan.last.size() == 1);
  const double left = weight_after({}, {1, 0, 0, 0, 0, 2});
  check("the weight of a density is its trace", left == 3);
}

void test_cancel() {
  Control control;
  Counts counts;
  std::thread stopper([&] { control.cancel = true; });
  const bool finished =
      run_trajectories(busy(16), {100'000, 7, 1 << 28, Precision::kDouble, 2}, control, counts);
  stopper.join();
  check("trajectories stop when they are cancelled", !finished);
}

bool refuses(const TrajectoryProgram &program) {
  try {
    check_trajectory(program);
  } catch (const std::invalid_argument &) {
    return true;
  }
  return false;
}

void test_refusals() {
  bool all = refuses(program(31, 0, {}));
  for (const TrajectoryOp &op :
       {gate(3, 0), gate(0, 2), gate(0, 0, 0), gate(0, 0, 2), noise(Code::kDamp, 0, -1, 1.5),
        noise(Code::kPauli1, 0, -1, 0.6, 0.6), noise(Code::kPauli2, 0, 0, 0.1), read(0, 2),
        TrajectoryOp{static_cast<Code>(7), 0, -1, -1, 0, -1, {}}, logic(Logic::kOne, 2),
        logic(Logic::kXor, 0), logic(Logic::kXor, 0, 2), logic(static_cast<Logic>(6), 0),
        TrajectoryOp{Code::kReset, 0, -1, -1, 0, 1, {}}}) {
    all = all && refuses(program(2, 2, {op}));
  }
  check("an unsound trajectory program is refused", all);
}

}  // namespace

void test_trajectories() {
  test_certain();
  test_logic();
  test_same();
  test_plan();
  test_cancel();
  test_refusals();
}

}  // namespace pentad
