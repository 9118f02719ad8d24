#pragma once
#include <napi.h>

namespace pentad {

/// Each function adds the calls of one folder of kernels to the addon's exports.
void export_frames(Napi::Env env, Napi::Object exports);
void export_statevector(Napi::Env env, Napi::Object exports);
void export_stabilizer(Napi::Env env, Napi::Object exports);
void export_trajectories(Napi::Env env, Napi::Object exports);
void export_flag_map(Napi::Env env, Napi::Object exports);
void export_extraction(Napi::Env env, Napi::Object exports);

}  // namespace pentad
