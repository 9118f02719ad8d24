#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "addon_task.h"
#include "arguments.h"
#include "frames.h"
#include "stabilizer.h"

/// Marshalling of the stabilizer engine's calls: arguments copied in, results copied out.
namespace pentad {
namespace {

constexpr uint64_t kMostShots = uint64_t{1} << 32;
constexpr uint64_t kMostPlaneBytes = uint64_t{1} << 30;
constexpr uint64_t kMostCountBytes = uint64_t{1} << 32;

struct StabilizerCall {
  StabilizerProgram program;
  uint64_t shots, seed;
  unsigned threads;
  StabilizerPath path = StabilizerPath::kShots;
};

std::vector<StabilizerOp> read_ops(const Napi::Object &from) {
  const auto words = numbers<int32_t>(from, "ops", napi_int32_array);
  const auto rates = numbers<double>(from, "rates", napi_float64_array);
  need_length(from, "ops", words.size(), words.size() / 4 * 4);
  need_length(from, "rates", rates.size(), words.size() / 4 * 3);
  std::vector<StabilizerOp> ops(words.size() / 4);
  for (size_t i = 0; i < ops.size(); ++i) {
    const int32_t *w = &words[i * 4];
    const double *p = &rates[i * 3];
    ops[i] = {static_cast<StabilizerCode>(w[0]), w[1], w[2], w[3], {p[0], p[1], p[2]}};
  }
  return ops;
}

/// From { qubits, clbits, shots, threads: integers; ops: Int32Array, 4 an op; rates: Float64Array,
/// 3 an op; seed: bigint }.
StabilizerCall read_call(const Napi::CallbackInfo &info) {
  if (info.Length() != 1 || !info[0].IsObject()) {
    throw Napi::TypeError::New(info.Env(), "one object of arguments is expected");
  }
  const auto from = info[0].As<Napi::Object>();
  const auto size = [&](const char *name, uint64_t most) {
    return static_cast<uint32_t>(integer(from, name, 0, most));
  };
  StabilizerCall call{
      {size("qubits", kMaxStabilizerQubits), size("clbits", kMaxStabilizerClbits), read_ops(from)},
      integer(from, "shots", 1, kMostShots),
      seed(from),
      static_cast<unsigned>(integer(from, "threads", 1, 64))};
  try {
    check_stabilizer(call.program);
  } catch (const std::invalid_argument &error) {
    throw Napi::RangeError::New(info.Env(), error.what());
  }
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
  if (plane_words(work->call.shots) * 8 * work->call.program.clbits > kMostPlaneBytes) {
    throw Napi::RangeError::New(info.Env(), "the bit planes would take more than 1 GiB");
  }
  return start_task(
      info.Env(),
      [work](Control &control) {
        StabilizerCall &call = work->call;
        work->planes.resize(plane_words(call.shots) * call.program.clbits);
        return sample_stabilizer(call.program, call.shots, call.seed, call.threads, control,
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
        return count_stabilizer(call.program, call.shots, call.seed, call.threads, work->most_bytes,
                                control, work->counts, call.path);
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
      });
}

}  // namespace

void export_stabilizer(Napi::Env env, Napi::Object exports) {
  exports.Set("sampleStabilizer", Napi::Function::New(env, sample_call));
  exports.Set("countStabilizer", Napi::Function::New(env, count_call));
}

}  // namespace pentad
