/** What a submit would cost and how long it would take, in words. Pure. */
import type { JobEstimate } from '../../../main/contract/jobs'
import { amount, counted } from '../draw/format/quantity'
import { duration } from '../draw/format/time'

const tokens = (number: number) => `${amount(number)} token${number === 1 ? '' : 's'}`

export function costText({ tokens: { required, available } }: Pick<JobEstimate, 'tokens'>): string {
  if (required === 0) return 'Costs nothing'
  return `Costs ${tokens(required)} of the ${tokens(available)} available`
}

/** `2 jobs before it, waits about 1.50 s, runs for about 12 ms (mean of …)`; what the times rest on stands last. */
export function timeText({ queue, runtime_ms, basis }: Pick<JobEstimate, 'queue' | 'runtime_ms' | 'basis'>): string {
  const run = runtime_ms === null ? 'runtime unknown' : `runs for about ${duration(runtime_ms)}`
  return `${waitText(queue)}, ${run} (${basis})`
}

function waitText({ position, estimated_wait_ms: ms }: JobEstimate['queue']): string {
  if (ms !== null && ms < 1) return 'starts at once'
  const ahead = position === 1 ? 'next to start' : `${counted(position - 1, 'job')} before it`
  return `${ahead}, ${ms === null ? 'wait unknown' : `waits about ${duration(ms)}`}`
}
