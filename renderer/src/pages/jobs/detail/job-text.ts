/** Texts on the charge, noise, placement, queue and loss of a job, and its progress. Pure. */
import { freeText } from '../../../../../main/contract/backends/catalogue'
import type { JobDetail } from '../../../../../main/contract/jobs/circuit-job'
import type { QueuePlace } from '../../../../../main/contract/jobs/status'
import { tokensText as tokens } from '../../../draw/format/prices'
import { count } from '../../../draw/format/quantity'
import { duration } from '../../../draw/format/time'

/** What the job cost, or holds while it is open. */
export function chargeText({
  tokens: { price_per_shot, reserved, charged },
  mode,
}: Pick<JobDetail, 'tokens' | 'mode'>): string {
  if (price_per_shot === 0) return freeText(mode)
  const price = `${tokens(price_per_shot)} a shot`
  return charged === null ? `${tokens(reserved)} reserved, ${price}` : `${tokens(charged)} charged, ${price}`
}

/** The noise of the simulation and the calibration it is taken from. */
export function noiseText({
  options: { noise, precision },
  calibration_id,
}: Pick<JobDetail, 'options' | 'calibration_id'>) {
  const kind = noise === 'none' ? 'none' : `calibrated${calibration_id === null ? '' : `, ${calibration_id}`}`
  return precision === 'float32' ? `${kind}; float32` : kind
}

/** Where on the device it was requested to run; null where the calibration chooses. */
export function placementText({ options: { initial_layout, routing } }: Pick<JobDetail, 'options'>): string | null {
  const sites = initial_layout ? `device qubits ${initial_layout.join(', ')}` : 'chosen by the calibration'
  const swaps = routing === 'none' ? 'without SWAPs' : 'with SWAPs where needed'
  return initial_layout || routing ? `${sites}${routing ? `, ${swaps}` : ''}` : null
}

/** `2 jobs before it; starts in about 3.2 s` */
export function queueText({ position, estimated_wait_ms, line = 'jobs' }: QueuePlace): string {
  const noun = line === 'jobs' ? 'job' : 'run or job'
  const before = position === 2 ? `1 ${noun}` : `${count(position - 1)} ${noun.replaceAll(/run|job/g, '$&s')}`
  const ahead = position === 1 ? 'next to start' : `${before} before it`
  const wait = estimated_wait_ms === null ? 'wait unknown' : `starts in about ${duration(estimated_wait_ms)}`
  return `${ahead}; ${wait}`
}

/** Work this long is discarded only after a question. */
const LONG_MS = 60_000

/** What an abort at `now` would lose, where that is worth a question; else null. */
export function lossOf(job: Pick<JobDetail, 'mode' | 'status' | 'started_at' | 'tokens'>, now: number): string | null {
  const { mode, status, started_at } = job
  if (mode === 'live')
    return `It runs on metered hardware and holds ${tokens(job.tokens.reserved)}. Whole batches are kept and charged; the rest would be lost.`
  const ran_ms = status === 'PROCESSING' && started_at !== null ? now - Date.parse(started_at) : 0
  return ran_ms < LONG_MS ? null : `It has run for ${duration(ran_ms)}. Its results so far would be lost.`
}

export interface StreamedProgress {
  /** 0..1. */
  readonly fraction: number
  /** The reply that was known when it came. */
  readonly reply: JobDetail | undefined
}

/** What the stream reported, until a reply that came later: the stream may have broken since. */
export const newestProgress = (job: JobDetail, streamed: StreamedProgress | null): number | null =>
  streamed !== null && streamed.reply === job ? streamed.fraction : job.progress
