/** Reasons why a backend cannot calculate the estimates that a submit requests. */
import { confusionCircuits } from '../../circuits/observables/measurement-plan'
import { MIN_READOUT_CONTRAST } from '../../contract/jobs/observables'
import type { Fault } from '../../contract/model/errors'
import { budgetOf, leastShots } from '../estimation/allocation'
import { illConditioned } from '../estimation/readout'
import type { EstimatePlan } from '../model/estimate-request'
import { type CircuitRequest, requestFor } from '../model/execution-request'
import type { Executor } from '../model/executor'

export interface ExecutionCheck {
  readonly faults: readonly Fault[]
  /** Most seconds of a device, for all circuits of its estimates where it has some; null where none is kept, or with faults. */
  readonly device_time_s: number | null
  /** Shots that would keep it no longer than a job may take; left out where that is not known. */
  readonly most_shots?: number
}

/** Checks a valid circuit together with the observables or mitigation requested of it; `at` is its pointer. */
export async function executionCheck(
  request: CircuitRequest,
  { plan, executor, at }: { readonly plan: EstimatePlan | null; readonly executor: Executor; readonly at: string },
): Promise<ExecutionCheck> {
  const only = (faults: readonly Fault[]): ExecutionCheck => ({ faults, device_time_s: null })
  if (plan === null) return executor.device?.check(request, at) ?? only(await executor.validate(request, at))
  if (plan.kind === 'exact') return only((await executor.exact?.faults(request, at)) ?? [NO_EXACT])
  const faults = [...shotFaults(request, plan), ...mitigationFaults(request, plan, executor)]
  if (faults.length > 0) return only(faults)
  const { backend, shots, options, owner, signal } = request
  const { probe } = plan
  const hardest = probe
    ? requestFor(probe.json, { backend, shots, options, owner, signal, facts: probe.facts })
    : request
  // For a device: each circuit is mapped to other qubits and meets limits of its own.
  const checked = await executor.device?.checkEstimate(request, plan.request, at)
  if (checked && checked.faults.length > 0) return checked
  const refused = await executor.validate(hardest, at)
  if (refused.length > 0) return only(refused)
  if (checked) return checked
  return only(await confusionFaults(request, plan, executor, at))
}

/** For a simulator: reasons why it cannot execute the circuits that measure the readout. */
async function confusionFaults(
  { backend, shots, options, owner, signal }: CircuitRequest,
  { request, groups, measured_qubits: qubits }: EstimatePlan,
  executor: Executor,
  at: string,
): Promise<Fault[]> {
  if (request.mitigation?.readout !== 'measured') return []
  const has_target = request.target_error !== undefined
  const { confusion } = budgetOf({ shots, groups: Math.max(1, groups), has_target, measures_confusion: true })
  const [, ones] = confusionCircuits(qubits, 1 + Math.max(...qubits))
  const measuring = requestFor(JSON.stringify(ones), { backend, options, owner, signal, shots: confusion })
  const found = await executor.validate(measuring, at)
  return found.map(fault => ({ ...fault, pointer: READOUT, message: `measuring the readout: ${fault.message}` }))
}

const READOUT = '/options/mitigation/readout'

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
    groups > 1 ? `${groups} circuits` : 'one circuit',
    ...(has_target ? ['the pilot of a target error'] : []),
    ...(measures_confusion ? ['measuring the confusion'] : []),
  ]
  const alone = groups <= 1 && what.length === 1
  const needed = alone ? `needs at least ${least} shots` : `need at least ${least} shots together`
  return [{ pointer: '/shots', message: `${what.join(' and ')} ${needed}, not ${shots}` }]
}

function mitigationFaults({ backend, options }: CircuitRequest, plan: EstimatePlan, executor: Executor): Fault[] {
  const pointer = READOUT
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
