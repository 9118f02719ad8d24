/** A program on a leased sequencer: upload, then batch after batch of arm, start, poll, fetch, until enough shots count. */
import type { BitPlanes } from '../../qec/program/frame'
import type { IqMoments } from '../bins/iq'
import { checkTiming, type DurationCounts, type RoundTiming, roundTiming } from '../bins/round-timing'
import { batchesOf, shotDuration, shotsPerBatch, topUpsOf } from '../profile/estimate'
import type { SequencerProfile } from '../profile/profile'
import { profileRefusals } from '../profile/refusals'
import { SequencerError } from '../program/errors'
import type { SequencerProgram } from '../program/program'
import { addCounts, type FetchOptions, fetchBatch, type LostShots } from './fetched-batch'
import { parseState, prefixOf, type SequencerLink, stopAndDrain, throwErrors } from './sequencer'
import { UploadedProgram, type UploadOptions } from './uploaded-program'

/** The part of AbortSignal that is used. */
interface Cancelling {
  readonly aborted: boolean
  throwIfAborted(): void
}

export interface Batch {
  readonly index: number
  readonly top_up: boolean
  readonly shots: number
  readonly planes: BitPlanes
  readonly lost: LostShots
  readonly program_sha256: string
  readonly armed_ms: number
  readonly started_ms: number
  readonly stopped_ms: number
  readonly flags: readonly string[]
  /** Moments of every slot, where they were requested and the sequencer provides them. */
  readonly iq: readonly IqMoments[] | null
}

export interface MeasureProgramOptions extends UploadOptions, FetchOptions {
  /** Shots that are to count. */
  readonly shots: number
  readonly signal?: Cancelling | undefined
  /** How much longer than its own time a batch may take, ms; left out: two minutes. */
  readonly grace_ms?: number | undefined
  /** Awaited before the next batch is started, so that this one is on the disk by then. */
  readonly onBatch: (batch: Batch) => Promise<void>
}

export interface ProgramRun {
  /** Shots that count, no more than were requested. */
  readonly shots: number
  readonly lost: LostShots
  readonly batches: number
  readonly timing: RoundTiming | null
  readonly program_sha256: string
  readonly program_bytes: number
  readonly uploaded_ms: number
}

/** Beyond its own time a batch may take this long: links are slower than sequencers. */
const GRACE_MS = 120_000
const POLL_MS = [1, 2, 5, 10, 20, 50] as const

/** Throws `exceeds_profile` with every limit; see `profileRefusals`. */
export function checkProfile(program: SequencerProgram, profile: SequencerProfile): void {
  const refusals = profileRefusals(program, profile)
  if (refusals.length === 0) return
  const { message, remedy } = refusals[0]!
  throw new SequencerError('exceeds_profile', `${message}; ${remedy}`, {
    details: { refusals, profile: profile.profile_id },
  })
}

/**
 * Rejects with the signal's reason where it is cancelled, the sequencer stopped and drained by then; with `timing_mismatch` at
 * the first batch whose rounds are off. Batches that were handed out before are whole.
 */
export async function measureProgram(link: SequencerLink, options: MeasureProgramOptions): Promise<ProgramRun> {
  checkProfile(options.program, options.profile)
  // Each step of a large program takes a while, and others need the thread too.
  await options.clock.wait(0)
  const execution = new Execution(link, options)
  try {
    return await execution.run()
  } catch (error) {
    // The first error is reported; stopping fails as well where the port is gone.
    await stopAndDrain(link, options.address).catch(() => [])
    throw error
  }
}

class Execution {
  private readonly at: string
  private readonly uploaded: UploadedProgram
  private valid = 0
  private batches = 0
  private readonly lost = { invalid: 0, feedback_mismatch: 0 }
  private readonly rounds = new Map<number, number>()

  constructor(
    private readonly link: SequencerLink,
    private readonly options: MeasureProgramOptions,
  ) {
    this.at = prefixOf(options.address)
    this.uploaded = new UploadedProgram(link, options)
  }

  async run(): Promise<ProgramRun> {
    const { program, profile, shots, reference } = this.options
    const per_batch = shotsPerBatch(program, profile)
    for (const count of batchesOf(shots, per_batch)) await this.batch(count, false)
    for (const count of topUpsOf(shots, this.valid, per_batch)) await this.batch(count, true)
    return {
      shots: this.valid,
      lost: this.lost,
      batches: this.batches,
      timing: roundTiming(program, profile.timestamps === 'marks' ? this.rounds : null, reference),
      ...this.uploaded.first,
    }
  }

  private async batch(shots: number, top_up: boolean): Promise<void> {
    const { clock, signal, onBatch } = this.options
    signal?.throwIfAborted()
    const program_sha256 = await this.uploaded.load(shots)
    await this.link.command(`${this.at}:ARM`)
    const armed_ms = clock.now_ms()
    await this.link.command(`${this.at}:START`)
    const started_ms = clock.now_ms()
    const flags = await this.stopped(shots)
    const stopped_ms = clock.now_ms()
    const { planes, lost, rounds, iq } = await fetchBatch(this.link, this.options, shots)
    await throwErrors(this.link, 'a batch is fetched')
    if (rounds) this.checkRounds(rounds)
    this.valid += planes.shots
    this.lost.invalid += lost.invalid
    this.lost.feedback_mismatch += lost.feedback_mismatch
    const index = this.batches++
    await onBatch({ index, top_up, shots, planes, lost, program_sha256, armed_ms, started_ms, stopped_ms, flags, iq })
  }

  /** Throws `timing_mismatch` where rounds are off by more than a step, before their batch counts. */
  private checkRounds(rounds: DurationCounts): void {
    const { program, reference } = this.options
    addCounts(this.rounds, rounds)
    const timing = roundTiming(program, rounds, reference)
    if (timing && timing.source === 'measured') checkTiming(timing, program)
  }

  /** Waits until the batch has ended by itself; returns its flags and warnings. */
  private async stopped(shots: number): Promise<readonly string[]> {
    const { clock, signal, program, grace_ms = GRACE_MS } = this.options
    const allowed_ms = shots * shotDuration(program).most_ns * 1e-6 + grace_ms
    const until = clock.now_ms() + allowed_ms
    for (let polls = 0; ; polls++) {
      signal?.throwIfAborted()
      const reply = parseState(await this.link.query(`${this.at}:STATE?`))
      if (reply.status === 'ERROR') await this.failed(reply.errors)
      if (reply.state === 'STOPPED') return [...reply.flags, ...reply.warnings]
      if (reply.state === 'IDLE') await this.failed(['it is idle, though it was started'])
      if (clock.now_ms() > until)
        throw new SequencerError(
          'device_timeout',
          `a batch of ${shots} shots is not done after ${Math.round(allowed_ms)} ms`,
        )
      await clock.wait(POLL_MS[Math.min(polls, POLL_MS.length - 1)]!)
    }
  }

  private async failed(errors: readonly string[]): Promise<never> {
    await throwErrors(this.link, 'a batch runs')
    throw new SequencerError('device_error', `the sequencer stopped: ${errors.join(', ') || 'no reason given'}`, {
      details: { errors },
    })
  }
}
