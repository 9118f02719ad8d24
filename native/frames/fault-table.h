#pragma once
#include <cstdint>
#include <vector>

#include "base/gf2.h"
#include "frames/fault-events.h"
#include "planes/kernels.h"

namespace pentad {

/// Draws the combined effect of all faults of a span at once: where faults are frequent, that costs
/// less than drawing them one by one.
///
/// The effects span a space of few dimensions: a flagged round of the five-qubit code has about 130
/// effects, but they span 14 dimensions. So the XOR of a random number of them is one of 2^14
/// outcomes. Its characteristic function is the product of those of the faults, which are known; a
/// Walsh-Hadamard transform gives the probabilities, for faults that exclude each other as well.
class FaultTable {
 public:
  /// Requires a reduced echelon `basis` of 1 to kMaxRank vectors that spans all effects.
  FaultTable(const std::vector<Gf2> &basis, const FaultEvents &noise);

  /// Probability, in units of 2^-64, that an outcome is drawn for a shot; no fault hits the others.
  /// 0: an outcome is drawn for every shot, as most shots are hit.
  uint64_t chance() const { return chance_; }

  /// Bit i of an outcome flips outputs()[i].
  const std::vector<OutcomeCell> &cells() const { return cells_; }
  const std::vector<std::vector<uint16_t>> &outputs() const { return outputs_; }

  static constexpr size_t kMaxRank = 14;

 private:
  uint64_t chance_ = 0;
  std::vector<OutcomeCell> cells_;
  std::vector<std::vector<uint16_t>> outputs_;
};

/// The noise as independent tables; none where it would take longer to make them than to draw
/// `expected` events one by one.
std::vector<FaultTable> outcome_tables(const FaultEvents &noise, double expected);

}  // namespace pentad
