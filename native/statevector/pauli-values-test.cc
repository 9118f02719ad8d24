#include "statevector/pauli-values.h"

#include <bit>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "base/test.h"

namespace pentad {
namespace {

using Complex = std::complex<double>;

std::vector<Complex> any_state(int qubits, Rng &rng) {
  std::vector<Complex> state(size_t{1} << qubits);
  for (Complex &amplitude : state) amplitude = {rng.uniform() - 0.5, rng.uniform() - 0.5};
  return state;
}

/// X, then Z, then i for each Y = i X Z, applied to the state as a whole.
double slow_value(const std::vector<Complex> &state, PauliMask pauli) {
  Complex sum = 0;
  double norm = 0;
  const Complex ys = std::pow(Complex{0, 1}, std::popcount(pauli.x & pauli.z));
  for (size_t i = 0; i < state.size(); ++i) {
    const auto from = static_cast<uint32_t>(i) ^ pauli.x;
    const double sign = std::popcount(from & pauli.z) % 2 == 0 ? 1 : -1;
    sum += std::conj(state[i]) * ys * sign * state[from];
    norm += std::norm(state[i]);
  }
  return sum.real() / norm;
}

/// Masks of a few x, so that many share one, and the identity.
std::vector<PauliMask> any_paulis(int qubits, Rng &rng) {
  const uint32_t all = (uint32_t{1} << qubits) - 1;
  std::vector<PauliMask> paulis{{0, 0}};
  for (int k = 0; k < 60; ++k) {
    const auto shared = static_cast<uint32_t>(rng.next() % 3);
    const auto x = rng.next() % 2 ? shared : static_cast<uint32_t>(rng.next());
    paulis.push_back({x & all, static_cast<uint32_t>(rng.next()) & all});
  }
  return paulis;
}

bool agrees(int qubits, unsigned threads) {
  Rng rng(31, static_cast<uint64_t>(qubits));
  const std::vector<Complex> state = any_state(qubits, rng);
  const std::vector<PauliMask> paulis = any_paulis(qubits, rng);
  Control control;
  std::vector<double> values;
  if (!pauli_values(state, paulis, threads, control, values)) return false;
  for (size_t k = 0; k < paulis.size(); ++k) {
    if (std::abs(values[k] - slow_value(state, paulis[k])) > 1e-12) return false;
  }
  return true;
}

bool repeats_on_threads() {
  Rng rng(5, 5);
  const std::vector<Complex> state = any_state(10, rng);
  const std::vector<PauliMask> paulis = any_paulis(10, rng);
  Control control;
  std::vector<double> one, four;
  pauli_values(state, paulis, 1, control, one);
  pauli_values(state, paulis, 4, control, four);
  return one == four;
}

bool stops() {
  Rng rng(6, 6);
  Control control;
  control.cancel = true;
  std::vector<double> values;
  return !pauli_values(any_state(8, rng), any_paulis(8, rng), 2, control, values);
}

}  // namespace

void test_pauli_values() {
  bool all = true;
  for (int qubits = 1; qubits <= 11; ++qubits) all = all && agrees(qubits, 1) && agrees(qubits, 3);
  check("values of Paulis are those of the Pauli applied to the state", all);
  check("values of Paulis are the same bits on any number of threads", repeats_on_threads());
  check("values of Paulis can be cancelled", stops());
}

}  // namespace pentad
