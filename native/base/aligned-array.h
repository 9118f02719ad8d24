#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace pentad {

/// Numbers at 64-byte boundaries, all zero at first. Zero pages come from the system untouched, so
/// that 16 GiB of them cost nothing until used; on Linux in huge pages where it has them, which
/// spares the page table walks of strided sweeps. Large arrays begin at the boundary of a huge
/// page, as memory outside of huge pages comes in small pages at several times the cost.
template <typename T>
class AlignedArray {
 public:
  /// Throws std::bad_alloc when there is no memory.
  explicit AlignedArray(size_t count) : size_(count) {
    const size_t boundary = count * sizeof(T) < kHugePage ? kLine : kHugePage;
    // Leaves room for the last huge page, too.
    bytes_ = count * sizeof(T) + 2 * boundary;
#ifdef __linux__
    void *start = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    madvise(start, bytes_, MADV_HUGEPAGE);
#endif
#else
    void *start = std::calloc(bytes_, 1);
    if (start == nullptr) throw std::bad_alloc();
#endif
    held_ = std::unique_ptr<void, Free>(start, Free{bytes_});
    const auto address = reinterpret_cast<uintptr_t>(start);
    data_ = reinterpret_cast<T *>((address + boundary - 1) / boundary * boundary);
  }

  T *data() const {
    return data_;
  }
  size_t size() const {
    return size_;
  }
  T &operator[](size_t i) const {
    return data_[i];
  }

 private:
  static constexpr size_t kLine = 64, kHugePage = size_t{1} << 21;
  struct Free {
    size_t bytes;
    void operator()(void *start) const {
#ifdef __linux__
      munmap(start, bytes);
#else
      (void)bytes;
      std::free(start);
#endif
    }
  };

  size_t size_, bytes_;
  std::unique_ptr<void, Free> held_{nullptr, Free{0}};
  T *data_ = nullptr;
};

}  // namespace pentad
