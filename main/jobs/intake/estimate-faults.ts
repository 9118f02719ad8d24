/** What keeps a backend from the estimates that a submit asks for. */
import { MIN_READOUT_CONTRAST } from '../../contract/jobs/observables'
import type { Fault } from '../../contract/model/errors'
import { circuitsOf, leastShots } from '../estimation/allocation'
import { illConditioned } from '../estimation/readout'
import { type CircuitRequest, type Executor, requestFor } from '../model/executor'
import type { EstimatePlan } from '../tasks/estimate-plan'

/** Of a sound circuit, with what is asked of it beyond counts; `at` is its pointer. */
export async function executionFaults(
  request: CircuitRequest,
  plan: EstimatePlan | null,
  executor: Executor,
  at: string,
): Promise<Fault[]> {
  if (plan === null) return executor.validate(request, at)
  if (plan.kind === 'exact') return executor.exact?.faults(request, at) ?? [NO_EXACT]
  const faults = [...shotFaults(request, plan), ...mitigationFaults(request, plan, executor)]
  if (faults.length > 0) return faults
  const { probe } = plan
  if (!probe) return executor.validate(request, at)
  // Of a device: gates come to stand on other qubits in each group, and each has limits that others do not meet.
  const refused = (await executor.groupFaults?.(request, plan.request, at)) ?? []
  if (refused.length > 0) return [...refused]
  const { backend, shots, options, owner, signal } = request
  return executor.validate(requestFor(probe.json, { backend, shots, options, owner, signal, facts: probe.facts }), at)
}

/** Circuits that are executed for it; 1 for counts alone. */
export function executionsOf(shots: number, plan: EstimatePlan | null): number {
  if (plan === null || plan.kind === 'exact') return 1
  const { mitigation, target_error } = plan.request
  const has_target = target_error !== undefined
  const groups = Math.max(1, plan.groups)
  return circuitsOf({ shots, groups, has_target, measures_confusion: mitigation?.readout === 'measured' })
}

const NO_EXACT: Fault = {
  pointer: '/exact',
  message: 'only simulators calculate exact values: leave exact out, or take the -mock backend',
}

function shotFaults({ shots }: CircuitRequest, { kind, groups, request }: EstimatePlan): Fault[] {
  const measures_confusion = request.mitigation?.readout === 'measured'
  const has_target = request.target_error !== undefined
  const least = leastShots({ groups: kind === 'sampled' ? groups : 1, has_target, measures_confusion })
  if (shots >= least) return []
  const what = [
    `${groups === 1 ? 'one circuit' : `${Math.max(1, groups)} circuits`}`,
    ...(has_target ? ['the pilot of a wished error'] : []),
    ...(measures_confusion ? ['measuring the confusion'] : []),
  ]
  return [{ pointer: '/shots', message: `${what.join(', ')} need at least ${least} shots together, not ${shots}` }]
}

function mitigationFaults({ backend, options }: CircuitRequest, plan: EstimatePlan, executor: Executor): Fault[] {
  const pointer = '/options/mitigation/readout'
  if (plan.request.mitigation?.readout !== 'published') return []
  if (options.noise === 'none')
    return [
      {
        pointer,
        message: 'without noise there is nothing to invert: set options.noise to calibrated, or leave it out',
      },
    ]
  // Which qubits of a device a circuit comes to stand on is known once it is transpiled.
  if (backend.mode === 'live' || !executor.readout) return []
  const readout = executor.readout(backend.backend_id)
  return plan.measured_qubits.flatMap(qubit => {
    const error = readout(qubit)
    if (error === null)
      return [{ pointer, message: `no readout fidelity is published for qubit ${qubit}; measure it instead` }]
    return 1 - 2 * error >= MIN_READOUT_CONTRAST ? [] : [{ pointer, message: illConditioned(qubit, 1 - 2 * error) }]
  })
}
