#include "addon/arguments.h"

#include <cmath>
#include <string>

#include "addon/programs.h"

namespace pentad {

Napi::Object only_argument(const Napi::CallbackInfo &info) {
  if (info.Length() != 1 || !info[0].IsObject()) {
    throw Napi::TypeError::New(info.Env(), "one object of arguments is expected");
  }
  return info[0].As<Napi::Object>();
}

uint64_t integer(const Napi::Object &from, const char *name, uint64_t least, uint64_t most) {
  const Napi::Value value = from.Get(name);
  if (!value.IsNumber()) {
    throw Napi::TypeError::New(from.Env(), std::string(name) + " must be a number");
  }
  const double number = value.As<Napi::Number>().DoubleValue();
  if (!(number >= static_cast<double>(least) && number <= static_cast<double>(most)) ||
      number != std::floor(number)) {
    throw Napi::RangeError::New(from.Env(), std::string(name) + " must be an integer from " +
                                                std::to_string(least) + " to " +
                                                std::to_string(most));
  }
  return static_cast<uint64_t>(number);
}

uint64_t seed(const Napi::Object &from) {
  const Napi::Value value = from.Get("seed");
  if (!value.IsBigInt()) throw Napi::TypeError::New(from.Env(), "seed must be a bigint");
  bool lossless = false;
  const uint64_t seed = value.As<Napi::BigInt>().Uint64Value(&lossless);
  if (!lossless) throw Napi::RangeError::New(from.Env(), "seed must be an unsigned 64-bit integer");
  return seed;
}

void need_length(const Napi::Object &from, const char *name, uint64_t length, uint64_t expected) {
  if (length == expected) return;
  throw Napi::RangeError::New(from.Env(), std::string(name) + " has " + std::to_string(length) +
                                              " entries instead of " + std::to_string(expected));
}

std::vector<int32_t> read_ops(const Napi::Object &from, size_t words) {
  auto ops = numbers<int32_t>(from, "ops", napi_int32_array);
  need_length(from, "ops", ops.size(), ops.size() / words * words);
  return ops;
}

std::vector<double> read_rates(const Napi::Object &from, size_t ops) {
  auto rates = numbers<double>(from, "rates", napi_float64_array);
  need_length(from, "rates", rates.size(), ops * kRates);
  return rates;
}

std::vector<double> read_matrices(const Napi::Object &from) {
  auto entries = numbers<double>(from, "matrices", napi_float64_array);
  need_length(from, "matrices", entries.size(), entries.size() / kMatrixNumbers * kMatrixNumbers);
  return entries;
}

Precision read_precision(const Napi::Object &from) {
  return integer(from, "precision", 32, 64) == 32 ? Precision::kSingle : Precision::kDouble;
}

unsigned read_threads(const Napi::Object &from) {
  return static_cast<unsigned>(integer(from, "threads", 1, kMaxThreads));
}

}  // namespace pentad
