#include <algorithm>
#include <cmath>
#include <vector>

#include "amplitudes/state.h"
#include "base/random.h"
#include "base/test.h"
#include "statevector/circuit.h"

namespace pentad {
namespace {

using Complex = std::complex<double>;
constexpr int kQubits = 11;
const Matrix kFlip{0., 1., 1., 0.};

Matrix turn(double theta, double phi, double lambda) {
  const double c = std::cos(theta / 2), s = std::sin(theta / 2);
  return {c, -s * std::polar(1., lambda), s * std::polar(1., phi),
          c * std::polar(1., phi + lambda)};
}

/// Each shape of matrix that the fusion treats differently.
Matrix any_matrix(Rng &rng) {
  const double angle = 6 * rng.uniform();
  switch (rng.next() % 6) {
    case 0:
      return {1., 0., 0., std::polar(1., angle)};
    case 1:
      return turn(angle, 0, 0);
    case 2:
      return turn(angle, -std::acos(0.), std::acos(0.));
    case 3:
      return turn(std::acos(0.), 0, 2 * std::acos(0.));
    case 4:
      return kFlip;
    default:
      return turn(angle, 3 * rng.uniform(), 3 * rng.uniform());
  }
}

int32_t other_than(int32_t a, int32_t b, Rng &rng) {
  for (;;) {
    const auto qubit = static_cast<int32_t>(rng.next() % kQubits);
    if (qubit != a && qubit != b) return qubit;
  }
}

Circuit any_circuit(int gates, Rng &rng) {
  Circuit circuit{kQubits, kQubits, {}, {}, {}};
  for (int32_t i = 0; i < gates; ++i) {
    const int32_t target = other_than(-1, -1, rng);
    const int32_t a = rng.next() % 2 ? other_than(target, -1, rng) : -1;
    const int32_t b = a >= 0 && rng.next() % 4 == 0 ? other_than(target, a, rng) : -1;
    circuit.matrices.push_back(any_matrix(rng));
    circuit.ops.push_back({CircuitCode::kGate, target, a, b, i, -1});
  }
  return circuit;
}

/// Reference: applies the circuit gate by gate to the whole state.
std::vector<Complex> slow_state(const Circuit &circuit) {
  std::vector<Complex> state(size_t{1} << circuit.qubits);
  state[0] = 1;
  for (const CircuitOp &op : circuit.ops) {
    const Matrix &m = circuit.matrices[static_cast<size_t>(op.index)];
    const size_t bit = size_t{1} << op.target;
    size_t controls = 0;
    for (const int32_t c : {op.control, op.other_control}) controls |= c < 0 ? 0 : size_t{1} << c;
    for (size_t i = 0; i < state.size(); ++i) {
      if ((i & bit) != 0 || (i & controls) != controls) continue;
      const Complex zero = state[i], one = state[i | bit];
      state[i] = m[0] * zero + m[1] * one;
      state[i | bit] = m[2] * zero + m[3] * one;
    }
  }
  return state;
}

double farthest(const std::vector<Complex> &a, const std::vector<Complex> &b) {
  double most = a.size() == b.size() ? 0 : 1;
  for (size_t i = 0; i < a.size() && i < b.size(); ++i)
    most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

struct Sizes {
  int block_bits, tile_bits;
};

double distance(const Circuit &circuit, Precision precision, int widest, Sizes sizes) {
  CircuitRequest request{1, 1, 0};
  request.precision = precision;
  request.resources = {2, widest, sizes.block_bits, sizes.tile_bits};
  Control control;
  std::vector<Complex> fast;
  final_state(circuit, request, control, fast);
  return farthest(fast, slow_state(circuit));
}

bool agrees(int widest, Precision precision, double within) {
  Rng rng(2026, static_cast<uint64_t>(widest));
  for (int round = 0; round < 12; ++round) {
    const Circuit circuit = any_circuit(5 + 10 * round, rng);
    for (const Sizes sizes : {Sizes{6, 6}, Sizes{8, 6}, Sizes{9, 7}, Sizes{11, 7}, Sizes{0, 0}}) {
      if (!(distance(circuit, precision, widest, sizes) < within)) return false;
    }
  }
  return true;
}

/// Compares the bits read from a state whose last steps the readout took over with the amplitudes
/// of the whole circuit.
bool reads_as_slowly() {
  Rng rng(7, 7);
  for (int round = 0; round < 40; ++round) {
    Circuit circuit{kQubits, kQubits, {}, {kFlip, {1., 0., 0., Complex{0, 1}}}, {}};
    for (int i = 0; i < 30; ++i) {
      const int32_t target = other_than(-1, -1, rng);
      const int32_t control = rng.next() % 4 ? other_than(target, -1, rng) : -1;
      const auto matrix = static_cast<int32_t>(rng.next() % 2);
      circuit.ops.push_back({CircuitCode::kGate, target, control, -1, matrix, -1});
    }
    const std::vector<Complex> slow = slow_state(circuit);
    for (int32_t q = 0; q < kQubits; ++q) {
      circuit.ops.push_back({CircuitCode::kMeasure, q, -1, -1, q, -1});
    }
    Control control;
    Counts counts;
    run_circuit(circuit, {10, 1, 0}, control, counts);
    if (counts.keys.size() != 1 || std::norm(slow[counts.keys[0]]) < 0.5) return false;
  }
  return true;
}

/// The progress reported while a Hadamard is run on each qubit of a state of 64 MiB; the first
/// report cancels the run where `cancel` is set.
std::vector<double> progress_of_large_state(bool cancel) {
  constexpr int kLarge = 23;
  const double half = std::sqrt(0.5);
  std::vector<Step> steps;
  for (int q = 0; q < kLarge; ++q) add_steps({half, half, half, -half}, q, 0, 0, steps);
  State<float> state(kLarge, {});
  Control control;
  std::vector<double> reported;
  state.run(steps, control, [&](double done) {
    reported.push_back(done / static_cast<double>(steps.size()));
    if (cancel) control.cancel = true;
  });
  return reported;
}

bool reports_taking_memory() {
  const std::vector<double> reported = progress_of_large_state(false);
  return reported.size() > 1024 && reported.front() < 0.01 && reported.back() > 0.95 &&
         reported.back() <= 1 && std::is_sorted(reported.begin(), reported.end());
}

}  // namespace

void test_statevectors() {
  for (int widest = 0; widest < 3; ++widest) {
    check(sweep_kernels<double>(widest).name, true);
    check("amplitudes in float64 are those of the plain loop, whatever the sizes of blocks",
          agrees(widest, Precision::kDouble, 1e-12));
    check("amplitudes in float32 are those of the plain loop, whatever the sizes of blocks",
          agrees(widest, Precision::kSingle, 1e-5));
  }
  check("flips left to the readout are read", reads_as_slowly());
  check("a large state reports progress from the first page of its memory on, never decreasing",
        reports_taking_memory());
  check("a large state stops while it takes its memory", progress_of_large_state(true).size() < 8);
}

}  // namespace pentad
