#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "circuit.h"
#include "control.h"

namespace pentad {

/// Same order as OP_CODES in main/simulation/stabilizer_encode.ts.
enum class StabilizerCode : int32_t {
  kH,        // a = qubit
  kS,        // a = qubit
  kX,        // a = qubit
  kZ,        // a = qubit
  kCx,       // a = control, b = target
  kCz,       // a, b = qubits
  kSwap,     // a, b = qubits
  kMeasure,  // a = qubit, b = clbit, p[0] = flip of the noted bit
  kReset,    // a = qubit
  kPauli1,   // a = qubit, p = px, py, pz
  kPauli2,   // a, b = qubits, p[0] = total over the 15 Paulis
  kCount
};

/// One op; it happens only where classical bit `condition / 2` is `condition % 2`, unless -1.
struct StabilizerOp {
  StabilizerCode code;
  int32_t a, b, condition;
  double p[3];
};

struct StabilizerProgram {
  uint32_t qubits, clbits;
  std::vector<StabilizerOp> ops;
};

inline constexpr uint32_t kMaxStabilizerQubits = 10'000;
inline constexpr uint32_t kMaxStabilizerClbits = 1 << 16;

/// Throws std::invalid_argument, naming the op, unless every index and probability is in range.
void check_stabilizer(const StabilizerProgram &program);

/// How a program is sampled; part of what a seed means.
enum class StabilizerPath {
  kAffine,  // no noise: outcomes are random bits through one matrix over GF(2)
  kFrames,  // one reference shot and Pauli frames that deviate from it
  kShots,   // a gate other than a Pauli depends on an outcome: a tableau for every shot
};

/// Samples the classical bits of a Clifford program into bit planes.
///
/// Plane b is row b of `planes`, plane_words(shots) words, shot i at word i / 64, bit i % 64; bits
/// past `shots` are 0. All qubits and bits start at 0. Requires check_stabilizer(program) and
/// zeroed planes. Returns false when cancelled. The result depends on program, shots and seed,
/// never on `threads`.
bool sample_stabilizer(const StabilizerProgram &program, uint64_t shots, uint64_t seed,
                       unsigned threads, Control &control, std::vector<uint64_t> &planes,
                       StabilizerPath &path);

/// The same shots counted, batch by batch, without keeping their planes: distinct outcomes in
/// ascending order. Throws std::length_error when keys and counts would take more than
/// `most_bytes`; each thread may hold as much while it works.
bool count_stabilizer(const StabilizerProgram &program, uint64_t shots, uint64_t seed,
                      unsigned threads, uint64_t most_bytes, Control &control, Counts &counts,
                      StabilizerPath &path);

}  // namespace pentad
