#include "addon/arguments.h"

#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>

namespace pentad {
namespace {

constexpr uint64_t kMaxRows = 1 << 20;
constexpr uint64_t kMaxShots = uint64_t{1} << 32;
constexpr uint64_t kMaxPlaneBytes = uint64_t{1} << 30;
constexpr uint64_t kMaxFrameBytes = uint64_t{1} << 30;

}  // namespace

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

void need_length(const Napi::Object &from, const char *name, uint64_t length, uint64_t expected) {
  if (length == expected) return;
  throw Napi::RangeError::New(from.Env(), std::string(name) + " has " + std::to_string(length) +
                                              " entries instead of " + std::to_string(expected));
}

namespace {

void limit(const Napi::Object &from, uint64_t bytes, uint64_t most, const char *what) {
  if (bytes <= most) return;
  throw Napi::RangeError::New(from.Env(), std::string(what) + " would take " +
                                              std::to_string(bytes) + " bytes, more than " +
                                              std::to_string(most));
}

}  // namespace

std::vector<SlotCondition> conditions_of(const std::vector<int32_t> &words) {
  std::vector<SlotCondition> conditions;
  for (size_t i = 0; i < words.size();) {
    const auto terms = static_cast<size_t>(words[i]);
    if (words[i] < 0 || terms >= words.size() - i) {
      throw std::invalid_argument("conditions end in the middle of one");
    }
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(i + 1);
    conditions.emplace_back(first, first + static_cast<std::ptrdiff_t>(terms));
    i += terms + 1;
  }
  return conditions;
}

std::vector<double> read_matrices(const Napi::Object &from) {
  auto entries = numbers<double>(from, "matrices", napi_float64_array);
  need_length(from, "matrices", entries.size(), entries.size() / 8 * 8);
  return entries;
}

std::vector<Matrix> matrices_of(const std::vector<double> &entries) {
  std::vector<Matrix> matrices(entries.size() / 8);
  for (size_t i = 0; i < entries.size(); i += 2) {
    matrices[i / 8][i % 8 / 2] = {entries[i], entries[i + 1]};
  }
  return matrices;
}

FrameCall read_frame_call(const Napi::Object &from) {
  const auto size = [&](const char *name) {
    return static_cast<uint32_t>(integer(from, name, 0, kMaxRows));
  };
  FrameCall call{size("qubits"),
                 size("bits"),
                 size("registers"),
                 size("inputs"),
                 numbers<int32_t>(from, "ops", napi_int32_array),
                 numbers<double>(from, "rates", napi_float64_array),
                 integer(from, "shots", 1, kMaxShots),
                 seed(from),
                 {},
                 static_cast<unsigned>(integer(from, "threads", 1, 64))};
  need_length(from, "ops", call.ops.size(), call.ops.size() / 4 * 4);
  need_length(from, "rates", call.rates.size(), call.ops.size() / 4 * 3);
  const uint64_t words = plane_words(call.shots);
  limit(from, words * 8 * call.bits, kMaxPlaneBytes, "the bit planes");
  limit(from, words * 8 * call.inputs, kMaxPlaneBytes, "the input planes");
  const uint64_t rows = uint64_t{call.qubits} * 2 + call.registers;
  limit(from, rows * (kBlockShots / 8) * call.threads, kMaxFrameBytes, "the frames");
  const auto bytes = numbers<uint8_t>(from, "planes", napi_uint8_array);
  need_length(from, "planes", bytes.size(), words * 8 * call.inputs);
  call.planes.resize(bytes.size() / 8);
  if (!bytes.empty()) std::memcpy(call.planes.data(), bytes.data(), bytes.size());
  return call;
}

FrameProgram FrameCall::program() const {
  FrameProgram program{qubits, bits, registers, inputs, {}};
  program.ops.reserve(ops.size() / 4);
  for (size_t i = 0; i < ops.size() / 4; ++i) {
    const int32_t *w = &ops[i * 4];
    const double *p = &rates[i * 3];
    program.ops.push_back({static_cast<FrameCode>(w[0]), w[1], w[2], w[3], {p[0], p[1], p[2]}});
  }
  check_frames(program);
  return program;
}

constexpr size_t kCircuitWords = 6;

CircuitCall read_circuit_call(const Napi::Object &from) {
  CircuitCall call{static_cast<int32_t>(integer(from, "qubits", 0, kMaxQubits)),
                   static_cast<int32_t>(integer(from, "slots", 0, kMaxSlots)),
                   numbers<int32_t>(from, "ops", napi_int32_array),
                   read_matrices(from),
                   numbers<int32_t>(from, "conditions", napi_int32_array),
                   {integer(from, "shots", 1, kMaxShots), seed(from),
                    integer(from, "kept_bytes", 0, uint64_t{1} << 40)}};
  need_length(from, "ops", call.ops.size(), call.ops.size() / kCircuitWords * kCircuitWords);
  call.request.precision =
      integer(from, "precision", 32, 64) == 32 ? Precision::kSingle : Precision::kDouble;
  call.request.resources.threads = static_cast<unsigned>(integer(from, "threads", 1, 64));
  return call;
}

Circuit CircuitCall::circuit() const {
  Circuit circuit{qubits, slots, {}, matrices_of(matrices), conditions_of(conditions)};
  circuit.ops.reserve(ops.size() / kCircuitWords);
  for (size_t i = 0; i < ops.size(); i += kCircuitWords) {
    circuit.ops.push_back({static_cast<CircuitCode>(ops[i]), ops[i + 1], ops[i + 2], ops[i + 3],
                           ops[i + 4], ops[i + 5]});
  }
  check_circuit(circuit);
  return circuit;
}

}  // namespace pentad
