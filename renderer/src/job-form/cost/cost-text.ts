/** Cost and duration of a submit, in words. Pure. */
import { type BackendSummary, freeText } from '../../../../main/contract/backends/catalogue'
import type { JobEstimate } from '../../../../main/contract/jobs/submit'
import { tokensText } from '../../draw/format/prices'
import { count, countWithNoun } from '../../draw/format/quantity'
import { duration } from '../../draw/format/time'

interface TokensOfJob {
  readonly tokens: Pick<JobEstimate['tokens'], 'required' | 'available'>
}

export function costText(
  { tokens: { required, available } }: TokensOfJob,
  mode: BackendSummary['mode'] = 'mock',
): string {
  if (required === 0) return mode === 'mock' ? 'Costs nothing' : `Costs nothing: ${freeText(mode)}`
  return `Costs ${tokensText(required)} of the ${tokensText(available)} available`
}

type Times = Pick<JobEstimate, 'queue' | 'runtime_ms' | 'runtime_interval' | 'runtime_basis' | 'basis'>

/**
 * `2 jobs before it, waits about 1.50 s, runs for about 2.00 s (1.00 s to 4.00 s), from 20 …`; the basis of the times
 * comes last.
 */
export function timeText({ queue, basis, ...runtime }: Times): string {
  return `${waitText(queue)}, ${runText(runtime)}, ${basis}`
}

/** `; the observables take 3 circuits; 200 to 4,000 shots for pilots and readout`; empty for counts alone. */
export function circuitsText({
  measured_groups: groups,
  overhead_shots: overhead,
}: Pick<JobEstimate, 'measured_groups' | 'overhead_shots'>): string {
  const circuits = groups === undefined ? [] : [`the observables take ${countWithNoun(groups, 'circuit')}`]
  const shots = overhead === undefined ? [] : [`${overheadText(overhead)} for pilots and readout`]
  return [...circuits, ...shots].map(each => `; ${each}`).join('')
}

const overheadText = ({ least, most }: NonNullable<JobEstimate['overhead_shots']>): string =>
  least === most ? `${countWithNoun(most, 'shot')}` : `${count(least)} to ${countWithNoun(most, 'shot')}`

function runText({ runtime_ms, runtime_interval: interval, runtime_basis }: Omit<Times, 'queue' | 'basis'>): string {
  if (runtime_ms === null) return 'runtime unknown'
  const range = interval ? ` (${duration(interval.low_ms)} to ${duration(interval.high_ms)})` : ''
  if (runtime_basis === 'compiled_timing') return `keeps the device for at most ${duration(runtime_ms)}`
  return `runs for about ${duration(runtime_ms)}${range}`
}

function waitText({ position, estimated_wait_ms: ms }: JobEstimate['queue']): string {
  if (ms !== null && ms < 1) return 'starts at once'
  const ahead = position === 1 ? 'next to start' : `${countWithNoun(position - 1, 'job')} before it`
  return `${ahead}, ${ms === null ? 'wait unknown' : `waits about ${duration(ms)}`}`
}
