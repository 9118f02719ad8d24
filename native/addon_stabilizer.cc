#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "addon/task.h"
#include "addon/arguments.h"
#include "frames/sample.h"
#include "clifford/program.h"
#include "stabilizer/transpose.h"

/// Marshalling of the stabilizer engine's calls: arguments copied in, results copied out.
namespace pentad {
namespace {

constexpr uint64_t kMostShots = uint64_t{1} << 32;
constexpr uint64_t kMostPlaneBytes = uint64_t{1} << 30;
constexpr uint64_t kMostCountBytes = uint64_t{1} << 32;

constexpr size_t kWords = 4;
constexpr size_t kRates = 3;

struct StabilizerCall {
  uint32_t qubits, clbits;
  std::vector<int32_t> ops;
  std::vector<double> rates;
  std::vector<int32_t> conditions;
  uint64_t shots, seed;
  unsigned threads;
  StabilizerPath path = StabilizerPath::kGroups;

  /// For the thread of the call. Throws std::invalid_argument.
  StabilizerProgram program() const {
    StabilizerProgram program{qubits, clbits, {}, conditions};
    program.ops.resize(ops.size() / kWords);
    for (size_t i = 0; i < program.ops.size(); ++i) {
      const int32_t *w = &ops[i * kWords];
      const double *p = &rates[i * kRates];
      program.ops[i] = {static_cast<StabilizerCode>(w[0]), w[1], w[2], w[3], {p[0], p[1], p[2]}};
    }
    check_stabilizer(program);
    return program;
  }

  /// Some 50 microseconds at most: one small tableau without noise, and few shots through it.
  bool is_brief() const {
    constexpr uint64_t kOps = 64, kQubits = 16, kShotBits = 4096;
    return ops.size() <= kOps * kWords && qubits <= kQubits &&
           shots * (uint64_t{clbits} + 2) <= kShotBits && conditions.empty() &&
           std::all_of(rates.begin(), rates.end(), [](double rate) { return rate == 0; });
  }
};

/// From { qubits, clbits, shots, threads: integers; ops: Int32Array, 4 an op; rates: Float64Array,
/// 3 an op; conditions: Int32Array; seed: bigint }.
StabilizerCall read_call(const Napi::CallbackInfo &info) {
  if (info.Length() != 1 || !info[0].IsObject()) {
    throw Napi::TypeError::New(info.Env(), "one object of arguments is expected");
  }
  const auto from = info[0].As<Napi::Object>();
  const auto size = [&](const char *name, uint64_t most) {
    return static_cast<uint32_t>(integer(from, name, 0, most));
  };
  StabilizerCall call{size("qubits", kMaxStabilizerQubits),
                      size("clbits", kMaxStabilizerClbits),
                      numbers<int32_t>(from, "ops", napi_int32_array),
                      numbers<double>(from, "rates", napi_float64_array),
                      numbers<int32_t>(from, "conditions", napi_int32_array),
                      integer(from, "shots", 1, kMostShots),
                      seed(from),
                      static_cast<unsigned>(integer(from, "threads", 1, 64))};
  const size_t count = call.ops.size() / kWords;
  need_length(from, "ops", call.ops.size(), count * kWords);
  need_length(from, "rates", call.rates.size(), count * kRates);
  return call;
}

napi_value bytes_of(napi_env env, napi_typedarray_type type, size_t element, const void *from,
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

napi_value number(napi_env env, double value) {
  napi_value made = nullptr;
  return napi_create_double(env, value, &made) == napi_ok ? made : nullptr;
}

/// An object of named values; null when one of them is.
struct Entry {
  const char *name;
  napi_value value;
};

napi_value object_of(napi_env env, std::initializer_list<Entry> entries) {
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

/// sampleStabilizer(call): promise of { path, planes: Uint8Array }.
Napi::Value sample_call(const Napi::CallbackInfo &info) {
  struct Work {
    StabilizerCall call;
    std::vector<uint64_t> planes;
  };
  const auto work = std::make_shared<Work>(Work{read_call(info), {}});
  if (plane_words(work->call.shots) * 8 * work->call.clbits > kMostPlaneBytes) {
    throw Napi::RangeError::New(info.Env(), "the bit planes would take more than 1 GiB");
  }
  return start_task(
      info.Env(),
      [work](Control &control) {
        StabilizerCall &call = work->call;
        const StabilizerProgram program = call.program();
        work->planes.resize(plane_words(call.shots) * call.clbits);
        return sample_stabilizer(program, call.shots, call.seed, call.threads, control,
                                 work->planes, call.path);
      },
      [work](napi_env env) {
        const auto &planes = work->planes;
        return object_of(
            env,
            {{"path", number(env, static_cast<double>(work->call.path))},
             {"planes", bytes_of(env, napi_uint8_array, 1, planes.data(), planes.size() * 8)}});
      });
}

/// packStabilizer(call): promise of { path, packed: Uint8Array }.
Napi::Value pack_call(const Napi::CallbackInfo &info) {
  struct Work {
    StabilizerCall call;
    std::vector<uint8_t> packed;
  };
  const auto work = std::make_shared<Work>(Work{read_call(info), {}});
  const uint64_t bytes = work->call.shots * packed_width(work->call.clbits);
  if (bytes > kMostPlaneBytes) {
    throw Napi::RangeError::New(info.Env(), "the packed shots would take more than 1 GiB");
  }
  return start_task(
      info.Env(),
      [work, bytes](Control &control) {
        StabilizerCall &call = work->call;
        const StabilizerProgram program = call.program();
        work->packed.resize(bytes);
        return pack_stabilizer(program, call.shots, call.seed, call.threads, control, work->packed,
                               call.path);
      },
      [work](napi_env env) {
        const auto &packed = work->packed;
        return object_of(
            env, {{"path", number(env, static_cast<double>(work->call.path))},
                  {"packed", bytes_of(env, napi_uint8_array, 1, packed.data(), packed.size())}});
      });
}

/// countStabilizer(call with most_bytes): promise of { path, words, keys, counts }.
Napi::Value count_call(const Napi::CallbackInfo &info) {
  struct Work {
    StabilizerCall call;
    uint64_t most_bytes;
    Counts counts;
  };
  const auto work = std::make_shared<Work>(Work{read_call(info), 0, {}});
  work->most_bytes = integer(info[0].As<Napi::Object>(), "most_bytes", 0, kMostCountBytes);
  return start_task(
      info.Env(),
      [work](Control &control) {
        StabilizerCall &call = work->call;
        return count_stabilizer(call.program(), call.shots, call.seed, call.threads,
                                work->most_bytes, control, work->counts, call.path);
      },
      [work](napi_env env) {
        const Counts &found = work->counts;
        const std::vector<double> times(found.counts.begin(), found.counts.end());
        return object_of(env, {{"path", number(env, static_cast<double>(work->call.path))},
                               {"words", number(env, static_cast<double>(found.words))},
                               {"keys", bytes_of(env, napi_uint8_array, 1, found.keys.data(),
                                                 found.keys.size() * sizeof(uint64_t))},
                               {"counts", bytes_of(env, napi_float64_array, sizeof(double),
                                                   times.data(), times.size() * sizeof(double))}});
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
