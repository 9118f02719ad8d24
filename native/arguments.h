#pragma once
#include <napi.h>

#include <cstdint>
#include <vector>

#include "circuit.h"
#include "frames.h"

namespace pentad {

/// Everything a call needs, copied out of JavaScript. The readers throw Napi::TypeError for a
/// value of the wrong type and Napi::RangeError for one out of range.
struct FrameCall {
  FrameProgram program;
  uint64_t shots, seed;
  std::vector<uint64_t> inputs;
  unsigned threads;
};

struct CircuitCall {
  Circuit circuit;
  CircuitRequest request;
};

/// From { qubits, bits, registers, inputs: integers; ops: Int32Array, 4 an op; rates:
/// Float64Array, 3 an op; shots, threads: integers; seed: bigint; planes: Uint8Array }.
FrameCall read_frame_call(const Napi::Object &from);

/// From { qubits, slots: integers; ops: Int32Array, 6 an op; matrices: Float64Array, 8 a matrix;
/// conditions: Int32Array, the number of terms and the terms of each; shots, kept_bytes, threads:
/// integers; precision: 32 or 64; seed: bigint }.
CircuitCall read_circuit_call(const Napi::Object &from);

}  // namespace pentad
