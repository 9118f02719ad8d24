import { setTimeout as delay } from 'node:timers/promises'
import type { SampleExportQuery } from '../../../contract/entropy/source'
import { AppError } from '../../../contract/model/errors'
import type { Caller } from '../../../contract/service/account'
import { createYielder } from '../../../worker/yielder'
import { createConditioner } from '../../generation/conditioning/conditioner'
import { healthCutoffs } from '../../generation/health/cutoffs'
import { createSampleIntake, type SampleIntake } from '../../generation/pool/sample-intake'
import type { SampleFeed } from '../feeds/sample-feed'
import type { Sources } from '../sources/sources'
import type { EntropySupplySource, SourceRecord } from '../sources/supply-source'
import type { EntropyAudit } from './audit-log'

/**
 * Exports of samples for test suites elsewhere. An export has a feed and health tests of its own, so that no exported sample is
 * ever served.
 */
export interface SampleExports {
  /**
   * `raw`: samples of windows that passed, one to a byte; `conditioned`: bytes conditioned from such samples. Throws `source_empty`
   * where the source gives none, or failed for good; rejects with the reason of the signal.
   */
  take(id: string, asked: SampleExportQuery, who: Exporter): Promise<Uint8Array>
  close(): void
}

interface Exporter {
  readonly caller: Caller
  readonly signal: AbortSignal
}

interface ExportOptions {
  readonly sources: Pick<Sources, 'get'>
  readonly audit: Pick<EntropyAudit, 'add'>
}

/** About two milliseconds of reading and testing, so that the event loop stays free. */
const READ_SAMPLES = 2_048
/** A feed that has not been read for this time is closed. */
const IDLE_MS = 60_000

interface OpenExport {
  readonly feed: SampleFeed
  readonly intake: SampleIntake
  /** The bytes to export from usable samples, which it zeroes. */
  readonly made: (usable: Uint8Array) => Uint8Array
  /** Bytes made for the piece before and not exported yet. */
  rest: Uint8Array
  /** Faults injected into the twin. */
  faults: SourceRecord['faults'] | null
  timer: NodeJS.Timeout | null
}

export function createSampleExports({ sources, audit }: ExportOptions): SampleExports {
  const opened = new Map<string, OpenExport>()
  const busy = new Set<string>()

  function begin(source: EntropySupplySource, form: SampleExportQuery['form'], caller: Caller): OpenExport {
    const { bits, claimed } = source
    const { entropy } = source.status()
    if (form === 'conditioned' && entropy === null)
      throw empty(
        source,
        'not_assessed',
        'its samples are not assessed yet; ask for its quality, and again in a moment',
      )
    const conditioner = form === 'raw' ? null : createConditioner({ bits, entropy: entropy! * bits })
    audit.add(caller, { action: 'export', subject: source.id, change: { form } })
    return {
      feed: source.open(),
      intake: createSampleIntake(healthCutoffs(2 ** bits, claimed)),
      made: usable => (conditioner ? conditioner.condition(usable) : Uint8Array.from(usable)),
      rest: new Uint8Array(0),
      faults: null,
      timer: null,
    }
  }

  function end(key: string): void {
    const open = opened.get(key)
    opened.delete(key)
    if (!open) return
    if (open.timer) clearTimeout(open.timer)
    open.rest.fill(0)
    open.intake.reset()
    open.feed.close()
  }

  return {
    async take(id, asked, { caller, signal }) {
      const source = sources.get(id)
      const key = `${asked.form} ${source.id}`
      if (busy.has(key))
        throw new AppError(
          'conflict',
          `${source.id} is being exported by somebody else: export again once that has ended`,
          { details: { source: source.id } },
        )
      busy.add(key)
      try {
        const open = opened.get(key) ?? begin(source, asked.form, caller)
        opened.set(key, open)
        if (open.timer) clearTimeout(open.timer)
        const given = await fill(source, open, { asked, audit, signal })
        open.timer = setTimeout(() => end(key), IDLE_MS).unref()
        return given
      } catch (error) {
        end(key)
        throw error
      } finally {
        busy.delete(key)
      }
    },
    close() {
      for (const key of [...opened.keys()]) end(key)
    },
  }
}

interface AuditedExport {
  readonly asked: SampleExportQuery
  readonly audit: Pick<EntropyAudit, 'add'>
  readonly signal: AbortSignal
}

/** As many bytes as are asked for; what is made beyond them is the beginning of the next piece. */
async function fill(
  source: EntropySupplySource,
  open: OpenExport,
  { asked: { bytes, form }, audit, signal }: AuditedExport,
): Promise<Uint8Array> {
  const given = new Uint8Array(bytes)
  const yielder = createYielder({ signal })
  let held = 0
  const give = (made: Uint8Array) => {
    const fitting = made.subarray(0, given.length - held)
    given.set(fitting, held)
    held += fitting.length
    open.rest = made.slice(fitting.length)
    made.fill(0)
  }
  give(open.rest)
  playFaults(source, open)
  while (held < given.length) {
    signal.throwIfAborted()
    const { usable, outcomes } = open.intake.add(await read(source, open.feed))
    for (const { from, to, alarms } of outcomes.filter(({ passed }) => !passed))
      audit.add(null, { action: 'export_skipped', subject: source.id, change: { form, from, to, alarms } })
    give(open.made(usable))
    usable.fill(0)
    if (open.intake.monitor.state === 'latched')
      throw empty(source, 'latched', 'the health tests of its export failed for good')
    if (open.feed.pause_ms > 1) await delay(open.feed.pause_ms)
    else if (yielder.isDue()) await yielder.yieldNow(held / given.length)
  }
  return given
}

/** The twin of the export gets the faults that are set for the source. */
function playFaults(source: EntropySupplySource, open: OpenExport): void {
  const { faults } = source.record()
  if (open.faults === faults) return
  open.faults = faults
  open.feed.setFaults?.(faults)
}

const empty = (source: EntropySupplySource, reason: string, why: string): AppError =>
  new AppError('source_empty', `${source.id} cannot be exported: ${why}`, { details: { source: source.id, reason } })

async function read(source: EntropySupplySource, feed: SampleFeed): Promise<Uint8Array> {
  try {
    return await feed.read(READ_SAMPLES)
  } catch (error) {
    throw empty(source, 'unreadable', error instanceof Error ? error.message : String(error))
  }
}
