/** A leased device, from the first check to the last snapshot. */
import { setTimeout } from 'node:timers/promises'
import type { MachineProgress } from '../contract/instruments/lab'
import type { UsedSequencer } from '../contract/runs/machine'
import { sha256InPieces } from '../files/sha256'
import type { Cause } from '../instruments/model/request'
import type { Registry } from '../instruments/registry/registry'
import { type Batch, measureProgram, type ProgramRun } from '../sequencer/host/measure-program'
import { type SequencerAddress, type SequencerLink, stopAndDrain } from '../sequencer/host/sequencer'
import type { PreparedText } from '../sequencer/host/uploaded-program'
import type { SequencerProfile } from '../sequencer/profile/profile'
import type { SequencerProgram } from '../sequencer/program/program'
import { type DeviceFailure, deviceFailureOf } from './failures'
import type { Holder } from './order-of-arrival'
import { type BatchNumbers, createProgramRecords, type ProgramRecords } from './program-records'
import {
  comparedText,
  controlInstrument,
  knownInstrument,
  type Provenance,
  type RecordedInstrument,
  recordedInstrument,
  usedSequencer,
  type Watched,
} from './provenance'

interface ProgramOptions {
  readonly shots: number
  /** Noiseless outcome of each slot, to which bits are relative. */
  readonly reference?: Uint8Array | undefined
  readonly prepared?: PreparedText | undefined
  /** Where its batches stand among those of all programs of the work; left out for the only program. */
  readonly numbering?: BatchNumbers | undefined
  /** Fetches the points of the readouts too, where the sequencer has them. */
  readonly iq?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * Awaited before the next batch is started, so that this one is on the disk by then. `by` records the sequencer, with this batch
   * alone.
   */
  readonly onBatch: (batch: Batch, by: UsedSequencer) => Promise<void>
}

export interface DeviceSession {
  readonly holder: Holder
  /** Aborts with a DeviceFailure, or with the reason of the caller that took the lease away. */
  readonly signal: AbortSignal
  /**
   * Measures a program that was checked against the profile. Rejects with a DeviceFailure, or with the reason of the signals; the
   * sequencer is stopped and drained by then, and batches handed out before are whole.
   */
  measure(program: SequencerProgram, options: ProgramOptions): Promise<ProgramRun>
  /** Provenance so far, without a query to any instrument. */
  known(): Provenance
  /** What the sequencer has measured so far, without the other instruments. */
  measured(): Promise<UsedSequencer>
  /**
   * Provenance so far, with the second snapshot of the instruments taken now. A snapshot that cannot be taken is recorded as null.
   */
  provenance(): Promise<Provenance>
  /** Idempotent. Changes no setting: DC outputs stay as they are. */
  release(): void
}

export interface SessionParts {
  readonly registry: Pick<Registry, 'use'>
  readonly sequencer: { readonly id: string; readonly label: string } & SequencerAddress
  readonly profile: SequencerProfile
  readonly holder: Holder
  readonly watched: readonly Watched[]
  readonly ending: AbortController
  readonly now: () => number
  readonly onProgress: (progress: MachineProgress) => void
  readonly onEvent: (text: string) => void
  /** Called with a failure of the sequencer or of its connection. */
  readonly onBroken: (failure: DeviceFailure) => void
  readonly release: () => void
}

/** Extra time for a twin, which may need as long for a batch as the work may last; a twin that dies is reported as an unplug. */
const SIMULATED_GRACE_MS = 3_600_000

/** Stops and drains the sequencer before anything is measured. */
export async function beginSession(parts: SessionParts): Promise<DeviceSession> {
  const session = new LeasedSession(parts)
  await session.begin()
  return session
}

class LeasedSession implements DeviceSession {
  readonly holder: Holder
  readonly signal: AbortSignal
  private readonly cause: Cause
  private readonly recorded: RecordedInstrument
  private readonly raw: SequencerLink
  private readonly records: ProgramRecords
  private errors_start: readonly string[] = []

  constructor(private readonly parts: SessionParts) {
    const { registry, sequencer, holder, ending } = parts
    this.holder = holder
    this.signal = ending.signal
    this.cause = { actor: holder.label, work: holder.id }
    const instrument = registry.use(sequencer.id, holder.id)
    this.recorded = recordedInstrument(instrument, sequencer.label)
    this.raw = instrument.link(this.cause)
    this.records = createProgramRecords({ ...parts, link: this.raw, simulated: this.recorded.simulated })
  }

  async begin(): Promise<void> {
    this.errors_start = await this.named(() => stopAndDrain(this.raw, this.parts.sequencer))
  }

  measure(
    program: SequencerProgram,
    { shots, numbering, signal, onBatch, ...given }: ProgramOptions,
  ): Promise<ProgramRun> {
    const { profile, sequencer, now } = this.parts
    const both = signal ? AbortSignal.any([this.signal, signal]) : this.signal
    const record = this.records.begin(program, shots, numbering)
    const clock = {
      now_ms: now,
      wait: async (ms: number) => {
        await setTimeout(ms)
      },
    }
    return this.named(async () => {
      const run = await measureProgram(record.link, {
        program,
        profile,
        address: sequencer,
        shots,
        sha256: sha256InPieces,
        clock,
        ...given,
        signal: both,
        grace_ms: this.recorded.simulated ? SIMULATED_GRACE_MS : undefined,
        uploaded_sha256: this.records.uploadedSha256(),
        onBatch: async batch => {
          await onBatch(batch, this.used([], [record.ofBatch(batch)]))
          record.add(batch)
        },
      })
      record.end(run)
      return run
    }, both)
  }

  async measured(): Promise<UsedSequencer> {
    const errors_end = await this.raw
      .query('SYSTem:ERRor:NEXT?')
      .then(answer => (/^[+]?0\s*,/.test(answer.trim()) ? [] : [answer.trim()]))
      .catch((error: Error) => [error.message])
    return this.used(errors_end)
  }

  known(): Provenance {
    return { control_instruments: this.parts.watched.map(knownInstrument), sequencers: [this.used([])] }
  }

  private used(errors_end: readonly string[], programs = this.records.programs): UsedSequencer {
    const { sequencer, profile } = this.parts
    return usedSequencer(
      this.recorded,
      { ...sequencer, profile },
      {
        errors_start: [...this.errors_start],
        errors_end: [...this.records.errors, ...errors_end],
        programs: [...programs],
      },
    )
  }

  async provenance(): Promise<Provenance> {
    const sequencers = [await this.measured()]
    const { watched, onEvent } = this.parts
    const control_instruments = await Promise.all(watched.map(one => controlInstrument(one, this.cause)))
    onEvent(comparedText(control_instruments, this.records.programs.length))
    return { control_instruments, sequencers }
  }

  release(): void {
    this.parts.release()
  }

  /** The reason of an abort takes precedence over failures that it caused; faults get their names. */
  private async named<T>(work: () => Promise<T>, signal: AbortSignal = this.signal): Promise<T> {
    try {
      signal.throwIfAborted()
      return await work()
    } catch (error) {
      if (signal.aborted) throw signal.reason
      const failure = deviceFailureOf(error)
      if (failure) this.parts.onBroken(failure)
      throw failure ?? error
    }
  }
}

/** Ends the session with this failure unless it was aborted already. */
export const endWith = (ending: AbortController, failure: DeviceFailure): void => {
  if (!ending.signal.aborted) ending.abort(failure)
}
