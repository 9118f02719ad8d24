#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "base/gf2.h"
#include "base/random.h"
#include "frames/span.h"

namespace pentad {

/// The faults of a span: independent events that each flip one effect (several in one shot combine
/// by XOR), and the sites that cannot be expressed as such events.
///
/// A channel that flips with probability p is the parity of a Poisson number of flips with rate
/// -log(1 - 2p) / 2. The same holds for Pauli channels: with eigenvalues l_Q = 1 - 2 sum of the p_P
/// that anticommute with Q, the rates are sums and differences of log l_Q, and are positive for
/// depolarizing noise and for twirled damping with T2 <= 2 T1. So all channels of a span together
/// are one stream of events, and those with equal effects are one event.
struct FaultEvents {
  std::map<Gf2, double> rates;  // of each effect, in one shot
  std::vector<FaultSite>
      sites;  // outcomes exclude each other in a way no events have, or are likely

  void add(const FaultSite &site);
};

/// The events of a span, to be drawn one by one: how many, and for each its shot and its effect.
class EventTable {
 public:
  EventTable() = default;
  explicit EventTable(const std::map<Gf2, double> &rates);

  /// Expected events in one shot.
  double rate() const { return rate_; }

  /// Outputs that an event flips, in fours: lists of equal length avoid branch mispredictions. The
  /// rest of the last four is filled with kNoOutput.
  struct Flips {
    const uint16_t *fours;
    uint32_t count;
  };
  static constexpr uint16_t kNoOutput = 0;

  /// Effects of an alias cell: index of the first four << 8 | how many fours.
  struct Cell {
    uint32_t threshold, effects[2];
  };

  /// A copy that the compiler can keep in registers.
  struct Picker {
    const Cell *cells;
    uint64_t size;
    const uint16_t *fours;

    /// `uniform` is 32 random bits. Outputs are numbered from 1 here. Selects by an index, as a
    /// branch would often be mispredicted.
    Flips pick(uint32_t uniform) const {
      const uint64_t scaled = uniform * size;
      const Cell &cell = cells[scaled >> 32];
      const uint32_t at = cell.effects[static_cast<uint32_t>(scaled) >= cell.threshold];
      return {&fours[size_t{at >> 8} * 4], at & 255};
    }
  };
  Picker picker() const { return {cells_.data(), cells_.size(), fours_.data()}; }

 private:
  uint32_t intern(const Gf2 &effect);

  std::vector<Cell> cells_;
  std::vector<uint16_t> fours_;
  double rate_ = 0;
};

/// A fault site that is not such a process: outcomes exclude each other in a way that no
/// independent events have, or it flips too often. Its hits are walked from one to the next.
struct RareFault {
  double p;                   // of any outcome
  double per_log;             // 1 / log(1 - p), 0 when p = 1
  std::vector<double> up_to;  // cumulative shares of the outcomes
  std::vector<std::vector<uint16_t>> flips;

  /// Shots passed over before the next hit.
  uint64_t gap(Rng &rng) const;
  const std::vector<uint16_t> &outcome(Rng &rng) const;
};

RareFault rare_fault(const FaultSite &site);

}  // namespace pentad
