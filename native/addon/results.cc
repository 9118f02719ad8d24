#include "addon/results.h"

#include <cstring>

namespace pentad {

napi_value to_array(napi_env env, napi_typedarray_type type, size_t element, const void *from,
                    size_t bytes) {
  void *data = nullptr;
  napi_value buffer = nullptr, array = nullptr;
  if (napi_create_arraybuffer(env, bytes, &data, &buffer) != napi_ok) return nullptr;
  if (bytes > 0) std::memcpy(data, from, bytes);
  if (napi_create_typedarray(env, type, bytes / element, buffer, 0, &array) != napi_ok) {
    return nullptr;
  }
  return array;
}

napi_value to_bytes(napi_env env, const ArrayPool::Array &numbers, size_t bytes) {
  auto *held = new ArrayPool::Array(numbers);
  const auto release = [](napi_env, void *, void *hint) {
    delete static_cast<ArrayPool::Array *>(hint);
  };
  napi_value buffer = nullptr, array = nullptr;
  if (napi_create_external_arraybuffer(env, numbers->data(), bytes, release, held, &buffer) !=
      napi_ok) {
    delete held;
    void *data = nullptr;
    if (napi_create_arraybuffer(env, bytes, &data, &buffer) != napi_ok) return nullptr;
    if (bytes > 0) std::memcpy(data, numbers->data(), bytes);
  }
  if (napi_create_typedarray(env, napi_uint8_array, bytes, buffer, 0, &array) != napi_ok) {
    return nullptr;
  }
  return array;
}

napi_value to_number(napi_env env, double value) {
  napi_value made = nullptr;
  return napi_create_double(env, value, &made) == napi_ok ? made : nullptr;
}

napi_value to_object(napi_env env, std::initializer_list<Entry> entries) {
  napi_value object = nullptr;
  if (napi_create_object(env, &object) != napi_ok) return nullptr;
  for (const Entry &entry : entries) {
    if (entry.value == nullptr ||
        napi_set_named_property(env, object, entry.name, entry.value) != napi_ok) {
      return nullptr;
    }
  }
  return object;
}

napi_value to_object(napi_env env, const Counts &counts) {
  const std::vector<double> times(counts.counts.begin(), counts.counts.end());
  return to_object(env, {{"words", to_number(env, static_cast<double>(counts.words))},
                         {"keys", to_array(env, napi_uint8_array, 1, counts.keys)},
                         {"counts", to_array(env, napi_float64_array, sizeof(double), times)}});
}

}  // namespace pentad
