/** Provenance in records: instruments used, their settings before and after, and the programs executed with times. */
import { isoTime } from '../contract/model/iso-time'
import type { ControlInstrument, PlayedProgram, UsedSequencer } from '../contract/runs/machine'
import type { Instrument } from '../instruments/drivers/instrument'
import { changedSettings, driverHash, snapshotHash } from '../instruments/drivers/snapshot'
import type { Cause, InstrumentReading } from '../instruments/model/request'
import type { Batch } from '../sequencer/host/measure-program'

export interface Provenance {
  readonly control_instruments: ControlInstrument[]
  readonly sequencers: UsedSequencer[]
}

/** An instrument with its settings before the first program. */
export interface Watched {
  readonly instrument: Instrument
  readonly label: string
  readonly role: ControlInstrument['role']
  readonly leased: boolean
  /** Null where snapshots are not taken. */
  readonly start: readonly InstrumentReading[] | null
  /** Entries of its error queue at that time. */
  readonly errors_start: readonly string[]
}

/** Fields by which a record identifies an instrument. */
export type RecordedInstrument = Pick<
  ControlInstrument,
  'id' | 'label' | 'driver' | 'vendor' | 'model' | 'serial_number' | 'firmware' | 'transport' | 'simulated'
>

export const recordedInstrument = (
  { id, driver, identity, connection }: Instrument,
  label: string,
): RecordedInstrument => ({
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

/** Record of an instrument as it was before the first program. */
export const knownInstrument = ({
  instrument,
  label,
  role,
  leased,
  start,
  errors_start,
}: Watched): ControlInstrument => ({
  ...recordedInstrument(instrument, label),
  role,
  leased,
  snapshot_start: start && snapshotHash(instrument.driver, start),
  snapshot_end: null,
  changed: [],
  ...(start && { errors_start: [...errors_start] }),
  errors: [],
})

type SequencerInSlot = Pick<UsedSequencer, 'slot' | 'sequencer'> & { readonly profile: { readonly profile_id: string } }
type MeasuredPrograms = Pick<UsedSequencer, 'errors_start' | 'errors_end' | 'programs'>

/** Record of a sequencer; before it was queried, without errors and programs. */
export const usedSequencer = (
  recorded: RecordedInstrument,
  { slot, sequencer, profile }: SequencerInSlot,
  measured: MeasuredPrograms = { errors_start: [], errors_end: [], programs: [] },
): UsedSequencer => ({ ...recorded, slot, sequencer, profile: profile.profile_id, ...measured })

/** Record of an instrument as it is now; a snapshot that cannot be taken any more is null, never the earlier one. */
export async function controlInstrument(watched: Watched, cause: Cause): Promise<ControlInstrument> {
  const { instrument, start } = watched
  const { driver } = instrument
  const known = knownInstrument(watched)
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

/** Sentence about the checks before the first program. */
export function checkedText(watched: readonly Watched[], isGuarded: boolean): string {
  const held = watched.map(({ label }) => label).join(', ')
  const read = watched.some(({ start }) => start !== null) ? ', and their settings are read' : ''
  const limits = isGuarded ? 'Every precondition is met. ' : ''
  return watched.length === 0
    ? `${limits}No other instrument leads to this device`
    : `${limits}Nobody else sets ${held} meanwhile${read}`
}

/** Sentence about the comparison after the last program. */
export function comparedText(instruments: readonly ControlInstrument[], programs: number): string {
  const played = `${programs} ${programs === 1 ? 'program was' : 'programs were'} played`
  const changed = instruments.flatMap(({ label, changed }) =>
    changed.map(({ parameter, channel }) => `${label}: ${parameter}${channel === null ? '' : ` ${channel}`}`),
  )
  const unread = instruments.filter(each => each.snapshot_start !== null && each.snapshot_end === null)
  const parts = [
    ...(changed.length > 0 ? [`other settings than at the start: ${changed.join(', ')}`] : []),
    ...(unread.length > 0
      ? [`settings that cannot be read any more: ${unread.map(({ label }) => label).join(', ')}`]
      : []),
  ]
  return `${played}; ${parts.length > 0 ? parts.join('; ') : 'every setting is as it was at the start'}`
}

export const measuredBatch = (batch: Batch): PlayedProgram['batches'][number] => ({
  program_sha256: batch.program_sha256,
  shots: batch.planes.shots,
  lost: batch.lost,
  top_up: batch.top_up,
  armed_at: isoTime(batch.armed_ms),
  started_at: isoTime(batch.started_ms),
  stopped_at: isoTime(batch.stopped_ms),
  flags: [...batch.flags],
})
