/**
 * Checks whether the rows of a sweep (by circuits that represent them) or a circuit with its estimates can be executed,
 * and whether they occupy a device for longer than a job may.
 */
import { confusionCircuits } from '../../circuits/observables/measurement-plan'
import type { Backend } from '../../contract/backends/catalogue'
import { MIN_READOUT_CONTRAST } from '../../contract/jobs/observables'
import type { Fault } from '../../contract/model/errors'
import type { Runner, WorkContext } from '../../worker/runner'
import { budgetOf, leastShots } from '../estimation/allocation'
import { illConditioned } from '../estimation/readout'
import type { EstimatePlan } from '../model/estimate-request'
import { type CheckedCircuit, type CircuitRequest, checkedCircuit, type Executor, requestFor } from '../model/execution'
import type { SubmittedCircuit } from '../model/job'
import type { JobTasks } from '../tasks/registry'
import { shotsPointer } from '../tasks/submission'
import { type JudgedCircuit, MAX_STRUCTURES } from '../tasks/sweep-tasks'

interface RowsParts extends WorkContext {
  readonly executor: Executor
  readonly interactive: Runner<JobTasks>
}

/**
 * Checks the rows of a valid circuit; `request` is for the circuit, or for the row of a sweep with the fewest Clifford gates, which
 * decides for an engine. A device plays the pulses of all rows together, and exact values follow the branches of each: there the
 * circuit at a general point of the parameters, where no gate is special, needs as much as any row, and where that is refused every
 * distinct row is checked.
 */
export async function executionCheck(
  circuit: SubmittedCircuit,
  request: CircuitRequest,
  { executor, interactive, ...context }: RowsParts,
): Promise<CheckedCircuit> {
  const { at, sweep, estimate, json } = circuit
  const check = (own: CircuitRequest) => circuitCheck(own, { plan: estimate, executor, at })
  if (!sweep || !differByRow(circuit, request.backend)) return check(request)
  const { backend, shots, options } = request
  const ofCircuit = ({ json: own, facts }: JudgedCircuit) =>
    requestFor(own, { backend, shots, options, facts, ...context })
  const input = { json, parameters: sweep.table }
  const general = await check(ofCircuit(await interactive.run('generalRow', input, context)))
  if (general.faults.length === 0) return general
  const rows = await interactive.run('distinctRows', input, context)
  if (rows === null) return { ...general, faults: general.faults.map(judgedTogether) }
  const checks: CheckedCircuit[] = []
  let refused: { readonly row: number; readonly own: CheckedCircuit } | null = null
  for (const row of rows) {
    const own = await check(ofCircuit(row))
    if (own.faults.length === 0) checks.push(own)
    else refused ??= { row: row.row, own }
    // The refused row is named only where another row can be executed.
    if (refused && checks.length > 0) return { ...refused.own, faults: refused.own.faults.map(ofRow(refused.row)) }
  }
  if (refused) return refused.own
  return checks.reduce((most, own) => ((own.device_time_s ?? 0) > (most.device_time_s ?? 0) ? own : most))
}

const ofRow =
  (row: number) =>
  (fault: Fault): Fault => ({ ...fault, message: `row ${row}: ${fault.message}` })

/** Adds that the table can be changed as well, where its rows differ too much to be checked one by one. */
const judgedTogether = (fault: Fault): Fault => ({
  ...fault,
  message: `${fault.message}; the rows were judged together, by angles that are special for no gate, as their angles are multiples of π/4 in more than ${MAX_STRUCTURES} different ways: a sweep of rows of at most ${MAX_STRUCTURES} such ways is judged row by row, so split the table by which angles are such multiples`,
})

function differByRow({ estimate, facts }: SubmittedCircuit, { mode }: Backend): boolean {
  if (mode === 'live') return true
  return estimate?.kind === 'exact' && (facts.first_condition !== null || facts.first_collapse !== null)
}

interface CheckPlace {
  readonly executor: Executor
  /** Pointer of the circuit. */
  readonly at: string
}

/** Checks a valid circuit together with the observables or mitigation requested of it. */
async function circuitCheck(
  request: CircuitRequest,
  { plan, ...place }: CheckPlace & { readonly plan: EstimatePlan | null },
): Promise<CheckedCircuit> {
  const { executor, at } = place
  const only = (faults: readonly Fault[]): CheckedCircuit => ({ faults, device_time_s: null })
  if (plan === null) return checkedCircuit(executor, request, at)
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
  return only(await confusionFaults(request, plan, place))
}

/** For a simulator: reasons why it cannot execute the circuits that measure the readout. */
async function confusionFaults(
  { backend, shots, options, owner, signal }: CircuitRequest,
  { request, groups, measured_qubits: qubits }: EstimatePlan,
  { executor, at }: CheckPlace,
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
  // The device qubits of a circuit are known only after transpiling.
  if (backend.mode === 'live' || !executor.readout) return []
  const readout = executor.readout(backend.backend_id)
  return plan.measured_qubits.flatMap(qubit => {
    const error = readout(qubit)
    if (error === null)
      return [{ pointer, message: `no readout fidelity is published for qubit ${qubit}; measure it instead` }]
    return 1 - 2 * error >= MIN_READOUT_CONTRAST ? [] : [{ pointer, message: illConditioned(qubit, 1 - 2 * error) }]
  })
}

type Submitted = Pick<SubmittedCircuit, 'at' | 'is_text' | 'shots' | 'sweep' | 'estimate'>
type Check = Pick<CheckedCircuit, 'device_time_s' | 'most_shots'>

/** Maximum device seconds of all rows, played one after the other; null without a device. `check` is for one row. */
export const secondsOf = ({ sweep }: Submitted, { device_time_s }: Check): number | null =>
  device_time_s === null ? null : device_time_s * (sweep?.rows ?? 1)

interface RuntimeLimit {
  readonly backend: Backend
  /** Shots of every circuit of the submit that has none of its own. */
  readonly common: number
}

/** Faults of a valid circuit that would exceed `max_runtime`. */
export function runtimeFaults(circuit: Submitted, check: Check, { backend, common }: RuntimeLimit): Fault[] {
  const { backend_id, limits } = backend
  const { max_runtime_s: most } = limits
  const seconds = secondsOf(circuit, check)
  if (most === undefined || seconds === null || seconds <= most) return []
  const message = `${backend_id} would be occupied for up to ${Math.ceil(seconds)} s, more than the ${most} s that a job may take: ${remedyOf(circuit, check, most)}`
  const { sweep } = circuit
  return [{ pointer: sweep ? `${sweep.at}/rows` : shotsPointer(circuit, common), message }]
}

function remedyOf({ sweep, shots }: Submitted, { device_time_s, most_shots }: Check, most: number): string {
  const rows = Math.floor(most / device_time_s!)
  if (sweep && rows > 0) return `at most ${rows} rows, or fewer shots of each, would do`
  if (sweep || most_shots === undefined) return 'take fewer shots'
  if (most_shots > 0 && most_shots < shots) return `at most ${most_shots} shots would do`
  return 'take a shorter circuit, or fewer iterations of its loops'
}
