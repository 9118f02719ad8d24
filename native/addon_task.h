#pragma once
#include <napi.h>

#include <functional>

#include "control.h"

namespace pentad {

/// Runs `compute` on a thread of its own and returns { promise, cancel(), progress() }.
///
/// `compute` touches no JavaScript and returns false when cancelled; `result` runs afterwards on
/// the JavaScript thread and returns null when the value cannot be made.
Napi::Value start_task(Napi::Env env, std::function<bool(Control &)> compute,
                       std::function<napi_value(napi_env)> result);

/// Adds the calls of the stabilizer engine to the addon's exports.
void export_stabilizer(Napi::Env env, Napi::Object exports);

}  // namespace pentad
