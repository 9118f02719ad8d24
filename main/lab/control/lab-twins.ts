/** The twins that stand behind addresses of the kind `twin`. */
import type { TwinFaultScript } from '../../contract/instruments/twin-faults'
import type { DriverFile } from '../../instruments/drivers/schema'
import type { BytePeer } from '../../instruments/transport/twin'
import type { SequencerProfile } from '../../sequencer/profile/profile'
import type { Member } from '../profile/lab-file'

type TwinDecay = Extract<Member, { limits: unknown }>['decay']

/** A twin as the host of twins gets it. */
interface LabTwin {
  readonly name: string
  readonly driver: string
  readonly serial_number: string | null
  readonly options?: Readonly<Record<string, number>>
  /** Set for a sequencer. */
  readonly rack?: {
    readonly slot: number
    readonly sequencer: number
    readonly limits: SequencerProfile
    readonly decay: TwinDecay
  }
}

export type WireFault = TwinFaultScript['script'][number]['fault']

/** A fault as a line takes it, with fields that may be left out. */
export type TwinLineFault =
  | Exclude<WireFault, { kind: 'unplug' }>
  | {
      readonly kind: 'unplug'
      readonly bytes: number
      readonly returns_after_ms?: number | null
      readonly serial_number?: string
    }

interface LineFaultScript {
  readonly seed: number
  readonly faults: readonly { readonly reply: number; readonly fault: TwinLineFault }[]
}

/** The host of twins, as far as the lab needs it. */
export interface LabTwins {
  /** Null while it is unplugged. */
  openPeer(name: string): Promise<BytePeer | null>
  add(twin: LabTwin): void
  remove(name: string): void
  /** Resolves once they are in effect. */
  setFaults(name: string, script: LineFaultScript): Promise<void>
  /** Faults still to come. */
  faultsLeft(name: string): Promise<LineFaultScript>
  isPluggedIn(name: string): boolean
}

/** The twin of an instrument; null where a real one is meant. */
export function twinOf(member: Member, drivers: ReadonlyMap<string, DriverFile>): LabTwin | null {
  const { address, driver, serial_number } = member
  if (address.kind !== 'twin') return null
  const options = { ...drivers.get(driver)?.options, ...member.options }
  const twin = { name: address.name, driver, serial_number, options }
  if (!('limits' in member)) return twin
  const { slot = 1, sequencer = 0 } = options
  return { ...twin, rack: { slot, sequencer, limits: member.limits, decay: member.decay } }
}
