/** How a circuit's observables, or its counts with inverted readout, are measured, or why they cannot be. */
import { measuredReadouts } from '../../circuits/observables/measured-readouts'
import {
  bitsLeft,
  type MeasurementGroup,
  measurementGroups,
  measuring,
} from '../../circuits/observables/measurement-plan'
import { measuredAtEndFaults, readObservables } from '../../circuits/observables/read-observables'
import type { Circuit } from '../../contract/jobs/circuit'
import type { EstimateKind } from '../../contract/jobs/circuit-job'
import { MAX_GROUPS } from '../../contract/jobs/observables'
import type { Fault } from '../../contract/model/errors'
import { factsOf } from '../../simulation/circuit-facts'
import { jsonForThread } from '../../worker/json'
import { worstShots } from '../estimation/allocation'
import type { EstimatePlan, EstimateRequest } from '../model/estimate-request'

/** `at` is the pointer of the circuit, which is sound. */
export function estimatePlanOf(
  circuit: Circuit,
  kind: EstimateKind,
  { request, at }: { readonly request: EstimateRequest; readonly at: string },
): EstimatePlan {
  const { observables = [] } = request
  const none = {
    kind,
    request,
    groups: 0,
    measured_qubits: [],
    numbers: observables.length ** 2,
    probe: null,
    faults: [],
  }
  if (kind === 'mitigated_counts') {
    const readouts = measuredReadouts(circuit, at)
    if (Array.isArray(readouts)) return { ...none, faults: readouts }
    return { ...none, measured_qubits: readouts.qubits, numbers: 2 ** readouts.qubits.length }
  }
  const set = readObservables(observables, circuit.num_qubits)
  const faults = [...set.faults, ...measuredAtEndFaults(circuit, set, at)]
  if (faults.length > 0) return { ...none, faults }
  if (kind === 'exact') return none
  const groups = measurementGroups(set, request.grouping)
  const measured_qubits = [...new Set(groups.flatMap(({ qubits }) => qubits))].sort((a, b) => a - b)
  const unsound = groupFaults(groups, circuit)
  if (unsound.length > 0) return { ...none, faults: unsound }
  const { target_error: target } = request
  const worst_shots = target === undefined ? undefined : worstShots({ groups, constants: set.constants }, target)
  return { ...none, groups: groups.length, worst_shots, measured_qubits, probe: probeOf(circuit, groups) }
}

function groupFaults(groups: readonly MeasurementGroup[], circuit: Circuit): Fault[] {
  const pointer = '/observables'
  if (groups.length === 0) return [{ pointer, message: 'there is nothing to measure: every term is the identity or 0' }]
  if (groups.length > MAX_GROUPS) {
    const message = `the terms need ${groups.length} circuits, more than ${MAX_GROUPS}; give fewer, or options.grouping general`
    return [{ pointer, message }]
  }
  const bits = Math.max(...groups.map(({ qubits }) => qubits.length))
  if (bits <= bitsLeft(circuit)) return []
  return [
    {
      pointer,
      message: `${bits} qubits are measured together, but the circuit leaves only ${bitsLeft(circuit)} classical bits: declare fewer`,
    },
  ]
}

/** The circuit of the group with the most gates, and among those with the most measured bits. */
function probeOf(circuit: Circuit, groups: readonly MeasurementGroup[]): EstimatePlan['probe'] {
  const size = ({ gates, qubits }: MeasurementGroup) => gates.length * 10_000 + qubits.length
  const largest = groups.reduce((most, group) => (size(group) > size(most) ? group : most))
  const whole = measuring(circuit, largest)
  const json = JSON.stringify(whole)
  return { json: jsonForThread(json), facts: factsOf(whole) }
}
