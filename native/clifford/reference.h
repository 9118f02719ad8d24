#pragma once
#include "clifford/reference-tree.h"

namespace pentad {

/// Outcomes of a program without noise: bit b of a shot is bits[b] plus the sum of the symbols in
/// forms[b], fair independent bits. Example: a Bell pair measured into bits 0 and 1 gives bits 00
/// and forms {0}, {0}: both bits are symbol 0.
struct Affine {
  std::vector<uint8_t> bits;
  uint32_t symbols = 0;
  std::vector<std::vector<uint32_t>> forms;
};

/// The first run of a program, in which every random outcome is 0: forms where the whole program
/// has them and sums over them are cheaper than frames, else the prefix of its references.
struct Reference {
  std::optional<Affine> affine;
  CommonPrefix prefix;
};

/// False when cancelled.
bool run_reference(const StabilizerProgram &program, Control &control, Reference &reference);

}  // namespace pentad
