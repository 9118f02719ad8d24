/**
 * Drives instruments to safe values under a lease: nobody changes their settings meanwhile, and the next run waits
 * until the drive is done.
 */
import type { Registry } from '../registry/registry'
import { driveSafe, isDriven, type Occasion, type SafeOptions, type SafeOutcome } from './safe-states'

type AutomaticOccasion = Exclude<Occasion, 'button'>

/** Labels of the holder of an instrument that is being driven. */
const HOLDERS: Readonly<Record<AutomaticOccasion, string>> = {
  on_quit: 'the safe state at quitting',
  on_abort: 'the safe state after an abort',
  on_link_lost: 'the safe state after a lost link',
}

export interface DrivesUnderLease {
  /** Drives at once, or after a drive of the same instrument that is under way, which it would preempt. Always resolves. */
  drive(id: string, options: Omit<LeasedDriveOptions, 'registry'>): Promise<SafeOutcome[]>
  /** Whether the instrument is not held, or held by one of these drives. */
  isFree(id: string): boolean
}

type LeasedDriveOptions = Omit<SafeOptions, 'instruments' | 'occasion'> & { readonly occasion: AutomaticOccasion }

export function createDrivesUnderLease(registry: Registry): DrivesUnderLease {
  const underWay = new Map<string, Promise<unknown>>()
  const driveNow = (id: string, options: LeasedDriveOptions): Promise<SafeOutcome[]> => {
    const release = isDriven(id, options) ? hold(registry, id, options.occasion) : () => undefined
    return driveSafe({ ...options, instruments: [id] }).finally(release)
  }
  return {
    isFree: id => registry.leases.holderOf(id) === null || underWay.has(id),
    drive(id, given) {
      const options = { ...given, registry }
      const before = underWay.get(id)
      const done = before ? before.then(() => driveNow(id, options)) : driveNow(id, options)
      underWay.set(id, done)
      return done.finally(() => underWay.get(id) === done && underWay.delete(id))
    },
  }
}

/**
 * Takes the lease where nobody holds it, behind work that waits for it already. Returns the function that gives it
 * back.
 */
function hold({ leases }: Pick<Registry, 'leases'>, id: string, occasion: AutomaticOccasion): () => void {
  if (leases.holderOf(id) !== null) return () => undefined
  const ending = new AbortController()
  const holder = { id: `safe-state:${id}`, label: HOLDERS[occasion], kind: 'operator' as const }
  const lease = leases.acquire([id], holder, { signal: ending.signal })
  return () => {
    // Leaves the queue where it was not granted.
    ending.abort(new Error('it is driven'))
    lease.then(
      granted => granted.release(),
      () => undefined,
    )
  }
}
