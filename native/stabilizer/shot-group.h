#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "stabilizer/noise.h"
#include "stabilizer/sampler.h"

namespace pentad {

/// Shots that have gone through the same ops so far: for each, its Pauli frame relative to a
/// reference that all share, and its classical bits themselves.
///
/// Row by row, 64 shots to a word. Renaming rows does H and SWAP; CX is two XORs of rows. Lanes
/// are the shots rounded up to a power of two: those past the last shot hold anything. Example:
/// lane 5 of x(q) is 1 when shot 5's state is the reference with qubit q flipped.
class ShotGroup {
 public:
  /// All qubits and bits 0. Z frames are random: they do not change |0>, and outcomes that are
  /// random later are so because of them.
  ShotGroup(const StabilizerProgram &program, uint64_t shots, Rng &rng);

  uint64_t shots() const { return shots_.size(); }

  /// Applies an op; Paulis and noise only in the shots where its condition holds, other ops in all
  /// shots. `fact` is what the reference recorded: the outcome of a measurement, whether a
  /// conditional Pauli happened. `is_last` says that nothing follows on the qubit of a measurement.
  void step(const StabilizerOp &op, uint8_t fact, bool is_last, const PauliChannel &channel,
            Rng &rng);

  /// Fills mask() with the shots in which the op's condition holds; returns how many.
  uint64_t select(const StabilizerOp &op);

  /// Takes the shots selected last, which are some but not all, out into a group of their own.
  ShotGroup split();

  /// Writes the bits at the shots' positions, over zeros, from word `first` of the batch on.
  void write(const Batch &batch, uint64_t first) const;

 private:
  ShotGroup(const StabilizerProgram &program, std::vector<uint32_t> shots);

  size_t row_count() const { return slot_.size() + program_->clbits; }
  uint64_t *row(size_t index) { return rows_.data() + index * words_; }
  const uint64_t *row(size_t index) const { return rows_.data() + index * words_; }
  uint64_t *x(int32_t q) { return row(slot_[2 * static_cast<size_t>(q)]); }
  uint64_t *z(int32_t q) { return row(slot_[2 * static_cast<size_t>(q) + 1]); }
  uint64_t *bit(size_t b) { return row(slot_.size() + b); }
  const uint64_t *bit(size_t b) const { return row(slot_.size() + b); }

  void add(uint64_t *to, const uint64_t *from);
  void randomize(uint64_t *row, Rng &rng);
  void rename(size_t a, size_t b) { std::swap(slot_[a], slot_[b]); }
  void measure(const StabilizerOp &op, bool outcome);
  void flip_where(const StabilizerOp &op, uint8_t fact);
  void inject(const StabilizerOp &op, const PauliChannel &channel, Rng &rng);
  template <typename Mask>
  void inject_densely(const StabilizerOp &op, const PauliChannel &channel, Mask mask, Rng &rng);
  /// Clears the lanes of a mask beyond the last shot.
  void mask_padding(std::vector<uint64_t> &mask) const;
  ShotGroup gathered(const std::vector<uint64_t> &mask) const;

  const StabilizerProgram *program_;
  /// Positions within the block.
  std::vector<uint32_t> shots_;
  uint64_t lanes_, words_;
  /// slot_[2 q] is the row of the X frame of q, slot_[2 q + 1] that of the Z frame; bits follow.
  std::vector<uint32_t> slot_;
  std::vector<uint64_t> rows_, mask_;
};

}  // namespace pentad
