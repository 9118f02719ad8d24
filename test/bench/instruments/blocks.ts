/** When the event loop was held up, and by what: the kernel says how long this thread ran and how long it waited for a processor. */
import { openSync, readSync } from 'node:fs'
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'

export interface Block {
  /** Beyond what was waited for. */
  readonly ms: number
  /** What this thread computed meanwhile. */
  readonly computed_ms: number
  /** Runnable, while others had the processor. */
  readonly descheduled_ms: number
  /** Of what was computed, collecting garbage. */
  readonly garbage_ms: number
  readonly collections: readonly string[]
}

const EVERY_MS = 1

/** Nanoseconds on a processor and waiting for one, of this thread (Linux, `schedstat`); read without leaving much garbage. */
function createScheduled(): () => readonly [number, number] {
  const file = openSync('/proc/thread-self/schedstat', 'r')
  const bytes = Buffer.alloc(128)
  return () => {
    const length = readSync(file, bytes, 0, bytes.length, 0)
    const [ran = 0, waited = 0] = bytes.toString('latin1', 0, length).split(' ').map(Number)
    return [ran, waited]
  }
}
const scheduled = createScheduled()

/** Watches until it is stopped; answers every block of a millisecond or more. */
export function watchBlocks(): () => Promise<Block[]> {
  const collected: Collection[] = []
  const observer = new PerformanceObserver(list => {
    for (const { startTime, duration, detail } of list.getEntries() as unknown as readonly GarbageEntry[])
      collected.push({
        from: startTime,
        to: startTime + duration,
        kind: KINDS[detail.kind] ?? 'other',
      })
  })
  observer.observe({ entryTypes: ['gc'] })
  const found: (Omit<Block, 'garbage_ms' | 'collections'> & Span)[] = []
  let [ran, waited] = scheduled()
  let from = performance.now()
  const timer = setInterval(() => {
    const to = performance.now()
    const [ran_now, waited_now] = scheduled()
    const ms = to - from - EVERY_MS
    if (ms >= 1)
      found.push({ ms, computed_ms: (ran_now - ran) / 1e6, descheduled_ms: (waited_now - waited) / 1e6, from, to })
    ;[ran, waited, from] = [ran_now, waited_now, to]
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await new Promise(resolve => setTimeout(resolve, 5))
    observer.disconnect()
    return found.map(({ from, to, ...block }) => {
      const within = collected.filter(span => span.from < to && span.to > from)
      return { ...block, garbage_ms: overlap(within, { from, to }), collections: within.map(({ kind }) => kind) }
    })
  }
}

interface Span {
  readonly from: number
  readonly to: number
}

interface Collection extends Span {
  readonly kind: string
}

type GarbageEntry = PerformanceEntry & { readonly detail: { readonly kind: number } }

/** As `perf_hooks` numbers them. */
const KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
}

const overlap = (spans: readonly Span[], { from, to }: Span): number =>
  spans.reduce((sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)), 0)
