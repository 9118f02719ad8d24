/** What records keep of the machine: who was spoken to, how it was set before and after, and what was played when. */
import { isoTime } from '../contract/model/iso-time'
import type { ControlInstrument, PlayedProgram, UsedSequencer } from '../contract/runs/machine'
import type { Instrument } from '../instruments/drivers/instrument'
import { changedSettings, driverHash, snapshotHash } from '../instruments/drivers/snapshot'
import type { Cause } from '../instruments/exchange/command-log'
import type { InstrumentReading } from '../instruments/model/reading'
import type { Batch } from '../sequencer/host/run-program'

export interface Provenance {
  readonly control_instruments: ControlInstrument[]
  readonly sequencers: UsedSequencer[]
}

/** An instrument with its settings before the first program. */
export interface Watched {
  readonly instrument: Instrument
  readonly label: string
  readonly leased: boolean
  /** Null where snapshots are not taken. */
  readonly start: readonly InstrumentReading[] | null
}

export const spokenTo = ({ id, driver, identity, connection }: Instrument, label: string) => ({
  id,
  label,
  driver: { id: driver.id, sha256: driverHash(driver) },
  vendor: identity.vendor,
  model: identity.model,
  serial_number: identity.serial_number,
  firmware: identity.firmware,
  transport: connection.kind,
  simulated: connection.simulated,
})

/** As it was when it was taken. */
export const knownInstrument = ({ instrument, label, leased, start }: Watched): ControlInstrument => ({
  ...spokenTo(instrument, label),
  role: instrument.driver.role,
  leased,
  snapshot_start: start && snapshotHash(instrument.driver, start),
  snapshot_end: null,
  changed: [],
  errors: [],
})

/** As it is now; what cannot be read any more is null, never what it was before. */
export async function controlInstrument(
  { instrument, label, leased, start }: Watched,
  cause: Cause,
): Promise<ControlInstrument> {
  const { driver } = instrument
  const known = knownInstrument({ instrument, label, leased, start })
  const end = start === null ? null : await instrument.snapshot({ cause }).catch(() => null)
  const errors = await instrument.errors({ cause }).catch((error: Error) => [error.message])
  return {
    ...known,
    snapshot_end: end && snapshotHash(driver, end),
    changed:
      start && end ? changedSettings(driver, start, end).map(({ parameter, channel }) => ({ parameter, channel })) : [],
    errors,
  }
}

export const playedBatch = (batch: Batch): PlayedProgram['batches'][number] => ({
  shots: batch.planes.shots,
  lost: batch.lost,
  top_up: batch.top_up,
  armed_at: isoTime(batch.armed_ms),
  started_at: isoTime(batch.started_ms),
  stopped_at: isoTime(batch.stopped_ms),
  flags: [...batch.flags],
})
