#pragma once
#include <napi.h>

#include <cstddef>
#include <initializer_list>
#include <vector>

#include "addon/array-pool.h"
#include "base/counts.h"

namespace pentad {

/// Results as JavaScript values, in plain C calls: all return null when a value cannot be made, as
/// when the environment is ending.

/// A typed array with a copy of the bytes; `element` is the size of its own numbers.
napi_value to_array(napi_env env, napi_typedarray_type type, size_t element, const void *from,
                    size_t bytes);

template <typename T>
napi_value to_array(napi_env env, napi_typedarray_type type, size_t element,
                    const std::vector<T> &values) {
  return to_array(env, type, element, values.data(), values.size() * sizeof(T));
}

/// A byte array over the numbers themselves, or over a copy where the host forbids external memory
/// (Electron does).
napi_value to_bytes(napi_env env, const ArrayPool::Array &numbers, size_t bytes);

napi_value to_number(napi_env env, double value);

struct Entry {
  const char *name;
  napi_value value;
};

/// An object of named values; null when one of the values is null.
napi_value to_object(napi_env env, std::initializer_list<Entry> entries);

/// { words, keys: Uint8Array, counts: Float64Array }.
napi_value to_object(napi_env env, const Counts &counts);

}  // namespace pentad
