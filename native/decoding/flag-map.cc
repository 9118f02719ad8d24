#include "decoding/flag-map.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <stdexcept>
#include <string>

#include "base/threads.h"
#include "decoding/belief-tree.h"
#include "decoding/shot-decoder.h"

namespace pentad {
namespace {

/// Maximum rounds; more would not fit the keys of BeliefTree.
constexpr uint32_t kMaxRounds = 60'000;

void need(bool holds, const char *what) {
  if (!holds) throw std::invalid_argument(what);
}

void need_finite(const std::vector<double> &values, const char *what) {
  need(std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }), what);
}

/// Number of symbols that the bits of the readout can form.
size_t readout_symbols(const FlagMapTables &tables) {
  const size_t all = size_t{1} << (tables.bits.size() / 2);
  return tables.conditional ? 64 + all : all;
}

void check_readout(const FlagMapTables &tables) {
  need(tables.count >= 1 && tables.count <= 16, "count: 1 to 16 planes are read");
  need(tables.bits.size() % 2 == 0 && tables.bits.size() >= 2 && tables.bits.size() <= 22,
       "bits: two masks for each of 1 to 11 bits are expected");
  for (size_t i = 0; i < tables.bits.size(); i += 2) {
    need(tables.bits[i] >= 0 && tables.bits[i] >> tables.count == 0, "bits: no such plane");
    need(tables.bits[i + 1] >= 0 && tables.bits[i + 1] < 16, "bits: no such reference");
  }
  need(!tables.conditional || tables.bits.size() >= 12, "conditional: at least six bits are read");
  need(tables.base.size() == readout_symbols(tables), "base: one number a readout symbol");
  need(tables.rows.size() == 16 * readout_symbols(tables), "rows: sixteen numbers a symbol");
  need_finite(tables.rows, "rows: numbers must be finite");
}

void check_records(const ShotRecords &records) {
  need(records.shots >= 1, "shots: at least one is decoded");
  need(records.rounds <= kMaxRounds, "rounds: out of range");
  need(records.per_round == 12 || records.per_round == 8, "per_round: 8 or 12 planes");
  need(records.tail == 0 || (records.tail == 4 && records.per_round == 8),
       "tail: 4 planes after cyclic windows, or none");
}

/// Number of planes that are read.
size_t planes_read(const FlagMapTables &tables, const ShotRecords &records) {
  const size_t rounds = (size_t{records.rounds} + 1) * records.per_round + records.tail;
  return std::max(rounds, size_t{tables.first} + tables.count);
}

/// Words that are followed together: few enough for the cache and for the limit on nodes.
size_t words_at_once(uint32_t rounds) {
  return std::clamp<size_t>((size_t{1} << 11) / std::max(rounds, 1u), 1, 64);
}

}  // namespace

void check_flag_map(const FlagMapTables &tables, const ShotRecords &records) {
  check_records(records);
  check_readout(tables);
  need(tables.start.size() == 256, "start: 256 numbers are expected");
  need(tables.quiet.size() == 256, "quiet: 256 numbers are expected");
  need(tables.steps.size() == 256 * (records.per_round == 12 ? 256 : 272),
       "steps: 256 numbers for each symbol of the protocol");
  for (const auto *values : {&tables.start, &tables.quiet, &tables.steps})
    need_finite(*values, "start, quiet, steps: numbers must be finite");
  const uint64_t words = (records.shots + 63) / 64;
  need(records.planes.size() >= planes_read(tables, records) * words,
       "planes: fewer than the rounds and the readout take");
}

bool decode_flag_map(const FlagMapTables &tables, const ShotRecords &records, unsigned threads,
                     Control &control, FlagMapOutcomes &outcomes) {
  const BeliefMatrices matrices(tables, records.rounds);
  const size_t words = (records.shots + 63) / 64;
  const size_t step = words_at_once(records.rounds);
  const size_t blocks = (words + step - 1) / step;
  outcomes = {};
  outcomes.accepted.resize(words);
  outcomes.wrong.resize(words);
  control.total = blocks;
  std::atomic<size_t> next{0};
  std::mutex adding;
  const auto work = [&] {
    ShotDecoder walk(matrices, records, step);
    for (size_t i = next++; i < blocks && !control.cancelled(); i = next++) {
      walk.run(i * step, std::min(words, (i + 1) * step), outcomes);
      ++control.done;
    }
    const std::lock_guard<std::mutex> lock(adding);
    walk.tally(outcomes);
  };
  on_threads_cancelling(static_cast<unsigned>(std::min<size_t>(threads, blocks)), control, work);
  return !control.cancelled();
}

}  // namespace pentad
