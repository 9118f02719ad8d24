#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "frames/fault-events.h"
#include "frames/fault-table.h"
#include "frames/sample.h"
#include "frames/span.h"

namespace pentad {

/// Indices of a span's outputs, see SpanEffects.
using Outputs = std::vector<uint16_t>;

/// One output, as the XOR of incoming rows and input planes.
struct OutputSum {
  uint16_t output;
  std::vector<size_t> rows;
  std::vector<int32_t> inputs;
};

/// A span compiled: a few XORs of whole planes, some coins, and its faults, either way.
struct SpanCode {
  std::vector<size_t> rows;         // row of the program of each row output
  std::vector<OutputSum> bit_sums;  // every bit of the span, in order
  std::vector<OutputSum> row_sums;  // live rows that do not simply stay
  Outputs always;
  std::vector<Outputs> coins;
  EventTable events;
  std::vector<RareFault> rare;
  /// All of the faults as tables, where drawing from them may be faster; else none.
  std::vector<FaultTable> outcomes;

  /// Faults expected in one shot.
  double faults() const;
  /// Whether this many shots together have enough faults for turning outcomes into rows to be
  /// faster.
  bool draws_outcomes(uint64_t shots) const;
};

/// A control op (`code` is null), or a span of ops run as compiled.
struct Stage {
  Span ops;
  std::shared_ptr<const SpanCode> code;
  std::vector<int32_t> bits;  // program bit of each bit output
  /// Coins thrown in every shot before the stage: rows each one flips.
  std::vector<std::vector<size_t>> coins_before;
};

/// A program compiled for sampling so many shots; all blocks share it. `program` must outlive it.
///
/// Coins whose flips reach rows alone are not thrown where they arise: random multiples of
/// stabilizers, say, which later rounds only pass on. They wait as a list of row vectors, of which
/// every shot carries a random combination, until a span turns one into measured bits.
struct FramePlan {
  FramePlan(const FrameProgram &program, uint64_t shots);

  const FrameProgram &program;
  std::vector<Stage> stages;
};

}  // namespace pentad
