#pragma once
#include <napi.h>

#include <cstdint>
#include <string>
#include <vector>

#include "../statevector/circuit.h"
#include "../frames/sample.h"

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

/// Everything a call needs, copied out of JavaScript and no further looked at: a million ops take
/// longer to read than the event loop may be held, so `program` is for the thread of the call. The
/// readers throw Napi::TypeError for a value of the wrong type and Napi::RangeError for one out of
/// range; `program` throws std::invalid_argument for what is wrong inside the arrays.
struct FrameCall {
  uint32_t qubits, bits, registers, inputs;
  std::vector<int32_t> ops;
  std::vector<double> rates;
  uint64_t shots, seed;
  std::vector<uint64_t> planes;
  unsigned threads;

  FrameProgram program() const;
};

struct CircuitCall {
  int32_t qubits, slots;
  std::vector<int32_t> ops;
  std::vector<double> matrices;
  std::vector<int32_t> conditions;
  CircuitRequest request;

  Circuit circuit() const;
};

/// Property `matrices`: Float64Array, 8 a matrix.
std::vector<double> read_matrices(const Napi::Object &from);
std::vector<Matrix> matrices_of(const std::vector<double> &entries);
/// The number of terms and the terms of each. Throws std::invalid_argument.
std::vector<SlotCondition> conditions_of(const std::vector<int32_t> &words);

/// From { qubits, bits, registers, inputs: integers; ops: Int32Array, 4 an op; rates:
/// Float64Array, 3 an op; shots, threads: integers; seed: bigint; planes: Uint8Array }.
FrameCall read_frame_call(const Napi::Object &from);

/// From { qubits, slots: integers; ops: Int32Array, 6 an op; matrices: Float64Array, 8 a matrix;
/// conditions: Int32Array, the number of terms and the terms of each; shots, kept_bytes, threads:
/// integers; precision: 32 or 64; seed: bigint }.
CircuitCall read_circuit_call(const Napi::Object &from);

}  // namespace pentad
