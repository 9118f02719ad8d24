/** Checks whether a device can play every circuit of a job's estimates, and how long all of them take. */
import { measuredReadouts, readingSites } from '../../../circuits/observables/measured-readouts'
import {
  confusionCircuits,
  firstBitOf,
  type MeasurementGroup,
  measurementGroups,
  measuring,
} from '../../../circuits/observables/measurement-plan'
import { readObservables } from '../../../circuits/observables/read-observables'
import type { Circuit } from '../../../contract/jobs/circuit'
import { MIN_READOUT_CONTRAST, type Mitigation } from '../../../contract/jobs/observables'
import type { Fault } from '../../../contract/model/errors'
import type { Checkpoint } from '../../../worker/checkpoint'
import { parsed } from '../../../worker/json'
import { budgetOf, type GroupBudget, shareShots, worstShots } from '../../estimation/allocation'
import { MAX_ALLOCATIONS } from '../../estimation/further-shots'
import { illConditioned } from '../../estimation/readout'
import type { EstimateRequest } from '../../model/estimate-request'
import type { CheckedCircuit } from '../../model/execution'
import { checkPlayable, type DeviceCircuit, type PlayableCheck } from './device-program'
import { mostTimeShared, type TimeOf, timeOfAll } from './playing-time'

export interface DeviceEstimate extends DeviceCircuit {
  /** The circuit without the gates and measurements of any group. */
  readonly json: DeviceCircuit['json']
  readonly estimate: EstimateRequest
  /** The circuit's pointer. */
  readonly at: string
}

/** A circuit of the job, with the classical bits that it is measured for. */
interface EstimateCircuit {
  /** Name under which its faults are reported; null: the submitted circuit itself. */
  readonly name: string | null
  readonly circuit: Circuit
  readonly clbits: readonly number[]
}

/** Each group takes a transpilation; more than this many refused ones add nothing new. */
const MAX_REFUSED = 10

/** Faults name their circuit and the limit. Requires a valid circuit and valid estimates. */
export function checkEstimate(input: DeviceEstimate, checkpoint: Checkpoint): CheckedCircuit {
  const { estimate, shots } = input
  const { mitigation, target_error } = estimate
  const { parts, worst_shots } = partsOf(input, checkpoint)
  const checks = checkParts(parts, input, checkpoint)
  if (checks.faults.length > 0) return { faults: checks.faults, device_time_s: null }
  const budget = budgetOf({
    shots,
    groups: parts.length,
    has_target: target_error !== undefined,
    measures_confusion: mitigation?.readout === 'measured',
    worst_shots,
  })
  const readouts = mitigation ? checkReadouts(mitigation, checks.sites, { input, budget, checkpoint }) : NO_READOUTS
  if (readouts.faults.length > 0) return { faults: readouts.faults, device_time_s: null }
  const further = target_error === undefined ? 0 : MAX_ALLOCATIONS - 1
  const device_time_s = timeOfParts(checks.times, budget) + further * timeOfRound(checks.times) + readouts.seconds
  return { faults: [], device_time_s }
}

interface EstimateCircuitSet {
  readonly parts: readonly EstimateCircuit[]
  /** With a target error: see `worstShots`. */
  readonly worst_shots?: number | undefined
}

function partsOf({ json, estimate, at }: DeviceEstimate, checkpoint: Checkpoint): EstimateCircuitSet {
  const circuit = parsed<Circuit>(json)
  const { observables, grouping, target_error: target } = estimate
  if (!observables) {
    const readouts = measuredReadouts(circuit, at)
    return { parts: [{ name: null, circuit, clbits: Array.isArray(readouts) ? [] : readouts.clbits }] }
  }
  const set = readObservables(observables, circuit.num_qubits)
  const groups = measurementGroups(set, grouping, checkpoint)
  const worst_shots = target === undefined ? undefined : worstShots({ groups, constants: set.constants }, target)
  const parts = groups.map((group, index) => ({
    name: groupName(group, { index, of: groups.length }),
    circuit: measuring(circuit, group),
    clbits: group.qubits.map((_, bit) => firstBitOf(circuit) + bit),
  }))
  return { parts, worst_shots }
}

interface CheckedParts {
  readonly faults: readonly Fault[]
  readonly times: readonly TimeOf[]
  /** Device qubits that are read, ascending. */
  readonly sites: readonly number[]
}

function checkParts(parts: readonly EstimateCircuit[], input: DeviceEstimate, checkpoint: Checkpoint): CheckedParts {
  const [faults, times, sites]: [Fault[], TimeOf[], Set<number>] = [[], [], new Set()]
  let refused = 0
  for (const { name, circuit, clbits } of parts) {
    const check = checkPlayable({ ...input, json: JSON.stringify(circuit) }, input.at, checkpoint)
    faults.push(...named(check, name))
    if (check.playable) {
      const played = check.playable.transpiled.circuit
      times.push(check.playable.timeOf)
      for (const site of readingSites(played, clbits)) sites.add(site)
    } else refused += 1
    if (refused === MAX_REFUSED) break
  }
  return { faults, times, sites: [...sites].sort((a, b) => a - b) }
}

const named = ({ faults }: PlayableCheck, name: string | null): readonly Fault[] =>
  name === null ? faults : faults.map(fault => ({ ...fault, message: `${name}: ${fault.message}` }))

/**
 * Maximum time of pilots and values. Without pilots every part has an equal share; with them the shares are not known yet,
 * so that the worst is taken.
 */
function timeOfParts(times: readonly TimeOf[], { pilot, values }: GroupBudget): number {
  const equal = times.map(() => Float64Array.of(1))
  if (pilot === 0) return timeOfAll(times, times.length > 1 ? shareShots(equal, values) : [values])
  return (
    timeOfAll(
      times,
      times.map(() => pilot),
    ) + mostTimeShared(times, values)
  )
}

/** Extra time of shots in a round of their own: an upload and a fetch of each part, one shot rounded up. */
const timeOfRound = (times: readonly TimeOf[]): number =>
  timeOfAll(
    times,
    times.map(() => 1),
  )

const READOUT = '/options/mitigation/readout'
const NO_READOUTS = { faults: [], seconds: 0 }

interface ReadoutCheck {
  readonly input: DeviceEstimate
  readonly budget: GroupBudget
  readonly checkpoint: Checkpoint
}

/** Whether the readout of these device qubits can be inverted, and how long measuring it takes. */
function checkReadouts({ readout }: Mitigation, sites: readonly number[], check: ReadoutCheck) {
  if (readout === 'published') return { faults: publishedFaults(sites, check.input), seconds: 0 }
  const { input, budget, checkpoint } = check
  const circuits = confusionCircuits([...sites.keys()], sites.length)
  const checked = circuits.map(circuit =>
    checkPlayable({ ...input, layout: sites, json: JSON.stringify(circuit) }, input.at, checkpoint),
  )
  const what = `a circuit that measures the readout of the device qubits ${sites.join(', ')}`
  const faults = checked.flatMap(each => named(each, what)).map(fault => ({ ...fault, pointer: READOUT }))
  if (faults.length > 0) return { faults, seconds: 0 }
  const times = checked.map(({ playable }) => playable!.timeOf)
  const seconds = timeOfAll(
    times,
    times.map(() => budget.confusion),
  )
  // With a target error a second round may follow.
  const further = input.estimate.target_error === undefined ? 0 : timeOfRound(times)
  return { faults, seconds: seconds + further }
}

/** Faults by the calibration that is current now; the job is checked again by the one that is current when it runs. */
function publishedFaults(sites: readonly number[], { snapshot }: DeviceEstimate): Fault[] {
  const published = new Map(snapshot.qubits.map(({ index, readout_fidelity }) => [index, readout_fidelity]))
  return sites.flatMap(site => {
    const fidelity = published.get(site) ?? null
    if (fidelity === null) {
      const message = `no readout fidelity is published for qubit ${site}, on which the circuit comes to stand; measure it instead`
      return [{ pointer: READOUT, message }]
    }
    const contrast = 2 * fidelity - 1
    return contrast >= MIN_READOUT_CONTRAST ? [] : [{ pointer: READOUT, message: illConditioned(site, contrast) }]
  })
}

/** Maximum Paulis that the name of a group shows. */
const SHOWN = 3

function groupName({ paulis }: MeasurementGroup, { index, of }: { readonly index: number; readonly of: number }) {
  const more = paulis.length > SHOWN ? `, ${paulis.length - SHOWN} more` : ''
  return `group ${index + 1} of ${of} (${paulis.slice(0, SHOWN).join(', ')}${more})`
}
