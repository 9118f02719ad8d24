#pragma once
#include <complex>
#include <cstdint>
#include <vector>

#include "base/control.h"

namespace pentad {

/// A Pauli on the qubits of a state: X where bit q of `x` is 1, Z where bit q of `z` is, Y where
/// both are.
struct PauliMask {
  uint32_t x, z;
};

/// Expectation value of each Pauli in a state of 2^n amplitudes.
///
/// Amplitude i of P|a> is i^|x & z| (-1)^|j & z| times amplitude j = i ^ x. Paulis of one x share
/// the products conj(a_i) a_j, which are made once for a block of amplitudes; each z then adds them
/// up with its signs. Example: a Hamiltonian of Z0, Z1, Z0 Z1 and X0 takes two passes over the
/// state, one for x = 0 and one for x = 1.
///
/// Requires amplitudes.size() = 2^n, masks below it, values.size() = paulis.size(). The number of
/// threads does not change the values. Returns false when cancelled. Time O((distinct x + Paulis) *
/// 2^n / threads); memory O(Paulis).
bool pauli_values(const std::vector<std::complex<double>> &amplitudes,
                  const std::vector<PauliMask> &paulis, unsigned threads, Control &control,
                  std::vector<double> &values);

}  // namespace pentad
