#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <vector>

#include "amplitudes/precision.h"

namespace pentad::fuzz {

/// Numbers from the fuzzer's bytes; zeros when the bytes are used up.
class Input {
 public:
  Input(const uint8_t *data, size_t size) : data_(data), size_(size) {
    is_tame_ = any<uint8_t>() % 4 != 0;
  }

  /// Whether numbers are restricted to valid programs, so that some pass the checks.
  bool is_tame() const { return is_tame_; }

  template <typename T>
  T any() {
    T value{};
    const size_t bytes = std::min(sizeof value, size_);
    if (bytes > 0) std::memcpy(&value, data_, bytes);
    data_ += bytes;
    size_ -= bytes;
    return value;
  }

  uint32_t below(uint32_t limit) { return any<uint16_t>() % limit; }

  /// 0 to 14 or -1; where it is not tame also anything.
  int32_t index() {
    static constexpr int32_t kExtremes[] = {std::numeric_limits<int32_t>::min(),
                                            std::numeric_limits<int32_t>::max(), -2, 64, 1 << 20};
    const auto kind = any<uint8_t>();
    if (is_tame_ || kind < 248) return kind % 16 == 15 ? -1 : kind % 16;
    return kind < 252 ? any<int32_t>() : kExtremes[kind % 5];
  }

  /// A probability of up to a third; where it is not tame also anything.
  double number() {
    static constexpr double kExtremes[] = {1, 1 + 1e-10, -0.0, 5e-324, -1};
    const auto kind = any<uint8_t>();
    if (kind < 120) return 0;
    if (is_tame_ || kind < 240) return kind % 16 / 45.;
    return kind < 244 ? any<double>() : kExtremes[kind % 5];
  }

  std::vector<int32_t> indices(size_t count) {
    std::vector<int32_t> made(count);
    for (int32_t &each : made) each = index();
    return made;
  }

  std::vector<double> numbers(size_t count) {
    std::vector<double> made(count);
    for (double &each : made) each = number();
    return made;
  }

 private:
  const uint8_t *data_;
  size_t size_;
  bool is_tame_;
};

/// Ops whose codes are mostly known ones. In tame programs the other words of an op lie from 0 to
/// below `limits`; where a limit is -n, from -1, which stands for none, to below n.
std::vector<int32_t> ops(Input &input, int32_t codes, std::initializer_list<int32_t> limits);

/// Up to five gates, of the shapes that kernels treat differently or now and then of any numbers:
/// kMatrixNumbers to a gate.
std::vector<double> matrices(Input &input);

/// For each condition its number of terms and the terms, or words that are no conditions.
std::vector<int32_t> conditions(Input &input);

/// How many conditions those words hold.
int32_t count_of(const std::vector<int32_t> &conditions);

Precision precision(Input &input);

}  // namespace pentad::fuzz
