#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "addon/arguments.h"
#include "addon/exports.h"
#include "addon/results.h"
#include "addon/task.h"
#include "decoding/flag-map.h"

/// Marshalling of the decoder flag-map: arguments copied in, outcomes copied out.
namespace pentad {
namespace {

struct FlagMapCall {
  FlagMapTables tables;
  ShotRecords records;
  unsigned threads;
};

constexpr uint64_t kMaxPlanes = uint64_t{1} << 24;

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
/// threads: integer }, as in decoding/flag-map.h.
FlagMapCall read_call(const Napi::Object &from) {
  FlagMapCall call;
  ShotRecords &records = call.records;
  records.shots = integer(from, "shots", 1, kMaxShots);
  records.rounds = static_cast<uint32_t>(integer(from, "rounds", 0, 60'000));
  records.per_round = static_cast<uint32_t>(integer(from, "per_round", 8, 12));
  records.tail = static_cast<uint32_t>(integer(from, "tail", 0, 4));
  records.planes = read_planes(from, records.shots);
  FlagMapTables &tables = call.tables;
  tables.start = numbers<double>(from, "start", napi_float64_array);
  tables.quiet = numbers<double>(from, "quiet", napi_float64_array);
  tables.steps = numbers<double>(from, "steps", napi_float64_array);
  tables.turning = static_cast<uint32_t>(integer(from, "turning", 0, 0xffff));
  tables.first = static_cast<uint32_t>(integer(from, "first", 0, kMaxPlanes));
  tables.count = static_cast<uint32_t>(integer(from, "count", 1, 16));
  tables.bits = numbers<int32_t>(from, "bits", napi_int32_array);
  tables.conditional = integer(from, "conditional", 0, 1) == 1;
  tables.base = numbers<uint8_t>(from, "base", napi_uint8_array);
  tables.rows = numbers<double>(from, "rows", napi_float64_array);
  call.threads = read_threads(from);
  try {
    check_flag_map(tables, records);
  } catch (const std::invalid_argument &error) {
    throw Napi::RangeError::New(from.Env(), error.what());
  }
  return call;
}

/// { accepted, wrong: Int32Array, 32 shots a word; counts: Float64Array with four of executed,
/// raised and triggers each }.
napi_value outcomes_object(napi_env env, const FlagMapOutcomes &outcomes) {
  std::vector<double> counts;
  for (const auto &of_generators : {outcomes.executed, outcomes.raised, outcomes.triggers}) {
    counts.insert(counts.end(), of_generators, of_generators + 4);
  }
  return to_object(env, {{"accepted", to_array(env, napi_int32_array, 4, outcomes.accepted)},
                         {"wrong", to_array(env, napi_int32_array, 4, outcomes.wrong)},
                         {"counts", to_array(env, napi_float64_array, sizeof(double), counts)}});
}

/// decodeBeliefs(call): { promise of the object above, cancel(), progress() }.
Napi::Value decode_call(const Napi::CallbackInfo &info) {
  struct Work {
    FlagMapCall call;
    FlagMapOutcomes outcomes;
  };
  const auto work = std::make_shared<Work>(Work{read_call(only_argument(info)), {}});
  return start_task(
      info.Env(),
      [work](Control &control) {
        const FlagMapCall &call = work->call;
        return decode_flag_map(call.tables, call.records, call.threads, control, work->outcomes);
      },
      [work](napi_env env) { return outcomes_object(env, work->outcomes); });
}

}  // namespace

void export_flag_map(Napi::Env env, Napi::Object exports) {
  exports.Set("decodeBeliefs", Napi::Function::New(env, decode_call));
}

}  // namespace pentad
