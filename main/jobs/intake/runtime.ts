/** How long a submit is expected to run, and what that rests on. */
import type { Backend } from '../../contract/backends/catalogue'
import { createYielder } from '../../worker/yielder'
import { type CircuitRequest, type Executor, requestFor } from '../model/execution'
import { featuresOf, type Submission, type SubmittedCircuit } from '../model/job'
import type { RecentSpeed } from './recent-speed'
import type { Runtime } from './simulation-work'

type RuntimeRequest = Pick<CircuitRequest, 'backend' | 'options' | 'owner' | 'signal'>

interface RuntimeParts {
  readonly executor: Executor
  /** Most seconds for which all jobs occupy a device; null where they need none. */
  readonly device_time_s: number | null
  readonly recentSpeed: RecentSpeed
}

/** Expected runtime: on a device from the compiled timing of all jobs, on a simulator that of the longest job. */
export async function expectedRuntime(
  submission: Submission,
  context: RuntimeRequest,
  { executor, device_time_s, recentSpeed }: RuntimeParts,
): Promise<Runtime> {
  if (device_time_s !== null) return compiledTiming(submission, device_time_s, context.backend)
  if (context.backend.mode === 'live')
    return unknown(`${context.backend.backend_id} does not say how long its programs take`)
  const recent = await recentRuntime(submission, context, recentSpeed)
  if (recent.runtime_interval !== null) return recent
  return (await modelledRuntime(submission, context, executor)) ?? recent
}

const unknown = (basis: string): Runtime => ({
  runtime_ms: null,
  runtime_interval: null,
  basis,
  runtime_basis: 'unknown',
})

function compiledTiming({ circuits }: Submission, seconds: number, { simulated }: Backend): Runtime {
  const all = circuits.length > 1 ? ` of all ${circuits.length} jobs, one after the other` : ''
  const pace = simulated ? '; a simulated sequencer works its shots out at a pace of its own' : ''
  return {
    runtime_ms: seconds * 1_000,
    runtime_interval: null,
    runtime_basis: 'compiled_timing',
    basis: `by compiled timing${all}: uploads, shots with their resets, and fetches, an upper bound; compiling comes before${pace}`,
  }
}

/** Upper estimate by the executor's own model; null where it has none. */
async function modelledRuntime(
  { circuits }: Submission,
  context: RuntimeRequest,
  executor: Executor,
): Promise<Runtime | null> {
  if (!executor.runtime) return null
  const seconds: number[] = []
  for (const circuit of circuits) {
    // Exact values take no shots, which is what the work of trajectories is counted by.
    if (circuit.estimate?.kind === 'exact') return null
    const each = await executor.runtime(hardestOf(circuit, context))
    if (each === null) return null
    seconds.push(each * (circuit.sweep?.rows ?? 1))
  }
  const rows = Math.max(...circuits.map(({ sweep }) => sweep?.rows ?? 1))
  const of = [
    ...(circuits.length > 1 ? [longestOf(circuits)] : []),
    ...(rows > 1 ? [`${rows} rows`] : []),
    'shots, qubits and gates',
  ]
  const basis = `an upper estimate by ${of.join(', ')}: amplitudes that trajectories update, at the measured speed of the kernels; shots with the same faults share them and take less`
  return { runtime_ms: Math.max(...seconds) * 1_000, runtime_interval: null, runtime_basis: 'kernel_speed', basis }
}

const longestOf = ({ length }: readonly unknown[]): string => `the longest of ${length} jobs`

/** The circuit of a job that takes longest; with estimates, the circuit with the most gates and all shots. */
function hardestOf({ json, facts, shots, sweep, estimate }: SubmittedCircuit, context: RuntimeRequest): CircuitRequest {
  const { probe } = estimate ?? {}
  return probe
    ? requestFor(probe.json, { ...context, shots, facts: probe.facts })
    : requestFor(sweep?.sample ?? json, { ...context, shots, facts })
}

/** Runtime of the longest job, from recent ones; unknown where that of one job is. */
async function recentRuntime(
  { circuits }: Submission,
  context: RuntimeRequest,
  recentSpeed: RecentSpeed,
): Promise<Runtime> {
  const { noise, precision } = context.options
  const runtimeOf = await recentSpeed(context)
  const yielder = createYielder()
  let longest: Runtime | null = null
  for (const { facts, shots, sweep, estimate } of circuits) {
    if (yielder.isDue()) await yielder.yieldNow(0)
    const how = { features: featuresOf(facts), shots, noise, precision }
    const found = runtimeOf({ ...how, rows: sweep?.rows ?? 1, estimates: estimate?.kind ?? null })
    if (found.runtime_ms === null) return found
    if (longest === null || found.runtime_ms > longest.runtime_ms!) longest = found
  }
  const { basis, ...runtime } = longest!
  return { ...runtime, basis: circuits.length > 1 ? `${longestOf(circuits)}, ${basis}` : basis }
}
