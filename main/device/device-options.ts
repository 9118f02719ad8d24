/** The parts that the composition of the service passes to devices, and the options of a lease. */
import type { MachineProgress } from '../contract/instruments/lab'
import type { Registry } from '../instruments/registry/registry'
import type { LimitedOutput } from '../instruments/safety/output-limits'
import type { Breach } from '../instruments/safety/preconditions'
import type { Logger } from '../log/log'
import type { SequencerAddress } from '../sequencer/host/sequencer'
import type { SequencerProfile } from '../sequencer/profile/profile'
import type { Traffic } from './held-instruments'
import type { Holder } from './order-of-arrival'
import type { Provenance } from './provenance'

/** A sequencer as the lab profile names it, by its id in the registry. */
export interface ConfiguredSequencer extends SequencerAddress {
  readonly id: string
  readonly label: string
  /** Live backends that the sequencer serves. */
  readonly backend_ids: readonly string[]
  readonly profile: SequencerProfile
  /** Whether a twin stands behind it. */
  readonly simulated: boolean
  /** How qubits of a twin decay while they wait; null where a real chip does. */
  readonly decay: 'exact' | 'twirled' | null
  /** Instruments that records name, with their settings before and after the work. */
  readonly instruments: readonly {
    readonly id: string
    readonly label: string
    readonly role: string
    /** Outputs that the lab keeps within limits; work does not begin while one is beyond them. */
    readonly outputs?: readonly LimitedOutput[]
  }[]
}

/** Limits on readings, before a lease begins its work and while it goes on. */
interface Guards {
  /** Limits that are currently breached. */
  check(): Promise<readonly Breach[]>
  /**
   * Watches the limits for one run or job and calls `onBreach` with a limit that has been breached for too long; returns a function
   * that ends the watch.
   */
  watch(onBreach: (breach: Breach) => void, work: string): () => void
}

export interface DeviceParts {
  readonly registry: Registry
  /** As the lab is now: read for each lease. */
  readonly sequencers: readonly ConfiguredSequencer[]
  readonly guards?: Guards
  readonly log: Pick<Logger, 'error'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Called as leases and queues change. */
  readonly onLease?: (sequencer: string, lease: DeviceQueue) => void
  readonly onProgress?: (progress: MachineProgress) => void
  /** Reports bytes to and from instruments; left out: they are not counted. */
  readonly onTraffic?: (listener: (passed: Traffic) => void) => () => void
  /** Called with a sentence about what a run or job did to the instruments, for the experiment log. */
  readonly onEvent?: (holder: Holder, sequencer: string, text: string) => void
  /**
   * Called with work before it sets anything, and with work that the previous process left unfinished. Its instruments must still
   * be driven unless `onBrokenOff` or `onDriveCleared` follows.
   */
  readonly onDrivePending?: (work: string, instruments: readonly string[]) => void
  /**
   * Resolves once the drives to safe values that the previous process left unfinished are done for these instruments; they are not
   * leased before.
   */
  readonly whenPendingDriven?: (instruments: readonly string[]) => Promise<void>
  /** Called with work that leaves its instruments as they are. */
  readonly onDriveCleared?: (work: string) => void
  /** Called with work that broke off after it has released its leases, and with those of its instruments that no other work holds. */
  readonly onBrokenOff?: (work: string, instruments: readonly string[]) => void
}

export interface DeviceQueue {
  readonly holder: Holder | null
  /** In the order in which they will be served. */
  readonly waiting: readonly Holder[]
}

export interface LeaseOptions {
  /** Leaves the queue, or ends the work. */
  readonly signal?: AbortSignal | undefined
  /** Position in the queue whenever it changes: 1 is next, 0 holds the device. */
  readonly onPosition?: ((position: number) => void) | undefined
  /**
   * Called when the work has the device but waits for instruments that others hold, with these holders in words; with null once it
   * has all instruments.
   */
  readonly onHeld?: ((by: string | null) => void) | undefined
  readonly onProgress?: ((progress: MachineProgress) => void) | undefined
  /**
   * Awaited once the work has the device and every precondition is met, before anything is set or measured: from then on the work is
   * never started over, and a restart needs to know which instruments it held. If it rejects, nothing is set or measured.
   */
  readonly onGranted?: ((known: Provenance) => Promise<void>) | undefined
  /** Reads all settings before and after; left out for short work. */
  readonly snapshots?: boolean | undefined
}
