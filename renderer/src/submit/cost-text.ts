/** What a submit would cost and how long it would take, in words. Pure. */
import type { BackendSummary } from '../../../main/contract/backends/catalogue'
import { freeText } from '../../../main/contract/backends/price'
import type { JobEstimate } from '../../../main/contract/jobs/submit'
import { tokensText } from '../draw/format/prices'
import { countWithNoun } from '../draw/format/quantity'
import { duration } from '../draw/format/time'

interface Cost {
  readonly tokens: Pick<JobEstimate['tokens'], 'required' | 'available'>
}

export function costText({ tokens: { required, available } }: Cost, mode: BackendSummary['mode'] = 'mock'): string {
  if (required === 0) return mode === 'mock' ? 'Costs nothing' : `Costs nothing: ${freeText(mode)}`
  return `Costs ${tokensText(required)} of the ${tokensText(available)} available`
}

/** `2 jobs before it, waits about 1.50 s, runs for about 12 ms (mean of …)`; what the times rest on stands last. */
export function timeText({ queue, runtime_ms, basis }: Pick<JobEstimate, 'queue' | 'runtime_ms' | 'basis'>): string {
  const run = runtime_ms === null ? 'runtime unknown' : `runs for about ${duration(runtime_ms)}`
  return `${waitText(queue)}, ${run} (${basis})`
}

function waitText({ position, estimated_wait_ms: ms }: JobEstimate['queue']): string {
  if (ms !== null && ms < 1) return 'starts at once'
  const ahead = position === 1 ? 'next to start' : `${countWithNoun(position - 1, 'job')} before it`
  return `${ahead}, ${ms === null ? 'wait unknown' : `waits about ${duration(ms)}`}`
}
