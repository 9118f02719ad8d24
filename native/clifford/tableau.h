#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "clifford/program.h"

namespace pentad {

/// Which Pauli each qubit gets; bit q of x and z belongs to qubit q.
struct PauliBits {
  std::vector<uint64_t> x, z;
};

/// The stabilizer state U|0...0> of some qubits, held as the inverse tableau of U (Gidney 2021,
/// after Aaronson and Gottesman 2004): rows U^-1 X_q U and U^-1 Z_q U, 64 qubits to a word.
///
/// A gate changes the rows of its own qubits only: H swaps two row numbers, CX multiplies two
/// pairs of rows. Z_q is random exactly when its row holds an X, so an outcome that is certain
/// costs a look at one row, and a random one a pass over all rows. Example: after H(0) the row of
/// Z_0 is X_0, hence random; after collapse(0, true) it is -Z_0.
///
/// Time O(n / 64) a gate, O(n^2 / 32) a random measurement; memory n^2 / 2 bytes.
class Tableau {
 public:
  explicit Tableau(size_t qubits);

  void h(size_t q);
  void s(size_t q);
  void x(size_t q) { sign_[slot_[2 * q + 1]] ^= 1; }
  void z(size_t q) { sign_[slot_[2 * q]] ^= 1; }
  void cx(size_t control, size_t target);
  void cz(size_t a, size_t b);
  void swap(size_t a, size_t b);
  /// A gate among the seven above; other ops do nothing.
  void apply(const StabilizerOp &op);

  /// Whether a Z measurement of q would be random; when it is not, outcome(q) says the result.
  bool is_random(size_t q) const { return pivot(q) < qubits_; }
  bool outcome(size_t q) const { return sign_[slot_[2 * q + 1]]; }

  /// A Pauli that fixes the state up to sign and anticommutes with Z_q: it takes the state that
  /// collapse(q, 0) leaves to the one that collapse(q, 1) leaves. Requires is_random(q).
  void partner(size_t q, PauliBits &pauli) const;

  /// Projects onto the given outcome of a Z measurement. Requires is_random(q).
  void collapse(size_t q, bool outcome);
  /// Measures Z_q; a random outcome is 0.
  bool measure(size_t q);

  size_t bytes() const { return bits_.size() * 8 + sign_.size() * 5; }

 private:
  size_t pivot(size_t q) const;
  uint64_t *xs(uint32_t slot) { return &bits_[size_t{slot} * 2 * words_]; }
  uint64_t *zs(uint32_t slot) { return xs(slot) + words_; }
  const uint64_t *xs(uint32_t slot) const { return &bits_[size_t{slot} * 2 * words_]; }
  /// row[to] = row[to] * row[from]; returns the product's power of i, signs included.
  int multiply(uint32_t to, uint32_t from);
  void merge(uint32_t to, uint32_t from) { sign_[to] = multiply(to, from) >> 1; }

  size_t qubits_, words_;
  /// slot_[2 q] holds the row of X_q, slot_[2 q + 1] that of Z_q.
  std::vector<uint32_t> slot_;
  std::vector<uint64_t> bits_;
  std::vector<uint8_t> sign_;
};

}  // namespace pentad
