#pragma once
#include <cstdint>
#include <vector>

#include "base/control.h"
#include "base/counts.h"
#include "clifford/program.h"

namespace pentad {

/// How a program is sampled; part of what a seed means.
enum class StabilizerPath {
  kAffine,  // no noise: outcomes are random bits through one matrix over GF(2)
  kFrames,  // one reference shot and Pauli frames that deviate from it
  kGroups,  // as frames, with a reference for every group of shots whose conditions agree
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

/// As sample_stabilizer, but the shots one after the other, each (clbits + 7) / 8 bytes, bit b
/// being bit b % 8 of byte b / 8 (Stim's b8). Requires shots * (clbits + 7) / 8 bytes in `packed`;
/// those past the last classical bit are 0.
bool pack_stabilizer(const StabilizerProgram &program, uint64_t shots, uint64_t seed,
                     unsigned threads, Control &control, std::vector<uint8_t> &packed,
                     StabilizerPath &path);

/// As sample_stabilizer, but the shots are counted, batch by batch, without keeping their planes:
/// distinct outcomes in ascending order. Throws std::length_error when keys and counts would take
/// more than `most_bytes`; each thread may hold as much while it works.
bool count_stabilizer(const StabilizerProgram &program, uint64_t shots, uint64_t seed,
                      unsigned threads, uint64_t most_bytes, Control &control, Counts &counts,
                      StabilizerPath &path);

}  // namespace pentad
