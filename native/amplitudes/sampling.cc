#include "amplitudes/sampling.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace pentad {
namespace {

/// Uniforms in [0, total) in ascending order: sums of exponential gaps, divided by the last.
std::vector<double> sorted_draws(uint64_t count, double total, Rng &rng) {
  std::vector<double> draws(count);
  double sum = 0;
  for (double &draw : draws) draw = sum -= std::log1p(-rng.uniform());
  sum -= std::log1p(-rng.uniform());
  for (double &draw : draws) draw *= total / sum;
  return draws;
}

/// Draws in ascending order that are not counted yet.
struct Draws {
  const double *next, *end;

  Draws below(double limit) const {
    const double *stop = next;
    while (stop != end && *stop < limit) ++stop;
    return {next, stop};
  }
  size_t count() const { return static_cast<size_t>(end - next); }
};

template <typename T>
size_t last_nonzero(const State<T> &state) {
  size_t i = state.size() - 1;
  while (i > 0 && state.weight(i) == 0) --i;
  return i;
}

/// Counts the draws that fall into chunk c, whose weights begin at `reached`.
template <typename T>
void sample_chunk(const State<T> &state, size_t c, double reached, Draws draws, OutcomeKeys &keys,
                  Tally &tally) {
  size_t last = c * State<T>::kChunk;
  const size_t end = std::min(last + State<T>::kChunk, state.size());
  for (size_t i = last; i < end && draws.count() > 0; ++i) {
    const double weight = state.weight(i);
    if (weight == 0) continue;
    reached += weight;
    last = i;
    const Draws hits = draws.below(reached);
    if (hits.count() > 0) tally.add(keys.of(i), hits.count());
    draws.next = hits.end;
  }
  // The chunk's sum was rounded in another order.
  if (draws.count() > 0) tally.add(keys.of(last), draws.count());
}

}  // namespace

void check_norm(double total) {
  if (total > 0 && std::isfinite(total)) return;
  throw std::runtime_error("the state lost its norm: a matrix is not unitary");
}

template <typename T>
void sample_state(const State<T> &state, uint64_t shots, Rng &rng, const Control &control,
                  OutcomeKeys &keys, Tally &tally) {
  const std::vector<double> chunks = state.chunk_weights(control);
  if (control.cancelled()) return;
  double total = 0;
  for (const double chunk : chunks) total += chunk;
  check_norm(total);
  const std::vector<double> uniforms = sorted_draws(shots, total, rng);
  Draws draws{uniforms.data(), uniforms.data() + uniforms.size()};
  double reached = 0;
  for (size_t c = 0; c < chunks.size() && draws.count() > 0; ++c) {
    if (control.cancelled()) return;
    const Draws hits = draws.below(reached + chunks[c]);
    if (hits.count() > 0) sample_chunk(state, c, reached, hits, keys, tally);
    draws.next = hits.end;
    reached += chunks[c];
  }
  // Rounding can push the topmost draws onto the total itself.
  if (draws.count() > 0) tally.add(keys.of(last_nonzero(state)), draws.count());
}

template void sample_state(const State<float> &, uint64_t, Rng &, const Control &, OutcomeKeys &,
                           Tally &);
template void sample_state(const State<double> &, uint64_t, Rng &, const Control &, OutcomeKeys &,
                           Tally &);

}  // namespace pentad
