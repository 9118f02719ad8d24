#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "decoding/flag-map.h"

namespace pentad {

using Belief = std::array<double, 16>;
/// Matrix by column, [from * 16 + to]: sums for all `to` run side by side, each in the order of
/// `from`.
using BeliefMatrix = std::array<double, 256>;

/// Matrices of a decoding in the layout of the inner loops; shared by all threads.
class BeliefMatrices {
 public:
  /// Prepares up to `rounds` quiet rounds in a row.
  BeliefMatrices(const FlagMapTables &tables, uint32_t rounds);

  const FlagMapTables &tables;

  /// The belief n quiet rounds later.
  Belief after_quiet_rounds(const Belief &belief, uint32_t n) const;
  /// The belief after a round that showed the symbol.
  Belief after_round(const Belief &belief, uint32_t symbol) const;

 private:
  std::vector<BeliefMatrix> quiet_, steps_;
};

/// Map from 64-bit keys to numbers, by open addressing. Key 0 must not be used.
class BeliefIndex {
 public:
  BeliefIndex() { clear(); }
  void clear();
  /// The position of the key's number; *found is false if the key is new and the number must be
  /// set.
  uint32_t &at(uint64_t key, bool *found);

 private:
  void grow();
  struct Entry {
    uint64_t key;
    uint32_t value;
  };
  std::vector<Entry> entries_;
  size_t used_ = 0;
};

/// Beliefs by history: a node for each history seen so far; nodes 0..15 are round 0 by its flags.
class BeliefTree {
 public:
  explicit BeliefTree(const BeliefMatrices &matrices);

  /// To be called between shots: nodes from before are invalid afterwards.
  void evict_if_large();
  /// The node after n quiet rounds and one that showed the symbol.
  uint32_t after(uint32_t node, uint32_t n, uint32_t symbol);
  /// Whether the logical outcome is wrong when the readout shows the symbol n quiet rounds after
  /// the node.
  bool wrong(uint32_t node, uint32_t n, uint32_t symbol);

 private:
  struct Node {
    Belief belief;
    /// Whether the lookup's corrections have turned the logical operator.
    bool turned;
  };

  void forget();
  bool read(const Node &node, uint32_t n, uint32_t symbol) const;

  const BeliefMatrices &matrices_;
  std::vector<Node> nodes_;
  BeliefIndex next_, read_;
};

}  // namespace pentad
