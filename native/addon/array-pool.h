#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/aligned-array.h"

namespace pentad {

/// Arrays that JavaScript has released, reused for the next results: touching pages for the first
/// time can cost more than sampling their content, above all on a virtual machine whose host has
/// reclaimed them. Any thread may take and release arrays.
class ArrayPool {
 public:
  using Array = std::shared_ptr<AlignedArray<uint64_t>>;

  /// The pool of the process. Never destroyed: results may be released while the process ends.
  static ArrayPool &shared() {
    static auto &spares = *new ArrayPool;
    return spares;
  }

  /// An array of at least `words` words, of any content. Throws std::bad_alloc when there is no
  /// memory.
  Array take(size_t words) {
    std::unique_ptr<AlignedArray<uint64_t>> found = fitting(words);
    if (!found) found = std::make_unique<AlignedArray<uint64_t>>(words);
    return {found.release(), [this](AlignedArray<uint64_t> *released) { keep(released); }};
  }

 private:
  /// Maximum words: two pieces of the largest runs. Smaller arrays than kMinWords are cheap to
  /// allocate.
  static constexpr size_t kMaxWords = size_t{1} << 23, kMinWords = size_t{1} << 17;

  /// The first array of at least `words` words and at most about twice as many; null when there is
  /// none.
  std::unique_ptr<AlignedArray<uint64_t>> fitting(size_t words) {
    const std::lock_guard<std::mutex> lock(access_);
    for (auto at = kept_.begin(); at != kept_.end(); ++at) {
      if ((*at)->size() < words || (*at)->size() / 2 > words) continue;
      std::unique_ptr<AlignedArray<uint64_t>> found = std::move(*at);
      words_ -= found->size();
      kept_.erase(at);
      return found;
    }
    return nullptr;
  }

  /// Puts an array into the pool; the oldest ones make room.
  void keep(AlignedArray<uint64_t> *released) {
    std::unique_ptr<AlignedArray<uint64_t>> array(released);
    if (array->size() < kMinWords || array->size() > kMaxWords) return;
    const std::lock_guard<std::mutex> lock(access_);
    words_ += array->size();
    kept_.push_back(std::move(array));
    while (words_ > kMaxWords) {
      words_ -= kept_.front()->size();
      kept_.erase(kept_.begin());
    }
  }

  std::mutex access_;
  std::vector<std::unique_ptr<AlignedArray<uint64_t>>> kept_;
  size_t words_ = 0;
};

}  // namespace pentad
