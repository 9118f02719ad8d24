import type { SampleFeed } from '../feeds/sample-feed'
import type { SourceAssessment } from './assessment-tasks'
import type { Assessor } from './assessor'
import { restartMatrix } from './restart-matrix'
import { collectSamples, type SampleCollection } from './sample-collection'

/** When a source is assessed: with few samples at its start, with a million soon after, then each day. */
export interface AssessmentCycle {
  /** Whether it wants samples now. */
  readonly wanted: boolean
  /** Takes the samples that it needs and returns the rest. */
  add(samples: Uint8Array): Uint8Array
  /** Begins anew: zeroes the samples collected so far, and ignores the result of an assessment that is under way. */
  begin(): void
  /** As `begin`, but takes no samples until `begin` is called. */
  drop(): void
  close(): void
}

interface CycleOptions {
  /** Bits of one sample, 1 to 8. */
  readonly bits: number
  /** Bits a sample. */
  readonly claimed: () => number
  readonly feed: () => SampleFeed
  readonly assessor: Assessor
  /** Called when it begins to want samples. */
  readonly wake: () => void
  /** Called with each assessment; returns whether to assess again. */
  readonly adopt: (found: SourceAssessment) => boolean
  /** Milliseconds from the first assessment to the full one; null: never. */
  readonly full_after_ms: number | null
  readonly report: (error: unknown) => void
}

const [PROVISIONAL, FULL, DAY_MS] = [100_000, 1_000_000, 86_400_000]
/** Milliseconds to wait after an assessment that could not be carried out. */
const AGAIN_MS = 60_000

export function assessmentCycle(options: CycleOptions): AssessmentCycle {
  const { bits, claimed, feed, assessor, wake, adopt, full_after_ms, report } = options
  let collection: SampleCollection | null = null
  let [closed, assessing, beginnings] = [false, false, 0]
  /** It began anew while earlier samples were being assessed. */
  let waiting = false
  let timer: NodeJS.Timeout | null = null

  function collect(count: number): void {
    if (assessing || collection?.wanted) return
    collection = collectSamples(count, samples => void assess(samples))
    wake()
  }

  function schedule(ms: number | null, samples = FULL): void {
    if (timer) clearTimeout(timer)
    timer = ms === null || closed ? null : setTimeout(() => collect(samples), ms).unref()
  }

  async function assess(samples: Uint8Array): Promise<void> {
    assessing = true
    const [count, beginning] = [samples.length, beginnings]
    const isOutdated = () => closed || beginning !== beginnings
    try {
      const found = await assessed(samples, isOutdated)
      if (!isOutdated() && adopt(found)) schedule(count >= FULL ? DAY_MS : full_after_ms)
    } catch (error) {
      if (!isOutdated()) {
        report(error)
        schedule(AGAIN_MS, count)
      }
    } finally {
      assessing = false
      if (waiting && !closed) collect(PROVISIONAL)
      waiting = false
    }
  }

  async function assessed(samples: Uint8Array, given_up: () => boolean): Promise<SourceAssessment> {
    const full = samples.length >= FULL
    const { afterRestart } = feed()
    const restarts = full ? await restartMatrix({ afterRestart, given_up, report }) : null
    return assessor({ samples, bits, claimed: claimed(), full, restarts })
  }

  function drop(): void {
    beginnings += 1
    collection?.clear()
    collection = null
    waiting = false
    schedule(null)
  }

  return {
    get wanted() {
      return collection?.wanted ?? false
    },
    add: samples => (collection?.wanted ? collection.add(samples) : samples),
    begin() {
      drop()
      waiting = assessing
      collect(PROVISIONAL)
    },
    drop,
    close() {
      closed = true
      drop()
    },
  }
}
