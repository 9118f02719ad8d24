import { InstrumentError } from '../model/fault'

/** Holder of an instrument for all of its work: a run, a job, an operator's session. */
export interface LeaseHolder {
  readonly id: string
  readonly label: string
  /** Left out: a run. */
  readonly kind?: 'run' | 'job' | 'entropy' | 'operator'
  /** Works that hold it together under this id, the oldest first. Left out: the holder is the one work. */
  readonly works?: readonly LeaseHolder[]
}

/** Each run, job or operator that holds it by this lease. */
export const worksOf = (holder: LeaseHolder): readonly LeaseHolder[] => holder.works ?? [holder]

interface Lease {
  readonly instruments: readonly string[]
  readonly holder: LeaseHolder
  /** Idempotent. */
  release(): void
}

export interface Leases {
  /**
   * Leases all of these together, in order of arrival at each instrument; none is held while another is waited for.
   * `onRevoked` is called when the safe state takes one away. Rejects when `signal` aborts.
   */
  acquire(instruments: readonly string[], holder: LeaseHolder, options?: AcquireOptions): Promise<Lease>
  holderOf(instrument: string): LeaseHolder | null
  /** Holders that wait for the instrument, in order. */
  waiting(instrument: string): LeaseHolder[]
  /** Takes the instrument from its holder; waiting work keeps waiting. */
  revoke(instrument: string, reason: string): void
  /** Throws `lease_missing` if somebody else holds it. */
  check(instrument: string, holderId: string | null): void
  /** To be called when other works than before hold an instrument together. */
  worksChanged(instrument: string): void
}

interface AcquireOptions {
  readonly signal?: AbortSignal
  readonly onRevoked?: (reason: string) => void
}

interface Entry {
  readonly instruments: readonly string[]
  readonly holder: LeaseHolder
  readonly onRevoked: (reason: string) => void
  grant(lease: Lease): void
}

/** The queue is not `worker/round-robin`: an entry waits for several instruments at once, so several may be served at a time. */
export function createLeases(onChange: (instrument: string) => void = () => {}): Leases {
  const held = new Map<string, Entry>()
  let queue: Entry[] = []
  const changed = (instruments: readonly string[]) => {
    for (const instrument of instruments) onChange(instrument)
  }

  /** Grants entries in order; one that still waits keeps its instruments from all entries behind it. */
  const grantWhatIsFree = () => {
    const claimed = new Set<string>()
    for (const entry of [...queue]) {
      const isFree = entry.instruments.every(instrument => !held.has(instrument) && !claimed.has(instrument))
      if (isFree) {
        queue = queue.filter(other => other !== entry)
        for (const instrument of entry.instruments) held.set(instrument, entry)
        changed(entry.instruments)
        entry.grant({ instruments: entry.instruments, holder: entry.holder, release: () => release(entry) })
      } else for (const instrument of entry.instruments) claimed.add(instrument)
    }
  }
  const release = (entry: Entry) => {
    const own = entry.instruments.filter(instrument => held.get(instrument) === entry)
    if (own.length === 0) return
    for (const instrument of own) held.delete(instrument)
    changed(own)
    grantWhatIsFree()
  }

  return {
    acquire: (instruments, holder, { signal, onRevoked = () => {} } = {}) =>
      new Promise((resolve, reject) => {
        const entry: Entry = { instruments: [...new Set(instruments)], holder, onRevoked, grant }
        const leave = () => {
          queue = queue.filter(other => other !== entry)
          changed(entry.instruments)
          grantWhatIsFree()
          reject(signal?.reason)
        }
        function grant(lease: Lease) {
          signal?.removeEventListener('abort', leave)
          resolve(lease)
        }
        if (signal?.aborted) return reject(signal.reason)
        signal?.addEventListener('abort', leave, { once: true })
        queue.push(entry)
        changed(entry.instruments)
        grantWhatIsFree()
      }),
    holderOf: instrument => held.get(instrument)?.holder ?? null,
    waiting: instrument =>
      queue.filter(({ instruments }) => instruments.includes(instrument)).map(({ holder }) => holder),
    revoke(instrument, reason) {
      const entry = held.get(instrument)
      if (!entry) return
      release(entry)
      entry.onRevoked(reason)
    },
    check(instrument, holderId) {
      const holder = held.get(instrument)?.holder
      if (holder && holder.id !== holderId)
        throw new InstrumentError('lease_missing', `${holder.label} holds it`, instrument)
    },
    worksChanged: onChange,
  }
}
