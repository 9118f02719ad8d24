#include "frames/plan.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace pentad {
namespace {

using Effects = std::shared_ptr<const SpanEffects>;

/// The span's ops as bytes; bits stand by their order in the span, so that equal rounds are equal.
std::string text_of(const FrameProgram &program, Span span) {
  std::string text;
  text.reserve((span.end - span.begin) * sizeof(FrameOp));
  for (size_t i = span.begin; i < span.end; ++i) {
    FrameOp op = program.ops[i];
    if (writes_bit(op.code)) op.b = 0;
    text.append(reinterpret_cast<const char *>(&op), sizeof op);
  }
  return text;
}
static_assert(sizeof(FrameOp) == 4 * sizeof(int32_t) + 3 * sizeof(double), "no padding to compare");

struct Piece {
  Span ops;
  bool control, masked;
  Effects effects;
  Gf2 live;
};

std::vector<Piece> pieces_of(const FrameProgram &program) {
  std::vector<Piece> pieces;
  bool masked = false;
  for (size_t at = 0; at < program.ops.size();) {
    const FrameOp &op = program.ops[at];
    const bool control = is_control(op.code);
    if (op.code == FrameCode::kMask) masked = op.a >= 0;
    const size_t end = control ? at + 1 : span_end(program, at);
    pieces.push_back({{at, end}, control, masked, nullptr, Gf2()});
    at = end;
  }
  return pieces;
}

/// Backwards: which rows are read after each span, and what it does to them. A masked span leaves
/// the rows of the other shots as they are.
void find_effects(const FrameProgram &program, std::vector<Piece> &pieces) {
  std::unordered_map<std::string, std::map<Gf2, Effects>> known;
  Gf2 live(size_t{program.qubits} * 2);
  for (size_t i = pieces.size(); i-- > 0;) {
    Piece &piece = pieces[i];
    if (piece.control) continue;
    piece.live = live;
    Effects &effects = known[text_of(program, piece.ops)][live];
    if (!effects) effects = std::make_shared<SpanEffects>(effects_of(program, piece.ops, live));
    piece.effects = effects;
    live = live_before(*effects, live);
    if (piece.masked) live |= piece.live;
  }
}

Gf2 rows_as_outputs(const SpanEffects &effects, const Gf2 &rows) {
  Gf2 outputs(effects.size());
  rows.each([&](size_t row) { outputs.flip(effects.bits + row); });
  return outputs;
}

std::vector<Gf2> rows_as_outputs(const SpanEffects &effects, const std::vector<Gf2> &all) {
  std::vector<Gf2> outputs;
  for (const Gf2 &rows : all) outputs.push_back(rows_as_outputs(effects, rows));
  return outputs;
}

Gf2 image_of(const SpanEffects &effects, const Gf2 &rows) {
  Gf2 outputs(effects.size());
  rows.each([&](size_t row) { outputs ^= effects.of_row[row]; });
  return outputs;
}

bool flips_bits(const SpanEffects &effects, const Gf2 &outputs) {
  return outputs.any() && outputs.lowest() < effects.bits;
}

Gf2 rows_of(const SpanEffects &effects, const Gf2 &outputs) {
  Gf2 rows(effects.of_row.size());
  outputs.each([&](size_t at) {
    if (at >= effects.bits) rows.flip(at - effects.bits);
  });
  return rows;
}

/// Coins at a span: those waiting before it, those to throw before it, in it, waiting after it.
struct Coins {
  std::vector<Gf2> before;   // rows
  std::vector<Gf2> thrown;   // outputs
  std::vector<Gf2> waiting;  // rows, an echelon basis
};

/// Coins wait only in narrow programs, whose spans know every row.
Coins coins_thrown(const SpanEffects &effects) {
  return {{}, effects.fair, {}};
}

/// For a span that every shot passes: coins that flip no bits can go on waiting.
Coins coins_of_all(const SpanEffects &effects, const std::vector<Gf2> &waiting) {
  std::vector<Gf2> coins = effects.fair;
  for (const Gf2 &rows : waiting) coins.push_back(image_of(effects, rows));
  Coins found;
  std::vector<Gf2> later;
  // Bits come first in an output vector: in echelon form only the first vectors flip any.
  for (const Gf2 &coin : echelon(coins)) {
    if (flips_bits(effects, coin)) {
      found.thrown.push_back(coin);
    } else {
      later.push_back(rows_of(effects, coin));
    }
  }
  found.waiting = echelon(later);
  return found;
}

/// For a span that only some shots pass: coins go on waiting where the span maps their space to
/// itself.
Coins coins_of_some(const SpanEffects &effects, const Gf2 &live, const std::vector<Gf2> &waiting) {
  std::vector<Gf2> staying, passing;
  for (const Gf2 &rows : waiting) {
    Gf2 kept(effects.of_row.size());
    rows.each([&](size_t row) {
      if (live.test(row)) kept.flip(row);
    });
    staying.push_back(rows_as_outputs(effects, kept));
    passing.push_back(image_of(effects, rows));
  }
  const std::vector<Gf2> stay = echelon(staying);
  Coins found;
  const bool same = stay == echelon(passing);
  if (!same) found.before = waiting;
  const std::vector<Gf2> basis = same ? stay : std::vector<Gf2>{};
  for (const Gf2 &coin : echelon(effects.fair)) {
    if (reduced(coin, basis).any()) found.thrown.push_back(coin);
  }
  for (const Gf2 &outputs : basis) found.waiting.push_back(rows_of(effects, outputs));
  return found;
}

/// Waiting coins are random, so adding any combination of them to an effect changes no
/// distribution: finds the lightest such form of an effect, zero when coins hide it. Tries all
/// combinations where they are few.
class LightestCoset {
 public:
  LightestCoset(const SpanEffects &effects, const std::vector<Gf2> &waiting)
      : coins_(rows_as_outputs(effects, waiting)) {}

  /// Cached, as most of the thousands of faults of a span have one of a few dozen effects.
  const Gf2 &operator()(const Gf2 &effect) {
    const auto [known, is_new] = known_.try_emplace(reduced(effect, coins_));
    if (is_new) known->second = lightest(known->first);
    return known->second;
  }

 private:
  static constexpr size_t kMaxCoins = 6;

  Gf2 lightest(const Gf2 &effect) const {
    Gf2 best = effect;
    if (coins_.size() > kMaxCoins) return best;
    Gf2 current = best;
    for (uint32_t step = 1; step < uint32_t{1} << coins_.size(); ++step) {
      current ^= coins_[static_cast<size_t>(std::countr_zero(step))];  // Gray code
      const auto order = [](const Gf2 &v) { return std::make_pair(v.weight(), std::cref(v)); };
      if (order(current) < order(best)) best = current;
    }
    return best;
  }

  std::vector<Gf2> coins_;
  std::map<Gf2, Gf2> known_;
};

OutputSum sum_of(const SpanEffects &effects, size_t output) {
  OutputSum sum{static_cast<uint16_t>(output), {}, {}};
  for (size_t i = 0; i < effects.rows.size(); ++i) {
    if (effects.of_row[i].test(output)) sum.rows.push_back(effects.rows[i]);
  }
  for (const auto &[input, effect] : effects.of_input) {
    if (effect.test(output)) sum.inputs.push_back(input);
  }
  return sum;
}

void add_sums(const SpanEffects &effects, const Gf2 &live, SpanCode &code) {
  for (size_t bit = 0; bit < effects.bits; ++bit) code.bit_sums.push_back(sum_of(effects, bit));
  for (size_t i = 0; i < effects.rows.size(); ++i) {
    if (!live.test(effects.rows[i])) continue;
    OutputSum sum = sum_of(effects, effects.bits + i);
    const bool stays = sum.inputs.empty() && sum.rows == std::vector<size_t>{effects.rows[i]};
    if (!stays) code.row_sums.push_back(std::move(sum));
  }
}

template <typename Form>
FaultEvents noise_of(const SpanEffects &effects, Form form) {
  FaultEvents noise;
  for (FaultSite site : effects.faults) {
    for (Gf2 &effect : site.effect) effect = form(effect);
    noise.add(site);
  }
  return noise;
}

/// The noise in the one form of each effect that is zero where the waiting coins begin: unlike the
/// lightest forms, these are closed under sums.
FaultEvents reduced_noise(const FaultEvents &noise, const std::vector<Gf2> &coins) {
  FaultEvents found = noise;
  found.rates.clear();
  for (const auto &[effect, rate] : noise.rates) found.rates[reduced(effect, coins)] += rate;
  for (FaultSite &site : found.sites) {
    for (Gf2 &effect : site.effect) effect = reduced(effect, coins);
  }
  return found;
}

SpanCode code_of(const SpanEffects &effects, const Gf2 &live, const Coins &coins,
                 const FaultEvents &noise) {
  SpanCode code;
  code.rows = effects.rows;
  add_sums(effects, live, code);
  code.always = ones_of<uint16_t>(effects.always);
  for (const Gf2 &coin : coins.thrown) code.coins.push_back(ones_of<uint16_t>(coin));
  code.events = EventTable(noise.rates);
  for (const FaultSite &site : noise.sites) code.rare.push_back(rare_fault(site));
  return code;
}

/// A compiled code with the data that it is made from.
struct Compiled {
  Coins coins;
  FaultEvents noise;
  std::shared_ptr<SpanCode> code;
  uint64_t uses = 0;
};

Compiled compiled(const Piece &piece, const std::vector<Gf2> &waiting, bool is_narrow) {
  const SpanEffects &effects = *piece.effects;
  Compiled made;
  made.coins = !is_narrow     ? coins_thrown(effects)
               : piece.masked ? coins_of_some(effects, piece.live, waiting)
                              : coins_of_all(effects, waiting);
  made.noise = noise_of(effects, LightestCoset(effects, made.coins.waiting));
  made.code = std::make_shared<SpanCode>(code_of(effects, piece.live, made.coins, made.noise));
  return made;
}

void add_outcomes(const SpanEffects &effects, const Compiled &made, uint64_t shots) {
  if (!made.code->draws_outcomes(kBlockShots)) return;
  const double expected = made.code->faults() * static_cast<double>(made.uses * shots);
  const std::vector<Gf2> coins = rows_as_outputs(effects, made.coins.waiting);
  made.code->outcomes = outcome_tables(reduced_noise(made.noise, coins), expected);
}

}  // namespace

double SpanCode::faults() const {
  double sum = events.rate();
  for (const RareFault &site : rare) sum += site.p;
  return sum;
}

/// Turning a word for each shot of a block into rows takes about a third of a nanosecond per word,
/// a sixteenth of the time to draw one event.
bool SpanCode::draws_outcomes(uint64_t shots) const {
  return faults() * static_cast<double>(shots) * 16 > kBlockShots;
}

FramePlan::FramePlan(const FrameProgram &source, uint64_t shots) : program(source) {
  std::vector<Piece> pieces = pieces_of(program);
  find_effects(program, pieces);
  std::map<std::tuple<const SpanEffects *, bool, std::vector<Gf2>>, Compiled> known;
  std::vector<Gf2> waiting;
  for (const Piece &piece : pieces) {
    Stage stage{piece.ops, nullptr, {}, {}};
    if (!piece.control) {
      Compiled &made = known[{piece.effects.get(), piece.masked, waiting}];
      if (!made.code) made = compiled(piece, waiting, is_narrow(program));
      ++made.uses;
      stage.code = made.code;
      stage.bits = written_bits(program, piece.ops);
      for (const Gf2 &rows : made.coins.before) stage.coins_before.push_back(ones_of<size_t>(rows));
      waiting = made.coins.waiting;
    }
    stages.push_back(std::move(stage));
  }
  for (auto &[from, made] : known) add_outcomes(*std::get<0>(from), made, shots);
}

}  // namespace pentad
