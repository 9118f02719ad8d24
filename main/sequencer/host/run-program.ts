/** A program on a leased sequencer: upload, then batch after batch of arm, start, poll, fetch, until enough shots count. */
import type { BitPlanes } from '../../qec/program/frame'
import { decodeBins, joinPlanes } from '../bins/decode'
import { IQ_BYTES, type IqMoments, iqMoments } from '../bins/iq'
import {
  checkTiming,
  type DurationCounts,
  type RoundTiming,
  roundTiming,
  untriggeredDurations,
} from '../bins/round-timing'
import { batchesOf, MARK_BYTES, shotDuration, shotsPerBatch, topUpsOf } from '../profile/estimate'
import type { SequencerProfile } from '../profile/profile'
import { profileRefusals } from '../profile/refusals'
import { SequencerError } from '../program/errors'
import type { SequencerProgram } from '../program/program'
import { programText } from '../program/text'
import {
  type AsyncSha256,
  heldProgram,
  parseState,
  prefixOf,
  type SequencerAddress,
  type SequencerLink,
  stopAndDrain,
  throwErrors,
  uploadProgram,
} from './sequencer'

/** Wall time, for waiting and for the record. */
interface WallClock {
  now_ms(): number
  wait(ms: number): Promise<void>
}

/** What of an AbortSignal is needed. */
interface Cancelling {
  readonly aborted: boolean
  throwIfAborted(): void
}

export interface Batch {
  readonly index: number
  readonly top_up: boolean
  readonly shots: number
  readonly planes: BitPlanes
  readonly lost: { readonly invalid: number; readonly feedback_mismatch: number }
  readonly program_sha256: string
  readonly armed_ms: number
  readonly started_ms: number
  readonly stopped_ms: number
  readonly flags: readonly string[]
  /** Of every slot, where they were asked for and the sequencer has them. */
  readonly iq: readonly IqMoments[] | null
}

/** The text of a program for batches of so many shots, made beforehand. */
export interface PreparedText {
  readonly shots: number
  readonly bytes: Uint8Array
}

export interface RunProgramOptions {
  readonly program: SequencerProgram
  readonly profile: SequencerProfile
  readonly address: SequencerAddress
  /** Shots that are to count. */
  readonly shots: number
  readonly sha256: AsyncSha256
  readonly clock: WallClock
  readonly signal?: Cancelling | undefined
  /** Bits are relative to it. */
  readonly reference?: Uint8Array | undefined
  /** Used for batches of its size: making the text of a large program takes a while. */
  readonly prepared?: PreparedText | undefined
  /** SHA-256 of the text that the same caller uploaded last: it is not sent again where the sequencer still holds it. */
  readonly uploaded_sha256?: string | undefined
  /** Fetches the points of the readouts too, where the profile has them. */
  readonly iq?: boolean | undefined
  /** How much longer than its own time a batch may take, ms; left out: some minutes. */
  readonly grace_ms?: number | undefined
  /** Waited for before the next batch is started: it is to be on the disk by then. */
  readonly onBatch: (batch: Batch) => Promise<void>
}

export interface ProgramRun {
  /** Shots that count, no more than were asked for. */
  readonly shots: number
  readonly lost: { readonly invalid: number; readonly feedback_mismatch: number }
  readonly batches: number
  readonly timing: RoundTiming | null
  readonly program_sha256: string
  readonly program_bytes: number
  readonly uploaded_ms: number
}

/** Beyond its own time a batch may take this long: links are slower than sequencers. */
const GRACE_MS = 120_000
/** Some milliseconds of decoding. */
const BINS_AT_ONCE = 2 ** 14
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
export async function runProgram(link: SequencerLink, options: RunProgramOptions): Promise<ProgramRun> {
  checkProfile(options.program, options.profile)
  // Each step of a large program takes a while, and others need the thread too.
  await options.clock.wait(0)
  const execution = new Execution(link, options)
  try {
    return await execution.run()
  } catch (error) {
    // What went wrong counts; a port that is gone cannot be stopped either.
    await stopAndDrain(link, options.address).catch(() => [])
    throw error
  }
}

class Execution {
  private readonly at: string
  private held: { readonly shots: number; readonly sha256: string } | null = null
  private program_bytes = 0
  private uploaded_ms = 0
  private first_sha256 = ''
  private valid = 0
  private batches = 0
  private readonly lost = { invalid: 0, feedback_mismatch: 0 }
  private readonly rounds = new Map<number, number>()

  constructor(
    private readonly link: SequencerLink,
    private readonly options: RunProgramOptions,
  ) {
    this.at = prefixOf(options.address)
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
      program_sha256: this.first_sha256,
      program_bytes: this.program_bytes,
      uploaded_ms: this.uploaded_ms,
    }
  }

  /** A text for each number of shots: the last batch is smaller than the others. */
  private async load(shots: number): Promise<string> {
    if (this.held?.shots === shots) return this.held.sha256
    const { address, sha256, clock, program, profile, prepared } = this.options
    const bytes = prepared?.shots === shots ? prepared.bytes : programText(program, shots)
    if (bytes.length > profile.program_bytes)
      throw new SequencerError(
        'exceeds_profile',
        `the program has ${bytes.length} bytes, the sequencer takes ${profile.program_bytes}; take fewer rounds or gates`,
      )
    const sent = (await this.stillHeld(bytes)) ?? (await uploadProgram(this.link, address, bytes, sha256))
    this.held = { shots, sha256: sent }
    if (this.first_sha256 === '') {
      this.first_sha256 = sent
      this.program_bytes = bytes.length
      this.uploaded_ms = clock.now_ms()
    }
    return sent
  }

  /** Its SHA-256; null where the text has to be sent. */
  private async stillHeld(bytes: Uint8Array): Promise<string | null> {
    const { address, sha256, uploaded_sha256 } = this.options
    if (this.held !== null || uploaded_sha256 === undefined) return null
    if ((await sha256(bytes)) !== uploaded_sha256) return null
    return (await heldProgram(this.link, address)) === uploaded_sha256 ? uploaded_sha256 : null
  }

  private async batch(shots: number, top_up: boolean): Promise<void> {
    const { clock, signal, program, onBatch } = this.options
    signal?.throwIfAborted()
    const program_sha256 = await this.load(shots)
    await this.link.command(`${this.at}:ARM`)
    const armed_ms = clock.now_ms()
    await this.link.command(`${this.at}:START`)
    const started_ms = clock.now_ms()
    const flags = await this.stopped(shots)
    const stopped_ms = clock.now_ms()
    const bins = await this.link.queryBlock(`${this.at}:ACQuisition:BINs?`)
    if (bins.length !== shots * program.slots)
      throw new SequencerError('link_failed', `${bins.length} bins arrived, ${shots * program.slots} were filled`)
    const iq = await this.points(shots)
    const { planes, lost, rounds } = await this.decoded(bins, await this.marks(shots))
    await throwErrors(this.link, 'a batch is fetched')
    if (rounds) this.checkRounds(rounds)
    this.valid += planes.shots
    this.lost.invalid += lost.invalid
    this.lost.feedback_mismatch += lost.feedback_mismatch
    const index = this.batches++
    await onBatch({ index, top_up, shots, planes, lost, program_sha256, armed_ms, started_ms, stopped_ms, flags, iq })
  }

  private async points(shots: number): Promise<readonly IqMoments[] | null> {
    const { program, profile, iq } = this.options
    if (!iq || profile.iq !== 'points') return null
    const points = await this.link.queryBlock(`${this.at}:ACQuisition:IQ?`)
    const expected = IQ_BYTES * shots * program.slots
    if (points.length === expected) return iqMoments(points, program.slots)
    throw new SequencerError('link_failed', `${points.length} bytes of I and Q arrived, ${expected} were to come`)
  }

  /** Null where the device has none, or the program no rounds. */
  private async marks(shots: number): Promise<Uint8Array | null> {
    const { program, profile } = this.options
    if (profile.timestamps !== 'marks' || program.rounds === 0) return null
    const marks = await this.link.queryBlock(`${this.at}:MARKs?`)
    const expected = 2 * MARK_BYTES * program.rounds * Math.min(shots, profile.marked_shots)
    if (marks.length === expected) return marks
    throw new SequencerError('link_failed', `${marks.length} bytes of marks arrived, ${expected} were to come`)
  }

  /** A few shots at a time: others need the thread too. */
  private async decoded(bins: Uint8Array, marks: Uint8Array | null) {
    const { program, reference, clock } = this.options
    const { slots } = program
    const lost = { invalid: 0, feedback_mismatch: 0 }
    const parts: BitPlanes[] = []
    const rounds = new Map<number, number>()
    const shot_marks = 2 * MARK_BYTES * program.rounds
    const step = Math.max(1, Math.floor(BINS_AT_ONCE / slots))
    for (let shot = 0; shot * slots < bins.length; shot += step) {
      const own = bins.subarray(shot * slots, (shot + step) * slots)
      const { planes, lost: more } = decodeBins(program, own, reference)
      parts.push(planes)
      lost.invalid += more.invalid
      lost.feedback_mismatch += more.feedback_mismatch
      const of = marks?.subarray(shot * shot_marks, (shot + step) * shot_marks)
      if (of) for (const ns of untriggeredDurations(program, { marks: of, bins: own, reference })) count(rounds, ns, 1)
      await clock.wait(0)
    }
    return { planes: joinPlanes(parts), lost, rounds: marks ? rounds : null }
  }

  /** Rounds off by more than a step end the run before their batch counts. */
  private checkRounds(rounds: DurationCounts): void {
    const { program, reference } = this.options
    for (const [ns, times] of rounds) count(this.rounds, ns, times)
    const timing = roundTiming(program, rounds, reference)
    if (timing && timing.source === 'measured') checkTiming(timing, program)
  }

  /** Flags of a batch that ended by itself. */
  private async stopped(shots: number): Promise<readonly string[]> {
    const { clock, signal, program, grace_ms = GRACE_MS } = this.options
    const until = clock.now_ms() + shots * shotDuration(program).most_ns * 1e-6 + grace_ms
    for (let asked = 0; ; asked++) {
      signal?.throwIfAborted()
      const reply = parseState(await this.link.query(`${this.at}:STATE?`))
      if (reply.status === 'ERROR') await this.failed(reply.errors)
      if (reply.state === 'STOPPED') return [...reply.flags, ...reply.warnings]
      if (reply.state === 'IDLE') await this.failed(['it is idle, though it was started'])
      if (clock.now_ms() > until)
        throw new SequencerError(
          'device_timeout',
          `a batch of ${shots} shots is not done after ${Math.round(until)} ms`,
        )
      await clock.wait(POLL_MS[Math.min(asked, POLL_MS.length - 1)]!)
    }
  }

  private async failed(errors: readonly string[]): Promise<never> {
    await throwErrors(this.link, 'a batch runs')
    throw new SequencerError('device_error', `the sequencer stopped: ${errors.join(', ') || 'no reason given'}`, {
      details: { errors },
    })
  }
}

function count(counts: Map<number, number>, ns: number, times: number): void {
  counts.set(ns, (counts.get(ns) ?? 0) + times)
}
