#include "arguments.h"

#include <cmath>
#include <cstring>
#include <string>

namespace pentad {
namespace {

constexpr uint64_t kMaxRows = 1 << 20;
constexpr uint64_t kMaxShots = uint64_t{1} << 32;
constexpr uint64_t kMaxPlaneBytes = uint64_t{1} << 30;
constexpr uint64_t kMaxFrameBytes = uint64_t{1} << 30;

uint64_t integer(const Napi::Object &from, const char *name, uint64_t least, uint64_t most) {
  const Napi::Value value = from.Get(name);
  if (!value.IsNumber()) {
    throw Napi::TypeError::New(from.Env(), std::string(name) + " must be a number");
  }
  const double number = value.As<Napi::Number>().DoubleValue();
  if (!(number >= static_cast<double>(least) && number <= static_cast<double>(most)) ||
      number != std::floor(number)) {
    throw Napi::RangeError::New(from.Env(), std::string(name) + " must be an integer from " +
                                                std::to_string(least) + " to " +
                                                std::to_string(most));
  }
  return static_cast<uint64_t>(number);
}

uint64_t seed(const Napi::Object &from) {
  const Napi::Value value = from.Get("seed");
  if (!value.IsBigInt()) throw Napi::TypeError::New(from.Env(), "seed must be a bigint");
  bool lossless = false;
  const uint64_t seed = value.As<Napi::BigInt>().Uint64Value(&lossless);
  if (!lossless) throw Napi::RangeError::New(from.Env(), "seed must be an unsigned 64-bit integer");
  return seed;
}

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

void need_length(const Napi::Object &from, const char *name, uint64_t length, uint64_t expected) {
  if (length == expected) return;
  throw Napi::RangeError::New(from.Env(), std::string(name) + " has " + std::to_string(length) +
                                              " entries instead of " + std::to_string(expected));
}

uint64_t count_ops(const Napi::Object &from, const std::vector<int32_t> &words) {
  need_length(from, "ops", words.size(), words.size() / 4 * 4);
  return words.size() / 4;
}

FrameProgram read_program(const Napi::Object &from) {
  const auto size = [&](const char *name) {
    return static_cast<uint32_t>(integer(from, name, 0, kMaxRows));
  };
  FrameProgram program{size("qubits"), size("bits"), size("registers"), size("inputs"), {}};
  const auto words = numbers<int32_t>(from, "ops", napi_int32_array);
  const auto rates = numbers<double>(from, "rates", napi_float64_array);
  const uint64_t count = count_ops(from, words);
  need_length(from, "rates", rates.size(), count * 3);
  program.ops.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    const int32_t *w = &words[i * 4];
    const double *p = &rates[i * 3];
    program.ops.push_back({static_cast<FrameCode>(w[0]), w[1], w[2], w[3], {p[0], p[1], p[2]}});
  }
  return program;
}

void limit(const Napi::Object &from, uint64_t bytes, uint64_t most, const char *what) {
  if (bytes <= most) return;
  throw Napi::RangeError::New(from.Env(), std::string(what) + " would take " +
                                              std::to_string(bytes) + " bytes, more than " +
                                              std::to_string(most));
}

/// Each condition is its number of terms, then the terms.
std::vector<SlotCondition> read_conditions(const Napi::Object &from) {
  const auto words = numbers<int32_t>(from, "conditions", napi_int32_array);
  std::vector<SlotCondition> conditions;
  for (size_t i = 0; i < words.size();) {
    const auto terms = static_cast<size_t>(words[i]);
    if (words[i] < 0 || terms >= words.size() - i) {
      throw Napi::RangeError::New(from.Env(), "conditions end in the middle of one");
    }
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(i + 1);
    conditions.emplace_back(first, first + static_cast<std::ptrdiff_t>(terms));
    i += terms + 1;
  }
  return conditions;
}

}  // namespace

FrameCall read_frame_call(const Napi::Object &from) {
  FrameCall call{read_program(from),
                 integer(from, "shots", 1, kMaxShots),
                 seed(from),
                 {},
                 static_cast<unsigned>(integer(from, "threads", 1, 64))};
  const FrameProgram &program = call.program;
  const uint64_t words = plane_words(call.shots);
  limit(from, words * 8 * program.bits, kMaxPlaneBytes, "the bit planes");
  limit(from, words * 8 * program.inputs, kMaxPlaneBytes, "the input planes");
  const uint64_t rows = uint64_t{program.qubits} * 2 + program.registers;
  limit(from, rows * (kBlockShots / 8) * call.threads, kMaxFrameBytes, "the frames");
  const auto bytes = numbers<uint8_t>(from, "planes", napi_uint8_array);
  need_length(from, "planes", bytes.size(), words * 8 * program.inputs);
  call.inputs.resize(bytes.size() / 8);
  if (!bytes.empty()) std::memcpy(call.inputs.data(), bytes.data(), bytes.size());
  return call;
}

CircuitCall read_circuit_call(const Napi::Object &from) {
  Circuit circuit{static_cast<int32_t>(integer(from, "qubits", 0, kMaxQubits)),
                  static_cast<int32_t>(integer(from, "slots", 0, kMaxSlots)),
                  {},
                  {},
                  read_conditions(from)};
  constexpr size_t kWords = 6;
  const auto words = numbers<int32_t>(from, "ops", napi_int32_array);
  const auto entries = numbers<double>(from, "matrices", napi_float64_array);
  need_length(from, "ops", words.size(), words.size() / kWords * kWords);
  need_length(from, "matrices", entries.size(), entries.size() / 8 * 8);
  circuit.ops.reserve(words.size() / kWords);
  for (size_t i = 0; i < words.size(); i += kWords) {
    circuit.ops.push_back({static_cast<CircuitCode>(words[i]), words[i + 1], words[i + 2],
                           words[i + 3], words[i + 4], words[i + 5]});
  }
  for (size_t i = 0; i < entries.size(); i += 8) {
    Matrix matrix;
    for (size_t e = 0; e < 4; ++e) matrix[e] = {entries[i + 2 * e], entries[i + 2 * e + 1]};
    circuit.matrices.push_back(matrix);
  }
  CircuitRequest request{integer(from, "shots", 1, kMaxShots), seed(from),
                         integer(from, "kept_bytes", 0, uint64_t{1} << 40)};
  request.precision =
      integer(from, "precision", 32, 64) == 32 ? Precision::kSingle : Precision::kDouble;
  request.resources.threads = static_cast<unsigned>(integer(from, "threads", 1, 64));
  return {std::move(circuit), request};
}

}  // namespace pentad
