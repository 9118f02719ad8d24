#pragma once
#include "stabilizer.h"

namespace pentad {

/// What a program does, found by one run of the tableau in which every random outcome is 0.
///
/// With lanes, bit b of a shot is reference[b] plus the sum of the symbols in forms[b], fair
/// independent bits. Example: a Bell pair measured into bits 0 and 1 gives reference 00 and forms
/// {0}, {0}: both bits are symbol 0.
struct Reference {
  StabilizerPath path = StabilizerPath::kShots;
  std::vector<uint8_t> bits;
  uint32_t symbols = 0;
  std::vector<std::vector<uint32_t>> forms;
  /// Per op, whether it happened in the reference.
  std::vector<uint8_t> happened;
};

/// Runs the program once and says how the rest of its shots can be had; false when cancelled.
bool run_reference(const StabilizerProgram &program, Control &control, Reference &reference);

}  // namespace pentad
