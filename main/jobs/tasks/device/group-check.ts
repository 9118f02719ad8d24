/** Whether a device can play every circuit that measures a job's observables. */
import { type MeasurementGroup, measurementGroups, measuring } from '../../../circuits/observables/measurement-plan'
import { readObservables } from '../../../circuits/observables/read-observables'
import type { Circuit } from '../../../contract/jobs/circuit'
import type { Fault } from '../../../contract/model/errors'
import type { Checkpoint } from '../../../worker/checkpoint'
import { parsed } from '../../../worker/json'
import type { EstimateRequest } from '../../model/estimate-request'
import { checkDeviceProgram, type DeviceCircuit } from './device-program'

export interface DeviceGroups extends DeviceCircuit {
  /** Of the circuit without any group's gates and measurements. */
  readonly json: DeviceCircuit['json']
  readonly estimate: EstimateRequest
  /** The circuit's pointer. */
  readonly at: string
}

/** Each group takes a transpilation; more than this many refused ones tell the caller nothing new. */
const MAX_REFUSED = 10

/** What the device cannot hold or do of them; each fault names its group and the limit. The circuit and its observables are sound. */
export function checkGroups({ estimate, at, ...input }: DeviceGroups, checkpoint: Checkpoint): Fault[] {
  const circuit = parsed<Circuit>(input.json)
  const set = readObservables(estimate.observables ?? [], circuit.num_qubits)
  const groups = measurementGroups(set, estimate.grouping, checkpoint)
  const found: Fault[] = []
  let refused = 0
  for (const [index, group] of groups.entries()) {
    const json = JSON.stringify(measuring(circuit, group))
    const { faults } = checkDeviceProgram({ ...input, json }, at, checkpoint)
    const name = groupName(group, { index, of: groups.length })
    found.push(...faults.map(fault => ({ ...fault, message: `${name}: ${fault.message}` })))
    refused += Math.min(1, faults.length)
    if (refused === MAX_REFUSED) break
  }
  return found
}

/** Paulis of a group that its name shows. */
const SHOWN = 3

function groupName({ paulis }: MeasurementGroup, { index, of }: { readonly index: number; readonly of: number }) {
  const more = paulis.length > SHOWN ? `, ${paulis.length - SHOWN} more` : ''
  return `group ${index + 1} of ${of} (${paulis.slice(0, SHOWN).join(', ')}${more})`
}
