#pragma once
#include <napi.h>

#include <functional>

#include "base/control.h"

namespace pentad {

/// Runs `compute` on a thread of its own and returns { promise, cancel(), progress() }.
///
/// `compute` touches no JavaScript and returns false when cancelled; `result` runs afterwards on
/// the JavaScript thread and returns null when the value cannot be made. std::invalid_argument
/// becomes a RangeError. A brief task, done sooner than a thread is made, runs at once.
Napi::Value start_task(Napi::Env env, std::function<bool(Control &)> compute,
                       std::function<napi_value(napi_env)> result, bool is_brief = false);

}  // namespace pentad
