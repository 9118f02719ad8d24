#pragma once
#include <napi.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "amplitudes/precision.h"

namespace pentad {

/// Readers of arguments shared by all calls. They throw Napi::TypeError for a value of the wrong
/// type and Napi::RangeError for one out of range.

inline constexpr uint64_t kMaxShots = uint64_t{1} << 32;
inline constexpr uint64_t kMaxThreads = 64;

Napi::Object only_argument(const Napi::CallbackInfo &info);

/// Property `name`: an integer from `least` to `most`.
uint64_t integer(const Napi::Object &from, const char *name, uint64_t least, uint64_t most);

/// Property `seed`: a bigint of 64 bits without sign.
uint64_t seed(const Napi::Object &from);

/// Throws Napi::RangeError unless `length` equals `expected`.
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

/// Property `ops`: Int32Array, `words` integers an op.
std::vector<int32_t> read_ops(const Napi::Object &from, size_t words);

/// Property `rates`: Float64Array, three numbers an op.
std::vector<double> read_rates(const Napi::Object &from, size_t ops);

/// Property `matrices`: Float64Array, 8 a matrix.
std::vector<double> read_matrices(const Napi::Object &from);

/// Property `precision`: 32 or 64.
Precision read_precision(const Napi::Object &from);

/// Property `threads`.
unsigned read_threads(const Napi::Object &from);

}  // namespace pentad
