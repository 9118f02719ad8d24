#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "amplitudes/state.h"
#include "base/random.h"
#include "base/test.h"
#include "statevector/basis-qubits.h"
#include "statevector/circuit.h"
#include "statevector/joint-weights.h"

namespace pentad {
namespace {

using Complex = std::complex<double>;
const Matrix kFlip{0., 1., 1., 0.};
const double kRoot = std::sqrt(0.5);
const Matrix kHadamard{kRoot, kRoot, kRoot, -kRoot};

/// Above a chunk, so that parts of the state can be passed over.
constexpr int kQubits = 14;

Matrix turn(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c, -s, s, c};
}

std::vector<Step> any_steps(int count, Rng &rng) {
  std::vector<Step> steps;
  for (int i = 0; i < count; ++i) {
    const auto target = static_cast<int>(rng.next() % kQubits);
    const uint64_t mask = rng.next() % 2 ? uint64_t{1} << (target + 5) % kQubits : 0;
    steps.push_back({target, mask, rng.next() & mask, turn(6 * rng.uniform())});
  }
  return steps;
}

void run_slowly(const std::vector<Step> &steps, std::vector<Complex> &state) {
  for (const Step &step : steps) {
    const size_t bit = size_t{1} << step.target;
    for (size_t i = 0; i < state.size(); ++i) {
      if ((i & bit) != 0 || (i & step.mask) != step.value) continue;
      const Complex zero = state[i], one = state[i | bit];
      state[i] = step.matrix[0] * zero + step.matrix[1] * one;
      state[i | bit] = step.matrix[2] * zero + step.matrix[3] * one;
    }
  }
}

template <typename T>
bool is_near(const State<T> &state, const std::vector<Complex> &slow, double within) {
  for (size_t i = 0; i < slow.size(); ++i) {
    if (!(std::abs(state.amplitude(i) - slow[i]) < within)) return false;
  }
  return true;
}

template <typename T>
bool weighs_as_slowly(double within) {
  Rng rng(11, sizeof(T));
  Control control;
  const auto silent = [](double) {};
  for (int round = 0; round < 20; ++round) {
    const std::vector<Step> steps = any_steps(40, rng);
    State<T> state(kQubits, {1u + static_cast<unsigned>(round % 2), round % 3, 0, 0});
    std::vector<Complex> slow(size_t{1} << kQubits);
    slow[0] = 1;
    state.run(steps, control, silent);
    run_slowly(steps, slow);
    std::vector<int> qubits;
    for (int q = 0; q < kQubits; ++q) {
      if (rng.next() % 3 == 0) qubits.push_back((5 * q + round) % kQubits);
    }
    std::vector<double> expected(size_t{1} << qubits.size());
    for (size_t i = 0; i < slow.size(); ++i) {
      size_t outcome = 0;
      for (size_t b = 0; b < qubits.size(); ++b) outcome |= (i >> qubits[b] & 1) << b;
      expected[outcome] += std::norm(slow[i]);
    }
    const std::vector<double> weights = state.joint_weights(qubits, control);
    for (size_t i = 0; i < expected.size(); ++i) {
      if (!(std::abs(weights[i] - expected[i]) < within)) return false;
    }
  }
  return true;
}

/// Projects qubits high and low, leaves out what is 0, and goes on with gates that need some of it.
template <typename T>
bool narrows_as_slowly(double within) {
  Rng rng(12, sizeof(T));
  Control control;
  for (int round = 0; round < 20; ++round) {
    State<T> state(kQubits, {1, round % 3, 8, 6});
    std::vector<Complex> slow(size_t{1} << kQubits);
    slow[0] = 1;
    for (int part = 0; part < 3; ++part) {
      std::vector<Step> steps = any_steps(20, rng);
      uint64_t zero = 0;
      for (const int qubit : {kQubits - 1 - part, part}) {
        steps.push_back({qubit, 0, 0, {0., 1.5, 0., 0.}});
        zero |= uint64_t{1} << qubit;
      }
      state.run(steps, control, [](double) {});
      state.restrict_support(zero);
      run_slowly(steps, slow);
      if (!is_near(state, slow, within) || !is_near(state.clone(), slow, within)) return false;
    }
  }
  return true;
}

bool halves_as_conditioned() {
  JointWeights weights({3, 7, 1}, {0.1, 0.2, 0., 0.1, 0.3, 0.05, 0.2, 0.05});
  if (!weights.covers(7) || weights.covers(2) || std::abs(weights.of(7)[1] - 0.35) > 1e-12) {
    return false;
  }
  weights.decide(7, true);
  const auto first = weights.of(3), other = weights.of(1);
  weights.decide(3, false);
  return std::abs(first[0] - 0.2 / 0.35) < 1e-12 && std::abs(other[0] - 0.1 / 0.35) < 1e-12 &&
         weights.of(1)[0] == 0 && std::abs(weights.of(1)[1] - 1) < 1e-12 && !weights.covers(3);
}

void test_certainty() {
  BasisQubits certain(4);
  std::vector<Step> steps;
  const auto bits = [](std::initializer_list<int> qubits) {
    uint64_t mask = 0;
    for (const int qubit : qubits) mask |= uint64_t{1} << qubit;
    return mask;
  };
  certain.add({0, 0, 0, kFlip}, steps);
  certain.add({1, bits({0}), bits({0}), kFlip}, steps);
  certain.add({3, bits({1, 2}), bits({1, 2}), kHadamard}, steps);
  certain.add({-1, bits({0}), bits({0}), {Complex{0, 1}}}, steps);
  check("what is certain takes no step",
        steps.empty() && certain.value(0) && certain.value(1) && !certain.value(3));
  certain.add({2, 0, 0, kHadamard}, steps);
  certain.add({1, bits({0, 2}), bits({0, 2}), kFlip}, steps);
  check("a gate that leaves a qubit open flips it first where it is 1, and loses controls",
        steps.size() == 3 && steps[1].target == 1 && steps[1].mask == 0 &&
            steps[2].mask == bits({2}) && !certain.contains(1) && !certain.contains(2));
  certain.flush_flips(steps);
  certain.flush_flips(steps);
  check("flips put off are made in the end, once", steps.size() == 4 && steps[3].target == 0);
  check("a control that is certainly 0 keeps a qubit certain", certain.contains(3));
}

/// Resets and measurements of qubits that others depend on, some in a row, some apart.
Circuit many_collapses() {
  Circuit circuit{kQubits, 40, {}, {kHadamard, kFlip, turn(0.4)}, {}};
  const auto gate = [&](int32_t matrix, int32_t target, int32_t control) {
    circuit.ops.push_back({CircuitCode::kGate, target, control, -1, matrix, -1});
  };
  for (int32_t q = 0; q < kQubits; ++q) gate(2, q, -1);
  for (int32_t i = 0; i < 40; ++i) {
    const int32_t q = (5 * i + 3) % kQubits;
    gate(1, q, (q + 1) % kQubits);
    gate(i % 3, (q + 4) % kQubits, q);
    if (i % 4 == 3) circuit.ops.push_back({CircuitCode::kReset, q, -1, -1, 0, -1});
    if (i % 8 == 1)
      circuit.ops.push_back({CircuitCode::kMeasure, (q + 4) % kQubits, -1, -1, i, -1});
  }
  for (int32_t q = 0; q < kQubits; ++q) {
    circuit.ops.push_back({CircuitCode::kReset, q, -1, -1, 0, -1});
    gate(2, q, -1);
    circuit.ops.push_back({CircuitCode::kMeasure, q, -1, -1, q, -1});
  }
  return circuit;
}

bool same_outcomes() {
  const Circuit circuit = many_collapses();
  const auto count = [&](uint64_t kept, unsigned threads, int block_bits) {
    CircuitRequest request{200, 5, kept};
    request.resources = {threads, 2, block_bits, 6};
    Control control;
    Counts counts;
    run_circuit(circuit, request, control, counts);
    return counts;
  };
  const Counts all = count(uint64_t{1} << 30, 1, 8);
  const Counts some = count(uint64_t{5} << 18, 3, 8), none = count(0, 2, 8);
  return all.counts.size() > 100 && all.keys == some.keys && all.counts == some.counts &&
         all.keys == none.keys && all.counts == none.counts;
}

}  // namespace

void test_branching() {
  check("joint weights are those of the plain loop in float64", weighs_as_slowly<double>(1e-12));
  check("joint weights are those of the plain loop in float32", weighs_as_slowly<float>(1e-5));
  check("a state passes over what is 0 in float64", narrows_as_slowly<double>(1e-11));
  check("a state passes over what is 0 in float32", narrows_as_slowly<float>(1e-4));
  check("an outcome leaves the weights of the rest given it", halves_as_conditioned());
  test_certainty();
  check("branches of resets do not depend on the room for states, nor on threads", same_outcomes());
}

}  // namespace pentad
