#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "frame_kernels.h"
#include "frame_span.h"
#include "gf2.h"
#include "random.h"

namespace pentad {

/// Number of events of a Poisson process whose expectation is `mean` (at least 0).
/// Transformed rejection (Hoermann 1993) from 10 on, multiplication of uniforms below.
uint64_t poisson(double mean, Rng &rng);

/// Independent events that each flip one effect; several in one shot cancel or add up by XOR.
///
/// A channel that flips with probability p is the parity of a Poisson number of flips with rate
/// -log(1 - 2p) / 2. The same holds for Pauli channels: with eigenvalues l_Q = 1 - 2 sum of the p_P
/// that anticommute with Q, the rates are sums and differences of log l_Q, and are positive for
/// depolarizing noise and for twirled damping with T2 <= 2 T1. So all channels of a span together
/// are one stream of events: draw how many, and for each one its shot and its effect.
class EventTable {
 public:
  void add(double rate, const Gf2 &effect);
  /// Merges equal effects and prepares drawing; nothing may be added after it.
  void settle();

  /// Expected events in one shot.
  double rate() const { return rate_; }

  /// Outputs that an event flips, in fours: lists of one length spare the processor a wrong guess.
  /// What is left of the last four is kNoOutput.
  struct Flips {
    const uint16_t *fours;
    uint32_t count;
  };
  static constexpr uint16_t kNoOutput = 0;

  /// Walker's alias method: a cell is picked uniformly, then one of its two effects.
  struct Cell {
    uint32_t threshold, effects[2];

    /// `uniform` is 32 random bits. An index instead of a choice: processors would guess it wrong.
    static uint32_t pick(const Cell *cells, uint64_t size, uint32_t uniform) {
      const uint64_t scaled = uniform * size;
      const Cell &cell = cells[scaled >> 32];
      return cell.effects[static_cast<uint32_t>(scaled) >= cell.threshold];
    }
  };

  /// Effects as lists: index of the first four << 8 | how many fours.
  struct ListPicker {
    const Cell *cells;
    uint64_t size;
    const uint16_t *fours;

    /// Outputs are numbered from 1 here.
    Flips pick(uint32_t uniform) const {
      const uint32_t at = Cell::pick(cells, size, uniform);
      return {&fours[size_t{at >> 8} * 4], at & 255};
    }
  };
  ListPicker lists() const { return {lists_.data(), lists_.size(), fours_.data()}; }

  /// Effects as words: bit i for output gathered()[i].
  struct WordPicker {
    const Cell *cells;
    uint64_t size;
    uint32_t pick(uint32_t uniform) const { return Cell::pick(cells, size, uniform); }
  };
  WordPicker words() const { return {words_.data(), words_.size()}; }

  /// The outputs that any event flips, where a word can tell of them all; else empty.
  const std::vector<uint16_t> &gathered() const { return gathered_; }

 private:
  uint32_t keep(const Gf2 &effect);
  void gather(const std::vector<Cell> &cells);

  std::map<Gf2, double> found_;
  std::vector<Cell> lists_, words_;
  std::vector<uint16_t> fours_, gathered_;
  double rate_ = 0;
};

/// A fault site that is not such a process: outcomes exclude each other in a way that no
/// independent events have, or it flips too often. Its hits are walked from one to the next.
struct RareSite {
  double p;                   // of any outcome
  double per_log;             // 1 / log(1 - p), 0 when p = 1
  std::vector<double> up_to;  // cumulative shares of the outcomes
  std::vector<std::vector<uint16_t>> flips;

  /// Shots passed over before the next hit.
  uint64_t gap(Rng &rng) const;
  const std::vector<uint16_t> &outcome(Rng &rng) const;
};

/// Adds the site's events to the table, or returns false when it is no such process.
bool add_events(const FaultSite &site, EventTable &table);

RareSite rare_site(const FaultSite &site);

}  // namespace pentad
