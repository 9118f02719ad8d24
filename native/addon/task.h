#pragma once
#include <napi.h>

#include <functional>

#include "../statevector/circuit.h"
#include "../base/control.h"

namespace pentad {

/// Runs `compute` on a thread of its own and returns { promise, cancel(), progress() }.
///
/// `compute` touches no JavaScript and returns false when cancelled; `result` runs afterwards on
/// the JavaScript thread and returns null when the value cannot be made. std::invalid_argument
/// becomes a RangeError. A brief task, done sooner than a thread is made, runs at once.
Napi::Value start_task(Napi::Env env, std::function<bool(Control &)> compute,
                       std::function<napi_value(napi_env)> result, bool is_brief = false);

/// Adds the calls of the stabilizer engine to the addon's exports.
void export_stabilizer(Napi::Env env, Napi::Object exports);

/// Adds the call of the trajectory engine to the addon's exports.
void export_trajectories(Napi::Env env, Napi::Object exports);

/// Adds the call of the decoder flag-map to the addon's exports.
void export_beliefs(Napi::Env env, Napi::Object exports);

/// { words, keys: Uint8Array, counts: Float64Array }; null when it cannot be made.
napi_value counts_object(napi_env env, const Counts &counts);

}  // namespace pentad
