#include "decoding/belief-tree.h"

#include <algorithm>
#include <cmath>

namespace pentad {
namespace {

/// Maximum nodes (some megabytes), beyond which all are discarded.
constexpr size_t kMaxNodes = size_t{1} << 15;

BeliefMatrix by_column(const double *rows) {
  BeliefMatrix matrix;
  for (size_t to = 0; to < 16; ++to)
    for (size_t from = 0; from < 16; ++from) matrix[from * 16 + to] = rows[to * 16 + from];
  return matrix;
}

/// Matrix times belief, scaled to at most 1. If all entries are 0, the result is certainty of no
/// error.
Belief applied(const BeliefMatrix &matrix, const Belief &belief) {
  Belief sums{};
  for (size_t from = 0; from < 16; ++from)
    for (size_t to = 0; to < 16; ++to) sums[to] += matrix[from * 16 + to] * belief[from];
  double top = 0;
  for (double sum : sums) top = std::max(top, std::abs(sum));
  if (top == 0) {
    sums[0] = 1;
  } else {
    for (double &sum : sums) sum /= top;
  }
  return sums;
}

/// a after b, scaled to at most 1.
BeliefMatrix multiplied(const BeliefMatrix &a, const BeliefMatrix &b) {
  BeliefMatrix product{};
  for (size_t from = 0; from < 16; ++from)
    for (size_t by = 0; by < 16; ++by)
      for (size_t to = 0; to < 16; ++to)
        product[from * 16 + to] += a[by * 16 + to] * b[from * 16 + by];
  double top = 0;
  for (double value : product) top = std::max(top, std::abs(value));
  if (top != 0)
    for (double &value : product) value /= top;
  return product;
}

/// One key for a node (below 2^32), a number of rounds (below 2^16) and a symbol (below 2^12).
uint64_t edge(uint32_t node, uint32_t n, uint32_t symbol) {
  return ((uint64_t{node} + 1) << 28) | (uint64_t{n} << 12) | symbol;
}

}  // namespace

BeliefMatrices::BeliefMatrices(const FlagMapTables &tables_, uint32_t rounds) : tables(tables_) {
  const BeliefMatrix once = by_column(tables.quiet.data());
  quiet_.reserve(rounds);
  for (uint32_t n = 1; n <= rounds; ++n)
    quiet_.push_back(n == 1 ? once : multiplied(once, quiet_.back()));
  for (size_t at = 0; at < tables.steps.size(); at += 256)
    steps_.push_back(by_column(&tables.steps[at]));
}

Belief BeliefMatrices::after_quiet_rounds(const Belief &belief, uint32_t n) const {
  return n == 0 ? belief : applied(quiet_[n - 1], belief);
}

Belief BeliefMatrices::after_round(const Belief &belief, uint32_t symbol) const {
  return applied(steps_[symbol], belief);
}

void BeliefIndex::clear() {
  entries_.assign(size_t{1} << 10, {0, 0});
  used_ = 0;
}

uint32_t &BeliefIndex::at(uint64_t key, bool *found) {
  if (2 * (used_ + 1) > entries_.size()) grow();
  const size_t mask = entries_.size() - 1;
  size_t position = (key * 0x9e3779b97f4a7c15) >> 32 & mask;
  while (entries_[position].key != 0 && entries_[position].key != key)
    position = (position + 1) & mask;
  Entry &entry = entries_[position];
  *found = entry.key == key;
  if (!*found) {
    entry.key = key;
    ++used_;
  }
  return entry.value;
}

void BeliefIndex::grow() {
  std::vector<Entry> old(2 * entries_.size(), Entry{0, 0});
  old.swap(entries_);
  used_ = 0;
  bool found;
  for (const Entry &entry : old)
    if (entry.key != 0) at(entry.key, &found) = entry.value;
}

BeliefTree::BeliefTree(const BeliefMatrices &matrices) : matrices_(matrices) {
  forget();
}

void BeliefTree::evict_if_large() {
  if (nodes_.size() > kMaxNodes) forget();
}

void BeliefTree::forget() {
  next_.clear();
  read_.clear();
  nodes_.resize(16);
  for (size_t flags = 0; flags < 16; ++flags) {
    const auto start = matrices_.tables.start.begin() + static_cast<ptrdiff_t>(flags * 16);
    std::copy(start, start + 16, nodes_[flags].belief.begin());
    nodes_[flags].turned = false;
  }
}

uint32_t BeliefTree::after(uint32_t node, uint32_t n, uint32_t symbol) {
  bool found;
  uint32_t &next = next_.at(edge(node, n, symbol), &found);
  if (found) return next;
  next = static_cast<uint32_t>(nodes_.size());
  const Belief belief =
      matrices_.after_round(matrices_.after_quiet_rounds(nodes_[node].belief, n), symbol);
  const bool turns = matrices_.tables.turning >> (symbol & 15) & 1;
  nodes_.push_back({belief, nodes_[node].turned != turns});
  return next;
}

bool BeliefTree::wrong(uint32_t node, uint32_t n, uint32_t symbol) {
  bool found;
  uint32_t &known = read_.at(edge(node, n, symbol), &found);
  if (!found) known = read(nodes_[node], n, symbol);
  return known != 0;
}

bool BeliefTree::read(const Node &node, uint32_t n, uint32_t symbol) const {
  const Belief belief = matrices_.after_quiet_rounds(node.belief, n);
  const double *row = &matrices_.tables.rows[symbol * 16];
  double sum = 0;
  for (size_t i = 0; i < 16; ++i) sum += row[i] * belief[i];
  return (matrices_.tables.base[symbol] != 0) != (node.turned != (sum < 0));
}

}  // namespace pentad
