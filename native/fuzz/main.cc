/// Runs the fuzz targets: under libFuzzer, or with a main function of its own and seeded random
/// buffers. `native/fuzz.mjs` builds and starts either.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "base/random.h"
#include "fuzz/targets.h"

namespace {

using pentad::fuzz::kTargets;

struct Tally {
  uint64_t accepted, refused;
};

std::array<Tally, kTargets.size()> tallies{};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  pentad::fuzz::Input input(data, size);
  const uint32_t which = input.below(kTargets.size());
  try {
    kTargets[which].run(input);
    ++tallies[which].accepted;
  } catch (const std::logic_error &) {
    ++tallies[which].refused;
  } catch (const std::runtime_error &) {
    ++tallies[which].refused;
  }
  return 0;
}

#ifndef PENTAD_LIBFUZZER

extern "C" void __sanitizer_set_death_callback(void (*callback)());

namespace {

uint64_t seed = 1, number = 0;

void print_seed() {
  std::fprintf(stderr,
               "Found with seed %llu in buffer %llu; to repeat: node native/fuzz.mjs 0 %llu %llu\n",
               static_cast<unsigned long long>(seed), static_cast<unsigned long long>(number),
               static_cast<unsigned long long>(seed), static_cast<unsigned long long>(number));
}

/// Buffer `number` of a seed; it does not depend on those before.
void fuzz_buffer() {
  pentad::Rng rng(seed, number);
  std::vector<uint8_t> buffer(rng.next() % 4096);
  for (uint8_t &byte : buffer) byte = static_cast<uint8_t>(rng.next() >> 32);
  LLVMFuzzerTestOneInput(buffer.data(), buffer.size());
}

}  // namespace

/// programs_fuzz SECONDS SEED [NUMBER]: buffers from 0 on for so long, or one buffer alone.
int main(int count, char **arguments) {
  const double seconds = count > 1 ? std::atof(arguments[1]) : 10;
  seed = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
  __sanitizer_set_death_callback(print_seed);
  if (count > 3) {
    number = std::strtoull(arguments[3], nullptr, 10);
    fuzz_buffer();
    return 0;
  }
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  for (; std::chrono::duration<double>(Clock::now() - start).count() < seconds; ++number) {
    fuzz_buffer();
  }
  for (size_t i = 0; i < kTargets.size(); ++i) {
    std::printf("%s: %llu programs run, %llu refused\n", kTargets[i].name,
                static_cast<unsigned long long>(tallies[i].accepted),
                static_cast<unsigned long long>(tallies[i].refused));
  }
  return 0;
}

#endif
