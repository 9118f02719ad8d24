#pragma once
#include <napi.h>

#include <cstdint>
#include <string>
#include <vector>

#include "circuit.h"
#include "frames.h"

namespace pentad {

/// Property `name`: an integer from `least` to `most`.
uint64_t integer(const Napi::Object &from, const char *name, uint64_t least, uint64_t most);

/// Property `seed`: a bigint of 64 bits without sign.
uint64_t seed(const Napi::Object &from);

void need_length(const Napi::Object &from, const char *name, uint64_t length, uint64_t expected);

/// Property `name`: a copy of a typed array.
template <typename T>
std::vector<T> numbers(const Napi::Object &from, const char *name, napi_typedarray_type type) {
  const Napi::Value value = from.Get(name);
  if (!value.IsTypedArray() || value.As<Napi::TypedArray>().TypedArrayType() != type) {
    throw Napi::TypeError::New(from.Env(), std::string(name) + " has the wrong array type");
  }
  const auto array = value.As<Napi::TypedArrayOf<T>>();
  const size_t length = array.ElementLength();
  return length == 0 ? std::vector<T>() : std::vector<T>(array.Data(), array.Data() + length);
}

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
