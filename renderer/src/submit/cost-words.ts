/** What a submit would cost and how long it would take, in words. Pure. */
import type { JobEstimate } from '../../../main/contract/jobs'
import { amount, counted } from '../draw/quantity'
import { duration } from '../draw/time'

const tokens = (number: number) => `${amount(number)} token${number === 1 ? '' : 's'}`

export function costText({ tokens: { required, available } }: Pick<JobEstimate, 'tokens'>): string {
  if (required === 0) return 'Costs nothing'
  return `Costs ${tokens(required)} of the ${tokens(available)} available`
}

/** `next to start, starts at once, runs for about 12 ms` */
export function timeText({ queue, runtime_ms }: Pick<JobEstimate, 'queue' | 'runtime_ms'>): string {
  const ahead = queue.position === 1 ? 'next to start' : `${counted(queue.position - 1, 'job')} before it`
  const wait = waitText(queue.estimated_wait_ms)
  const run = runtime_ms === null ? 'runtime unknown' : `runs for about ${duration(runtime_ms)}`
  return `${ahead}, ${wait}, ${run}`
}

function waitText(ms: number | null): string {
  if (ms === null) return 'wait unknown'
  return ms < 1 ? 'starts at once' : `waits about ${duration(ms)}`
}
