#include <memory>
#include <vector>

#include "addon/arguments.h"
#include "addon/exports.h"
#include "addon/programs.h"
#include "addon/results.h"
#include "addon/task.h"
#include "planes/words.h"
#include "stabilizer/sample.h"
#include "stabilizer/transpose.h"

/// Marshalling of the stabilizer engine's calls: arguments copied in, results copied out.
namespace pentad {
namespace {

constexpr uint64_t kMaxPlaneBytes = uint64_t{1} << 30;
constexpr uint64_t kMaxCountBytes = uint64_t{1} << 32;

/// From { qubits, clbits, shots, threads: integers; ops: Int32Array, 4 an op; rates: Float64Array,
/// 3 an op; conditions: Int32Array; seed: bigint }.
StabilizerCall read_call(const Napi::Object &from) {
  const auto size = [&](const char *name, uint64_t most) {
    return static_cast<uint32_t>(integer(from, name, 0, most));
  };
  StabilizerCall call{size("qubits", kMaxStabilizerQubits),
                      size("clbits", kMaxStabilizerClbits),
                      read_ops(from, kStabilizerWords),
                      {},
                      numbers<int32_t>(from, "conditions", napi_int32_array),
                      integer(from, "shots", 1, kMaxShots),
                      seed(from),
                      read_threads(from)};
  call.rates = read_rates(from, call.ops.size() / kStabilizerWords);
  return call;
}

/// sampleStabilizer(call): promise of { path, planes: Uint8Array }.
Napi::Value sample_call(const Napi::CallbackInfo &info) {
  struct Work {
    StabilizerCall call;
    StabilizerPath path{};
    std::vector<uint64_t> planes;
  };
  const auto work = std::make_shared<Work>(Work{read_call(only_argument(info)), {}, {}});
  if (plane_words(work->call.shots) * 8 * work->call.clbits > kMaxPlaneBytes) {
    throw Napi::RangeError::New(info.Env(), "the bit planes would take more than 1 GiB");
  }
  return start_task(
      info.Env(),
      [work](Control &control) {
        const StabilizerCall &call = work->call;
        const StabilizerProgram program = call.program();
        work->planes.resize(plane_words(call.shots) * call.clbits);
        return sample_stabilizer(program, call.shots, call.seed, call.threads, control,
                                 work->planes, work->path);
      },
      [work](napi_env env) {
        return to_object(env, {{"path", to_number(env, static_cast<double>(work->path))},
                               {"planes", to_array(env, napi_uint8_array, 1, work->planes)}});
      });
}

/// packStabilizer(call): promise of { path, packed: Uint8Array }.
Napi::Value pack_call(const Napi::CallbackInfo &info) {
  struct Work {
    StabilizerCall call;
    StabilizerPath path{};
    std::vector<uint8_t> packed;
  };
  const auto work = std::make_shared<Work>(Work{read_call(only_argument(info)), {}, {}});
  const uint64_t bytes = work->call.shots * packed_width(work->call.clbits);
  if (bytes > kMaxPlaneBytes) {
    throw Napi::RangeError::New(info.Env(), "the packed shots would take more than 1 GiB");
  }
  return start_task(
      info.Env(),
      [work, bytes](Control &control) {
        const StabilizerCall &call = work->call;
        const StabilizerProgram program = call.program();
        work->packed.resize(bytes);
        return pack_stabilizer(program, call.shots, call.seed, call.threads, control, work->packed,
                               work->path);
      },
      [work](napi_env env) {
        return to_object(env, {{"path", to_number(env, static_cast<double>(work->path))},
                               {"packed", to_array(env, napi_uint8_array, 1, work->packed)}});
      });
}

/// countStabilizer(call with most_bytes): promise of { path, words, keys, counts }.
Napi::Value count_call(const Napi::CallbackInfo &info) {
  struct Work {
    StabilizerCall call;
    uint64_t most_bytes;
    StabilizerPath path{};
    Counts counts;
  };
  const Napi::Object from = only_argument(info);
  const auto work = std::make_shared<Work>(
      Work{read_call(from), integer(from, "most_bytes", 0, kMaxCountBytes), {}, {}});
  return start_task(
      info.Env(),
      [work](Control &control) {
        const StabilizerCall &call = work->call;
        return count_stabilizer(call.program(), call.shots, call.seed, call.threads,
                                work->most_bytes, control, work->counts, work->path);
      },
      [work](napi_env env) {
        const Counts &found = work->counts;
        const std::vector<double> times(found.counts.begin(), found.counts.end());
        return to_object(env,
                         {{"path", to_number(env, static_cast<double>(work->path))},
                          {"words", to_number(env, static_cast<double>(found.words))},
                          {"keys", to_array(env, napi_uint8_array, 1, found.keys)},
                          {"counts", to_array(env, napi_float64_array, sizeof(double), times)}});
      },
      work->call.is_brief());
}

}  // namespace

void export_stabilizer(Napi::Env env, Napi::Object exports) {
  exports.Set("sampleStabilizer", Napi::Function::New(env, sample_call));
  exports.Set("packStabilizer", Napi::Function::New(env, pack_call));
  exports.Set("countStabilizer", Napi::Function::New(env, count_call));
}

}  // namespace pentad
