#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/control.h"
#include "planes/kernels.h"
#include "planes/words.h"

namespace pentad {

/// Same order as FRAME_CODES in main/simulation/encoding/frames.ts.
enum class FrameCode : int32_t {
  kReset,    // a = qubit, p[0] = flip
  kH,        // a = qubit
  kS,        // a = qubit
  kCz,       // a, b = qubits
  kMeasure,  // a = qubit, b = bit, p[0] = flip
  kPauli1,   // a = qubit, p = px, py, pz
  kPauli2,   // a, b = qubits, p[0] = total over the 15 Paulis
  kPauli,    // a = qubit, b = x | z << 1
  kPeek,     // a = qubit, b = bit, c = 0 for x, 1 for z
  kLoad,     // a = qubit, b = input plane, c = 0 for x, 1 for z
  kSet,      // a = register, b = value
  kXor,      // a = register, b = index, c = 0 for a bit, 1 for a register
  kOr,       // as kXor
  kAnd,      // as kXor
  kAndNot,   // as kXor
  kMask,     // a = register, or -1 for none
  kCount
};

struct FrameOp {
  FrameCode code;
  int32_t a, b, c;
  double p[3];
};

struct FrameProgram {
  uint32_t qubits, bits, registers, inputs;
  std::vector<FrameOp> ops;
};

/// Throws std::invalid_argument, naming the op, unless every index is in range, no two-qubit op
/// meets one qubit twice, and every probability and every sum of them lies in [0, 1].
void check_frames(const FrameProgram &program);

/// Samples the program's bits, tracking only Pauli flips; the meaning of each op is stated in
/// main/qec/program/frame.ts. All frames, bits and registers start at 0.
///
/// The program is compiled first: every run of ops between two looks at a register becomes one
/// linear map of the frame and one stream of fault events (see FramePlan and EventTable), so that
/// sampling costs some XORs of whole planes and a few nanoseconds for each fault that happens.
/// Rows are packed 64 shots to a word, shot i at word i / 64, bit i % 64. The mask is live: a run
/// of ops looks at what its register holds at that moment.
///
/// Requires check_frames(program), program.inputs * plane_words(shots) words in `inputs` (bits
/// past `shots` are ignored) and program.bits * plane_words(shots) words in `planes`, of any
/// content. Returns false when cancelled, with `planes` unspecified; otherwise the bits past
/// `shots` are 0. The result depends on program, shots, seed and inputs, never on `threads` (at
/// least 1). Time O((bits + rows moved) * shots / 64) plus one step per fault; memory 2 * qubits +
/// registers rows of a kilobyte per thread.
bool sample_frames(const FrameProgram &program, uint64_t shots, uint64_t seed,
                   const std::vector<uint64_t> &inputs, unsigned threads, Control &control,
                   uint64_t *planes);

}  // namespace pentad
