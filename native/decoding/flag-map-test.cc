#include "decoding/flag-map.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/test.h"

namespace pentad {
namespace {

/// Tables without errors: a belief stays as it is, and the outcome is the only bit read.
FlagMapTables plain(size_t symbols) {
  FlagMapTables tables{};
  tables.start.assign(256, 0);
  tables.quiet.assign(256, 0);
  tables.steps.assign(symbols * 256, 0);
  for (size_t flags = 0; flags < 16; ++flags) tables.start[flags * 16] = 1;
  for (size_t i = 0; i < 16; ++i) {
    tables.quiet[i * 17] = 1;
    for (size_t symbol = 0; symbol < symbols; ++symbol) tables.steps[symbol * 256 + i * 17] = 1;
  }
  tables.bits = {1, 0};
  tables.count = 1;
  tables.base = {0, 1};
  tables.rows.assign(32, 1);
  return tables;
}

ShotRecords records(uint32_t per_round, uint32_t tail, uint64_t shots, uint32_t rounds) {
  ShotRecords made{{}, shots, rounds, per_round, tail};
  made.planes.assign(((rounds + 1) * per_round + tail + 1) * ((shots + 63) / 64), 0);
  return made;
}

bool refuses(const FlagMapTables &tables, const ShotRecords &of) {
  try {
    check_flag_map(tables, of);
    return false;
  } catch (const std::invalid_argument &) {
    return true;
  }
}

FlagMapOutcomes decoded(const FlagMapTables &tables, const ShotRecords &of, unsigned threads) {
  Control control;
  FlagMapOutcomes outcomes;
  decode_flag_map(tables, of, threads, control, outcomes);
  return outcomes;
}

}  // namespace

void test_flag_map() {
  FlagMapTables tables = plain(256);
  tables.first = 36;
  ShotRecords of = records(12, 0, 100, 2);
  const size_t stride = 2;
  of.planes[36 * stride] = 0b100;
  check("beliefs: a quiet shot is read as it was measured",
        decoded(tables, of, 1).wrong == std::vector<uint64_t>{0b100, 0});
  check("beliefs: padding bits stay 0",
        decoded(tables, of, 1).accepted[1] == (uint64_t{1} << 36) - 1);

  // Shot 0 flags at generator 2 of round 1, and its repeat measures 5 as round 2 does.
  of.planes[(12 + 6) * stride] = 1;
  of.planes[(12 + 8) * stride] = 1;
  of.planes[(12 + 10) * stride] = 1;
  of.planes[24 * stride] = of.planes[26 * stride] = 1;
  const uint32_t symbol = 2 << 6 | 1 << 4 | 5;
  for (size_t i = 0; i < 16; ++i) tables.steps[symbol * 256 + i * 17] = -1;
  FlagMapOutcomes out = decoded(tables, of, 2);
  check("beliefs: a trigger's matrix turns its shot alone", out.wrong[0] == 0b101);
  check("beliefs: triggers and flags are counted", out.triggers[2] == 1 && out.raised[2] == 1);
  check("beliefs: a trigger ends its pass", out.executed[2] == 200 && out.executed[3] == 199);
  tables.turning = 1 << 5;
  check("beliefs: the lookup's own turn comes on top", decoded(tables, of, 2).wrong[0] == 0b100);

  FlagMapTables windows = plain(272);
  windows.first = 28;
  ShotRecords passes = records(8, 4, 64, 2);
  // Shot 3 flags in the last slot of the last pass, and the closing extraction measures 9.
  passes.planes[8 * 2 + 7] = 1 << 3;
  passes.planes[24] = passes.planes[27] = 1 << 3;
  for (size_t i = 0; i < 16; ++i) windows.steps[(256 | 9) * 256 + i * 17] = -1;
  out = decoded(windows, passes, 1);
  check("beliefs: an open window is closed", out.wrong[0] == 1 << 3 && out.triggers[3] == 1);
  passes.tail = 0;
  check("beliefs: one that is not closed loses its shot",
        decoded(windows, passes, 1).accepted[0] == ~(uint64_t{1} << 3));

  Control control;
  control.cancel = true;
  check("beliefs: a cancelled call says so", !decode_flag_map(tables, of, 1, control, out));
  check("beliefs: sound tables are accepted", !refuses(tables, of) && !refuses(windows, passes));
  check("beliefs: tables of the other protocol are refused", refuses(windows, of));
  FlagMapTables bad = tables;
  bad.first = 37;
  check("beliefs: a readout beyond the planes is refused", refuses(bad, of));
  bad = tables;
  bad.rows[3] = std::numeric_limits<double>::quiet_NaN();
  check("beliefs: a number that is none is refused", refuses(bad, of));
  bad = tables;
  bad.bits[1] = 16;
  check("beliefs: a reference that does not exist is refused", refuses(bad, of));
}

}  // namespace pentad
