#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "task.h"
#include "arguments.h"
#include "../decoding/flag-map.h"

/// Marshalling of the decoder flag-map: arguments copied in, outcomes copied out.
namespace pentad {
namespace {

struct BeliefCall {
  BeliefTables tables;
  BeliefRecords records;
  unsigned threads;
};

constexpr uint64_t kMostPlanes = uint64_t{1} << 24;

std::vector<uint64_t> read_planes(const Napi::Object &from, uint64_t shots) {
  const auto bytes = numbers<uint8_t>(from, "planes", napi_uint8_array);
  const uint64_t stride = (shots + 63) / 64 * 8;
  need_length(from, "planes", bytes.size(), bytes.size() / stride * stride);
  std::vector<uint64_t> words(bytes.size() / 8);
  if (!bytes.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

/// From { planes: Uint8Array; shots, rounds, per_round, tail: integers; start, quiet, steps, rows:
/// Float64Array; turning, first, count, conditional: integers; bits: Int32Array; base: Uint8Array;
/// threads: integer }, as in beliefs.h.
BeliefCall read_call(const Napi::CallbackInfo &info) {
  if (info.Length() != 1 || !info[0].IsObject()) {
    throw Napi::TypeError::New(info.Env(), "one object of arguments is expected");
  }
  const auto from = info[0].As<Napi::Object>();
  BeliefCall call;
  BeliefRecords &records = call.records;
  records.shots = integer(from, "shots", 1, uint64_t{1} << 32);
  records.rounds = static_cast<uint32_t>(integer(from, "rounds", 1, 60'000));
  records.per_round = static_cast<uint32_t>(integer(from, "per_round", 8, 12));
  records.tail = static_cast<uint32_t>(integer(from, "tail", 0, 4));
  records.planes = read_planes(from, records.shots);
  BeliefTables &tables = call.tables;
  tables.start = numbers<double>(from, "start", napi_float64_array);
  tables.quiet = numbers<double>(from, "quiet", napi_float64_array);
  tables.steps = numbers<double>(from, "steps", napi_float64_array);
  tables.turning = static_cast<uint32_t>(integer(from, "turning", 0, 0xffff));
  tables.first = static_cast<uint32_t>(integer(from, "first", 0, kMostPlanes));
  tables.count = static_cast<uint32_t>(integer(from, "count", 1, 16));
  tables.bits = numbers<int32_t>(from, "bits", napi_int32_array);
  tables.conditional = integer(from, "conditional", 0, 1) == 1;
  tables.base = numbers<uint8_t>(from, "base", napi_uint8_array);
  tables.rows = numbers<double>(from, "rows", napi_float64_array);
  call.threads = static_cast<unsigned>(integer(from, "threads", 1, 64));
  try {
    check_beliefs(tables, records);
  } catch (const std::invalid_argument &error) {
    throw Napi::RangeError::New(info.Env(), error.what());
  }
  return call;
}

napi_value array_of(napi_env env, napi_typedarray_type type, const void *from, size_t bytes,
                    size_t element) {
  void *data = nullptr;
  napi_value buffer = nullptr, array = nullptr;
  if (napi_create_arraybuffer(env, bytes, &data, &buffer) != napi_ok) return nullptr;
  std::memcpy(data, from, bytes);
  if (napi_create_typedarray(env, type, bytes / element, buffer, 0, &array) != napi_ok) {
    return nullptr;
  }
  return array;
}

/// { accepted, wrong: Int32Array, 32 shots a word; counts: Float64Array with four of executed,
/// raised and triggers each }.
napi_value to_object(napi_env env, const BeliefOutcomes &outcomes) {
  double counts[12];
  for (size_t k = 0; k < 4; ++k) {
    counts[k] = static_cast<double>(outcomes.executed[k]);
    counts[4 + k] = static_cast<double>(outcomes.raised[k]);
    counts[8 + k] = static_cast<double>(outcomes.triggers[k]);
  }
  napi_value object = nullptr;
  if (napi_create_object(env, &object) != napi_ok) return nullptr;
  const auto set = [&](const char *name, napi_value value) {
    return value != nullptr && napi_set_named_property(env, object, name, value) == napi_ok;
  };
  const auto words = [&](const std::vector<uint64_t> &from) {
    return array_of(env, napi_int32_array, from.data(), from.size() * 8, 4);
  };
  const bool whole =
      set("accepted", words(outcomes.accepted)) && set("wrong", words(outcomes.wrong)) &&
      set("counts", array_of(env, napi_float64_array, counts, sizeof counts, sizeof(double)));
  return whole ? object : nullptr;
}

/// decodeBeliefs(call): { promise of the object above, cancel(), progress() }.
Napi::Value decode_call(const Napi::CallbackInfo &info) {
  struct Work {
    BeliefCall call;
    BeliefOutcomes outcomes;
  };
  const auto work = std::make_shared<Work>(Work{read_call(info), {}});
  return start_task(
      info.Env(),
      [work](Control &control) {
        const BeliefCall &call = work->call;
        return decode_beliefs(call.tables, call.records, call.threads, control, work->outcomes);
      },
      [work](napi_env env) { return to_object(env, work->outcomes); });
}

}  // namespace

void export_beliefs(Napi::Env env, Napi::Object exports) {
  exports.Set("decodeBeliefs", Napi::Function::New(env, decode_call));
}

}  // namespace pentad
