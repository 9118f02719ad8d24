#pragma once
#include <array>

#include "fuzz/input.h"

namespace pentad::fuzz {

/// One call of the addon, its arguments made from the input as JavaScript could make them, hostile
/// ones too. Whatever `program` and `check_*` let through is run on a few shots, so that the
/// sanitizers judge whether the checks suffice.
///
/// `run` throws what the checks refuse with: std::invalid_argument for a wrong program,
/// std::length_error for too many outcomes, std::runtime_error for matrices that are not unitary.
struct Target {
  const char *name;
  void (*run)(Input &);
};

extern const std::array<Target, 7> kTargets;

}  // namespace pentad::fuzz
