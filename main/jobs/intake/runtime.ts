/** How long a submit is expected to run, from what it asks: rows, shots, qubits and gates. */
import type { JobEstimate } from '../../contract/jobs/submit'
import { type CircuitRequest, type Executor, requestFor } from '../model/executor'
import type { Submission, SubmittedCircuit } from '../tasks/submission'

type Runtime = Pick<JobEstimate, 'runtime_ms' | 'basis'>
type Asker = Pick<CircuitRequest, 'backend' | 'options' | 'owner' | 'signal'>

/** Of its longest job; null where the executor cannot say, so that only what other jobs took is known. */
export async function modelledRuntime(
  { circuits }: Submission,
  executor: Executor,
  asker: Asker,
): Promise<Runtime | null> {
  if (!executor.runtime) return null
  const seconds: number[] = []
  for (const circuit of circuits) {
    const each = await executor.runtime(hardestOf(circuit, asker))
    if (each === null) return null
    seconds.push(each * (circuit.sweep?.rows ?? 1))
  }
  const rows = Math.max(...circuits.map(({ sweep }) => sweep?.rows ?? 1))
  const of = [
    ...(circuits.length > 1 ? [`the longest of ${circuits.length} jobs`] : []),
    ...(rows > 1 ? [`${rows} rows`] : []),
    'shots, qubits and gates',
  ]
  const basis = `an upper estimate by ${of.join(', ')}: amplitudes that trajectories update, at the measured speed of the kernels; shots with the same faults share them and take less`
  return { runtime_ms: Math.max(...seconds) * 1_000, basis }
}

/** With estimates: all shots of the circuit with the most gates. */
function hardestOf({ json, facts, shots, sweep, estimate }: SubmittedCircuit, asker: Asker): CircuitRequest {
  const { probe } = estimate ?? {}
  return probe
    ? requestFor(probe.json, { ...asker, shots, facts: probe.facts })
    : requestFor(sweep?.sample ?? json, { ...asker, shots, facts })
}
