#include "statevector/circuit.h"

#include <cmath>
#include <vector>

#include "base/test.h"

namespace pentad {
namespace {

constexpr double kRoot = 0.70710678118654752440;
const Matrix kHadamard{kRoot, kRoot, kRoot, -kRoot};
const Matrix kFlip{0., 1., 1., 0.};
const Matrix kPhase{1., 0., 0., std::complex<double>{0, 1}};

Circuit circuit(int32_t qubits, int32_t slots, std::vector<CircuitOp> ops) {
  // Condition i is term i: 2 * slot + value.
  std::vector<SlotCondition> conditions;
  for (int32_t term = 0; term < 2 * slots; ++term) conditions.push_back({term});
  return {qubits, slots, std::move(ops), {kHadamard, kFlip, kPhase}, std::move(conditions)};
}

CircuitOp h(int32_t q) {
  return {CircuitCode::kGate, q, -1, -1, 0, -1};
}
CircuitOp s(int32_t q) {
  return {CircuitCode::kGate, q, -1, -1, 2, -1};
}
CircuitOp cx(int32_t a, int32_t b) {
  return {CircuitCode::kGate, b, a, -1, 1, -1};
}
CircuitOp m(int32_t q, int32_t slot) {
  return {CircuitCode::kMeasure, q, -1, -1, slot, -1};
}

CircuitOp reset(int32_t q) {
  return {CircuitCode::kReset, q, -1, -1, 0, -1};
}
/// The op where the slot holds the value.
CircuitOp when(int32_t slot, int32_t value, CircuitOp op) {
  op.condition = 2 * slot + value;
  return op;
}

Counts count(const Circuit &circuit, uint64_t shots, uint64_t seed = 1, uint64_t kept = 1 << 20) {
  check_circuit(circuit);
  Control control;
  Counts counts;
  run_circuit(circuit, {shots, seed, kept}, control, counts);
  return counts;
}

}  // namespace

void test_circuits() {
  const Counts certain =
      count(circuit(2, 2, {h(0), h(0), h(1), s(1), s(1), h(1), m(0, 0), m(1, 1)}), 100);
  check("h h is nothing and h s s h flips",
        certain.keys == std::vector<uint64_t>{2} && certain.counts == std::vector<uint64_t>{100});
  std::vector<CircuitOp> ghz{h(17)};
  for (int32_t q = 17; q > 0; --q) ghz.push_back(cx(q, q - 1));
  for (int32_t q = 0; q < 18; ++q) ghz.push_back(m(q, q));
  const Counts cat = count(circuit(18, 18, ghz), 10'000, 4);
  check("a GHZ state gives all zeros or all ones, evenly to six sigma",
        cat.keys == std::vector<uint64_t>{0, (1 << 18) - 1} &&
            std::abs(static_cast<double>(cat.counts[0]) - 5000) < 300);
  const std::vector<CircuitOp> teleport{h(0),    cx(0, 1), m(0, 0), cx(0, 2), h(1),
                                        m(1, 1), cx(1, 2), m(2, 2), h(0),     m(0, 3)};
  const Counts kept = count(circuit(3, 4, teleport), 5'000, 6);
  const Counts replayed = count(circuit(3, 4, teleport), 5'000, 6, 0);
  check("branches kept and branches replayed give the same counts",
        kept.keys == replayed.keys && kept.counts == replayed.counts);
  uint64_t total = 0;
  for (uint64_t one : kept.counts) total += one;
  check("no shot is lost in branches", total == 5'000);
  const Counts again = count(circuit(1, 2, {h(0), m(0, 0), m(0, 1)}), 1'000, 2);
  check("a second measurement repeats the first", again.keys == std::vector<uint64_t>{0, 3});
  const Counts wide = count(circuit(1, 130, {h(0), m(0, 129), h(0), m(0, 0)}), 4'000, 2);
  check("outcomes wider than a word keep their positions",
        wide.words == 3 && wide.counts.size() == 4 && wide.keys[11] == 2 && wide.keys[9] == 1);
  const Counts fixed =
      count(circuit(2, 1, {h(0), m(0, 0), when(0, 1, cx(0, 1)), cx(0, 1), m(1, 0)}), 500);
  check("a gate on a measured outcome undoes the same gate on the qubit",
        fixed.keys == std::vector<uint64_t>{0});
  const Counts fresh = count(circuit(2, 2, {h(0), cx(0, 1), reset(0), m(0, 0), m(1, 1)}), 4'000, 3);
  check("a reset qubit reads 0 and leaves its partner mixed",
        fresh.keys == std::vector<uint64_t>{0, 2} &&
            std::abs(static_cast<double>(fresh.counts[0]) - 2000) < 200);
  const Counts twice = count(
      circuit(2, 2, {h(0), m(0, 0), when(0, 1, m(0, 1)), when(0, 0, reset(1)), m(1, 0)}), 400, 3);
  check("a measurement may depend on an outcome", twice.keys == std::vector<uint64_t>{0, 2});
  Control control;
  control.cancel = true;
  Counts none;
  check("a cancelled circuit says so",
        !run_circuit(circuit(20, 0, {h(0), h(1)}), {10, 1, 0}, control, none));
}

}  // namespace pentad
