#pragma once
#include <cstdint>
#include <vector>

#include "decoding/belief-tree.h"

namespace pentad {

/// Follows some words of shots through their rounds, as main/qec/flag-map/observations.ts does, and
/// reads them out. One for each thread; blocks may come in any order.
class ShotDecoder {
 public:
  /// Decodes at most `most_words` words at a time; keeps references to `matrices` and `records`.
  ShotDecoder(const BeliefMatrices &matrices, const ShotRecords &records, size_t most_words);

  /// Decodes words [from, to), to - from <= most_words: writes those of `outcomes` and adds to this
  /// walk's own tallies.
  void run(size_t from, size_t to, FlagMapOutcomes &outcomes);
  /// Adds the tallies of all blocks; not to be called by two threads at once.
  void tally(FlagMapOutcomes &outcomes) const;

 private:
  /// One word of shots for each generator.
  using Four = uint64_t[4];

  const uint64_t *plane(size_t index) const;
  void begin();
  void follow_adaptive();
  void follow_windows();
  void close_windows();
  void pass(uint32_t round, size_t word, const Four &outcomes, const Four &flags);
  void add_event(size_t shot, uint32_t round, uint32_t symbol);
  void read(FlagMapOutcomes &outcomes);
  /// Bits of the readout's symbol for a word of shots, seen against these references.
  void symbols(size_t word, const std::vector<uint64_t> (&references)[4], uint64_t *bits) const;
  uint64_t repeated(size_t word) const;
  uint64_t live(size_t word) const;
  uint64_t open(size_t word) const;

  const FlagMapTables &tables_;
  const ShotRecords &records_;
  const size_t stride_;
  BeliefTree tree_;
  size_t from_ = 0, words_ = 0;
  /// By word: shots that showed something, including a flag of round 0.
  std::vector<uint64_t> shown_;
  /// By shot: the node, and the round up to which it is known.
  std::vector<uint32_t> nodes_, known_;
  /// By generator and word, [k * most_words + word]: the references that the residual is relative
  /// to, the circuit's own references, and the generator's slot in which a window was opened.
  std::vector<uint64_t> references_[4], registers_[4], opened_[4];
  uint64_t executed_[4] = {}, raised_[4] = {}, triggers_[4] = {};
};

}  // namespace pentad
