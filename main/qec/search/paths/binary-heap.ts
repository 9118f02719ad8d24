/** An entry of a binary min-heap by `least`; of equals the entry that was added last comes first. */
interface HeapEntry<T> {
  readonly item: T
  readonly least: number
  readonly added: number
}

const before = (a: HeapEntry<unknown>, b: HeapEntry<unknown>): boolean =>
  a.least < b.least || (a.least === b.least && a.added > b.added)

export class MinHeap<T extends { readonly least: number }> {
  /** Heap order: entry i comes before entries 2i + 1 and 2i + 2. */
  private readonly heap: HeapEntry<T>[] = []
  private added = 0

  /** The least item; undefined when the heap is empty. */
  first(): T | undefined {
    return this.heap[0]?.item
  }

  add(item: T): void {
    const { heap } = this
    const one = { item, least: item.least, added: this.added++ }
    let at = heap.length
    for (let above = (at - 1) >> 1; at > 0 && before(one, heap[above]!); above = (at - 1) >> 1) {
      heap[at] = heap[above]!
      at = above
    }
    heap[at] = one
  }

  /** Removes the least item. */
  drop(): void {
    const { heap } = this
    const one = heap.pop()
    if (!one || heap.length === 0) return
    let at = 0
    for (
      let below = this.sooner(1);
      below < heap.length && before(heap[below]!, one);
      below = this.sooner(2 * at + 1)
    ) {
      heap[at] = heap[below]!
      at = below
    }
    heap[at] = one
  }

  /** The index of the sibling that comes first, of those at `at` and at `at` + 1. */
  private sooner(at: number): number {
    const { heap } = this
    return at + 1 < heap.length && before(heap[at + 1]!, heap[at]!) ? at + 1 : at
  }
}
