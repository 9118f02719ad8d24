#pragma once
#include <cstdint>
#include <vector>

#include "base/control.h"

namespace pentad {

/// The tables of main/qec/flag-map/tables.ts and readout.ts, by row.
struct FlagMapTables {
  /// start[flags * 16 + syndrome], quiet[to * 16 + from], steps[symbol * 256 + to * 16 + from].
  std::vector<double> start, quiet, steps;
  /// Bit by change of the reference: whether the lookup's correction turns the logical operator.
  uint32_t turning;
  /// Planes [first, first + count) are read. Bit j of the readout's symbol is the parity of those
  /// of them in bits[2 * j] and of the references in bits[2 * j + 1].
  uint32_t first, count;
  std::vector<int32_t> bits;
  /// Whether the bits from the seventh on count only where the first six, by the circuit's own
  /// references, trigger them: symbols are then 0..63 and 64 + all bits.
  bool conditional;
  /// The outcome base[symbol] of each readout symbol, and rows[symbol * 16 + syndrome].
  std::vector<uint8_t> base;
  std::vector<double> rows;
};

/// Bits of a run's shots as main/qec/schedule/plane-layout.ts lays them out: shot i is bit i % 64
/// of word i / 64 of every plane.
struct ShotRecords {
  std::vector<uint64_t> planes;
  uint64_t shots;
  uint32_t rounds;
  /// 12 planes a round are adaptive; 8 are cyclic windows, with 4 planes of the closing extraction
  /// in `tail` or none.
  uint32_t per_round, tail;
};

struct FlagMapOutcomes {
  /// One bit a shot, padding bits 0.
  std::vector<uint64_t> accepted, wrong;
  /// By generator, over all rounds after round 0: extractions executed, flags raised, triggers.
  uint64_t executed[4], raised[4], triggers[4];
};

/// Throws std::invalid_argument, naming the field, unless every table has the length that its
/// symbols need, holds finite numbers only, and the planes hold all that is read.
void check_flag_map(const FlagMapTables &tables, const ShotRecords &records);

/// Decodes correction mode with flag-map: follows for every shot the belief about its residual
/// error, sixteen numbers multiplied by one matrix for each round that showed something, and weighs
/// it against the readout. Example: a shot that never triggered costs one lookup at its end.
///
/// Shots with the same history share their belief: each history is computed once per thread, as
/// long as its table of histories stays within some megabytes. All sums are done in the order of
/// main/qec/flag-map/posterior-cache.ts, so that the result equals that decoder's to the last bit;
/// it does not depend on `threads` (at least 1).
///
/// Requires check_flag_map. Returns false when cancelled, with `outcomes` unspecified. Time
/// O(rounds * shots / 64) plus a table lookup for every round of a shot that showed something, plus
/// 512 multiplications for each new history.
bool decode_flag_map(const FlagMapTables &tables, const ShotRecords &records, unsigned threads,
                     Control &control, FlagMapOutcomes &outcomes);

}  // namespace pentad
