import type { BeaconInfo } from '../../../contract/entropy/beacon'
import type { SkipListProof } from '../../../contract/entropy/evidence-files'
import type { PublishedPulse } from '../../../contract/entropy/pulse'
import type { Receipt } from '../../../contract/entropy/receipt'
import { AppError } from '../../../contract/model/errors'
import { skipList } from '../../evidence/beacon/chain'
import { createPublisher, type PublisherOptions } from './publisher'

export interface Beacon {
  info(): BeaconInfo
  /** Throws `not_found` before the first pulse. */
  latest(): PublishedPulse
  /** `chain` null: the last one. Throws `not_found`. */
  pulse(chain: number | null, pulse: number): PublishedPulse
  lastOf(chain: number): PublishedPulse
  /** The first pulse at or after a time, milliseconds since 1970. Throws `not_found`. */
  from(time: number): PublishedPulse
  certificate(id: string): string
  /** From a later pulse of a chain back to an earlier one. Throws `not_found` and `invalid_request`. */
  skipList(range: { readonly chain: number | null; readonly from: number; readonly to: number }): SkipListProof
  /** Newest pulse as named in receipts. */
  named(): Receipt['beacon']
  /** Seconds until the next pulse may be there, at least 1. */
  nextIn(): number
  /** Returns how to stop listening. */
  onPulse(listener: (pulse: PublishedPulse) => void): () => void
  start(): void
  /** A pulse that is on its way is not written any more once the store is closed. */
  stop(): void
}

export interface BeaconOptions extends PublisherOptions {
  /** How long after the start the very first chain begins: its key takes seconds of one core. */
  readonly first_after_ms?: number
  readonly report: (error: unknown) => void
}

const FIRST_AFTER_MS = 60_000

export function createBeacon(options: BeaconOptions): Beacon {
  const { pulses, now, period, report, first_after_ms = FIRST_AFTER_MS } = options
  const publish = createPublisher(options)
  const listeners = new Set<(pulse: PublishedPulse) => void>()
  let [stopped, failures] = [false, 0]
  let timer: NodeJS.Timeout | undefined

  async function tick(): Promise<void> {
    try {
      const published = await publish()
      if (published && !stopped) for (const listener of listeners) listener(published)
      failures = 0
    } catch (error) {
      failures += 1
      if (!stopped) report(error)
    }
    if (!stopped) schedule(0)
  }

  function schedule(least_ms: number): void {
    const wait = Math.max(least_ms, period - (now() % period))
    timer = setTimeout(() => void tick(), wait).unref()
  }

  const chain = () => pulses.chain()?.chain ?? 0
  function need<T>(found: T | null, what: string): T {
    if (found === null) throw new AppError('not_found', `There is no ${what}`)
    return found
  }
  const get = (number: number | null, index: number) =>
    need(pulses.pulse(number ?? chain(), index), `pulse ${index} in chain ${number ?? chain()}`)
  const newest = () => pulses.last(chain())

  return {
    info() {
      const current = pulses.chain()
      const last = newest()
      return {
        format: 'NIST Randomness Beacon 2.0, cipher suite 0',
        period_ms: period,
        chain: current?.chain ?? null,
        chain_reason: current?.reason ?? null,
        last_pulse: last?.pulse.pulseIndex ?? null,
        last_time: last?.pulse.timeStamp ?? null,
        certificate_id: current?.certificate_id ?? null,
        base: current?.base ?? null,
        failing: failures > 0,
        notice: 'Pulses are public: never use them, or what is made of them alone, as a secret.',
      }
    },
    latest: () => need(newest(), 'pulse yet'),
    pulse: get,
    lastOf: number => need(pulses.last(number), `chain ${number} with pulses`),
    from: time => need(pulses.from(time), 'pulse at or after that time'),
    certificate: id => need(pulses.certificate(id), 'certificate of that id'),
    skipList({ chain: number, from, to }) {
      const first = get(number, from)
      if (to > from)
        throw new AppError('invalid_request', 'A skip list leads from a later pulse back to an earlier one', {
          faults: [{ pointer: '#query/to', message: `give at most ${from}` }],
        })
      const { chainIndex } = first.pulse
      const way = skipList(first.pulse, to, index => pulses.pulse(chainIndex, index)?.pulse ?? null)
      return { format: 'pentad-skip-list/1', pulses: way.map(({ pulseIndex }) => get(chainIndex, pulseIndex)) }
    },
    named() {
      const pulse = newest()?.pulse
      return pulse
        ? { chain: String(pulse.chainIndex), index: String(pulse.pulseIndex), output: pulse.outputValue }
        : null
    },
    nextIn: () => Math.max(1, Math.ceil((period - (now() % period)) / 1_000)),
    onPulse(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start: () => schedule(pulses.chain() ? 0 : first_after_ms),
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
