/** Instruments other than the sequencer during a run: checked, held at their settings, with bytes and errors counted. */
import type { MachineProgress } from '../contract/instruments/lab'
import { isoTime } from '../contract/model/iso-time'
import type { Instrument } from '../instruments/drivers/instrument'
import type { Cause } from '../instruments/model/request'
import type { Holder } from './order-of-arrival'
import type { Watched } from './provenance'

/** Bytes that pass to or from an instrument, with the work that caused them. */
export interface Traffic {
  readonly instrument: string
  readonly byte_count: number
  readonly cause: { readonly work: string | null } | null
}

interface HeldParts {
  readonly holder: Holder
  readonly instruments: readonly Pick<Instrument, 'id' | 'connection'>[]
  readonly onTraffic: (listener: (passed: Traffic) => void) => () => void
  readonly onProgress: (progress: MachineProgress) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

interface HeldInstruments {
  phase(id: string, phase: 'checking' | 'held', errors?: readonly string[]): void
  /** Announces that all of them are done. */
  end(): void
}

/** Bytes are announced no more often than this. */
const BYTES_EVERY_MS = 500

export function reportHeldInstruments({ holder, instruments, onTraffic, onProgress, now }: HeldParts): HeldInstruments {
  const known = new Map(
    instruments.map(({ id, connection: { simulated } }) => [
      id,
      {
        simulated,
        phase: 'checking' as MachineProgress['phase'],
        bytes: 0,
        errors: [] as readonly string[],
        announced_ms: 0,
      },
    ]),
  )
  const announce = (id: string) => {
    const { simulated, phase, bytes, errors } = known.get(id)!
    known.get(id)!.announced_ms = now()
    onProgress({
      work: holder.id,
      kind: holder.kind,
      instrument_id: id,
      simulated,
      phase,
      batch: null,
      batches: null,
      bytes,
      errors: [...errors],
      at: isoTime(now()),
    })
  }
  const stop = onTraffic(({ instrument, byte_count, cause }) => {
    const one = known.get(instrument)
    if (!one || cause?.work !== holder.id) return
    one.bytes += byte_count
    if (now() - one.announced_ms >= BYTES_EVERY_MS) announce(instrument)
  })
  return {
    phase(id, phase, errors = []) {
      Object.assign(known.get(id)!, { phase, errors })
      announce(id)
    },
    end() {
      stop()
      for (const [id, one] of known) {
        one.phase = 'done'
        announce(id)
      }
    },
  }
}

/** The instruments with their settings and the entries of their error queues; without a cause nothing is read. */
export function watchInstruments(
  instruments: readonly Pick<Watched, 'instrument' | 'label' | 'role'>[],
  held: Pick<HeldInstruments, 'phase'>,
  cause: Cause | null,
): Promise<Watched[]> {
  return Promise.all(
    instruments.map(async ({ instrument, label, role }): Promise<Watched> => {
      held.phase(instrument.id, 'checking')
      const start = cause && (await instrument.snapshot({ cause }))
      const errors_start = cause ? await instrument.errors({ cause }) : []
      held.phase(instrument.id, 'held', errors_start)
      return { instrument, label, role, leased: true, start, errors_start }
    }),
  )
}
