#include <memory>
#include <stdexcept>
#include <vector>

#include "addon/arguments.h"
#include "addon/exports.h"
#include "addon/results.h"
#include "addon/task.h"
#include "extraction/circulant.h"

/// Marshalling of the circulant extractor.
namespace pentad {
namespace {

/// Up to this many bits take less time than a thread takes to start.
constexpr uint64_t kBriefBits = 8192;

/// From { n, m: integers; x, y: Uint8Array }, as in extraction/circulant.h.
CirculantInputs read_inputs(const Napi::Object &from) {
  CirculantInputs inputs;
  inputs.n = integer(from, "n", 2, kMaxCirculantBits);
  inputs.m = integer(from, "m", 1, inputs.n);
  inputs.x = numbers<uint8_t>(from, "x", napi_uint8_array);
  inputs.y = numbers<uint8_t>(from, "y", napi_uint8_array);
  try {
    check_circulant(inputs);
  } catch (const std::invalid_argument &error) {
    throw Napi::RangeError::New(from.Env(), error.what());
  }
  return inputs;
}

/// extractCirculant(call): { promise of a Uint8Array with m bits, cancel(), progress() }.
Napi::Value extract_call(const Napi::CallbackInfo &info) {
  struct Work {
    CirculantInputs inputs;
    std::vector<uint8_t> out;
  };
  const auto work = std::make_shared<Work>(Work{read_inputs(only_argument(info)), {}});
  return start_task(
      info.Env(),
      [work](Control &control) { return extract_circulant(work->inputs, control, work->out); },
      [work](napi_env env) {
        const napi_value bits = to_array(env, napi_uint8_array, 1, work->out);
        volatile uint8_t *each = work->out.data();
        for (size_t i = 0; i < work->out.size(); ++i) each[i] = 0;
        return bits;
      },
      work->inputs.n <= kBriefBits);
}

}  // namespace

void export_extraction(Napi::Env env, Napi::Object exports) {
  exports.Set("extractCirculant", Napi::Function::New(env, extract_call));
}

}  // namespace pentad
