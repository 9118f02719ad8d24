/** The programs of a run on a device, from the plan's timed segments and pulses: nothing here knows of the sampler. */

import { roundUp } from '../../sequencer/compile/grid'
import { compileAssignment, compileBaseline } from '../../sequencer/compile/idling'
import { compileReferenced } from '../../sequencer/compile/memory'
import { referenceOf } from '../../sequencer/compile/reference'
import type { SequencerProgram } from '../../sequencer/program/program'
import { PlainTableau } from '../../simulation/stabilizer/tableau'
import type { CompiledCircuit, MeasuredCircuit } from '../model/measured'
import type { RunPlan, RunSettings } from '../model/plan'
import { chosenOf, readoutOf } from '../planning/circuits'
import { compileTarget } from './device'

const tableau = (qubits: number) => new PlainTableau(qubits, { bit: () => 0, uniform: () => 0 })

const referenced = (circuit: MeasuredCircuit, program: SequencerProgram): CompiledCircuit => ({
  ...circuit,
  program,
  reference: referenceOf(program, tableau),
})

const sequenceOf = ({ decoupling }: RunPlan) => decoupling?.effect.sequence ?? null

/** Placeholder for the number of shots, which each batch replaces when it is measured. */
const ANY_SHOTS = 1

export function encodedProgram(
  plan: RunPlan,
  { mode, protocol, closing }: Pick<RunSettings, 'mode' | 'protocol' | 'closing'>,
  { state, rounds }: Pick<MeasuredCircuit, 'state' | 'rounds'>,
): CompiledCircuit {
  const memory = {
    compiled: plan.compiled,
    readout: readoutOf(state),
    mode,
    state,
    rounds,
    ...chosenOf(plan),
    ...(protocol ? { protocol } : {}),
    ...(closing ? { closing } : {}),
  }
  const options = { shots: ANY_SHOTS, target: compileTarget(plan), sequence: sequenceOf(plan) }
  return { kind: 'encoded', state, rounds, ...compileReferenced(memory, options, tableau) }
}

/** Qubits that have a baseline. */
export const waitingOf = ({ qubits }: Pick<RunPlan, 'qubits'>): number[] =>
  qubits.filter(({ skipped }) => skipped === null).map(({ qubit }) => qubit)

/** One program in which all qubits wait and are read. */
export function waitingProgram(
  plan: RunPlan,
  {
    circuit,
    qubits = waitingOf(plan),
    duration_ns = plan.compiled.duration_ns * circuit.rounds,
  }: { readonly circuit: MeasuredCircuit; readonly qubits?: readonly number[]; readonly duration_ns?: number },
): CompiledCircuit {
  const target = compileTarget(plan)
  const { state, rounds } = circuit
  const round_ns = rounds === 0 ? plan.compiled.duration_ns : roundUp(duration_ns / rounds, target.grid_ns)
  const { schedule_hash } = plan.compiled
  const sequence = sequenceOf(plan)
  return referenced(
    circuit,
    compileBaseline({ qubits, state, rounds, round_ns, sequence, schedule_hash }, ANY_SHOTS, target),
  )
}

/** Every qubit that the run reads. */
export const readQubits = (plan: RunPlan): number[] => {
  const { data, ancilla, flag } = plan.compiled.layout
  return [...new Set([...data, ancilla, flag, ...waitingOf(plan)])].sort((a, b) => a - b)
}

/** Program that prepares and reads all qubits; its bits are as measured, not relative to the prepared state. */
export function assignmentProgram(plan: RunPlan, prepared: 0 | 1): CompiledCircuit {
  const program = compileAssignment(readQubits(plan), { prepared, shots: ANY_SHOTS, target: compileTarget(plan) })
  return {
    kind: 'assignment',
    state: prepared === 0 ? '0' : '1',
    rounds: 0,
    program,
    reference: new Uint8Array(program.slots),
  }
}
