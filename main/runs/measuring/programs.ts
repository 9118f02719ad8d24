/**
 * The programs of a run on a device, from the plan's timed segments and pulses, what a sequencer refuses of them, and how
 * long its link is busy with them: programs go up, bins and marks come down. Nothing here knows of the sampler.
 */
import { pairKey } from '../../contract/calibration/compound-cz'
import { AppError } from '../../contract/model/errors'
import { sum } from '../../contract/numbers/arithmetic'
import { IQ_BYTES } from '../../sequencer/bins/iq'
import { roundUp } from '../../sequencer/compile/grid'
import { compileAssignment, compileBaseline } from '../../sequencer/compile/idling'
import { compileReferenced } from '../../sequencer/compile/memory'
import { referenceOf } from '../../sequencer/compile/reference-outcomes'
import type { CompileTarget } from '../../sequencer/compile/target'
import { batchesOf, MARK_BYTES, shotsPerBatch } from '../../sequencer/profile/estimate'
import type { SequencerProfile } from '../../sequencer/profile/profile'
import { measuringRefusals } from '../../sequencer/profile/refusals'
import type { SequencerProgram } from '../../sequencer/program/program'
import { canonicalText } from '../../sequencer/program/text'
import { PlainTableau } from '../../simulation/stabilizer/tableau'
import type { CompiledCircuit, MeasuredCircuit } from '../model/measured'
import type { PlannedDevice, ProtocolSettings, RunPlan, RunSettings } from '../model/plan'
import { baselineQubits, chosenOf, measuredRounds, readoutOf, selectionShots } from '../planning/circuits'

function compileTarget({ device, reset_method, module }: RunPlan): CompileTarget {
  if (!device) throw new Error('the plan is of no run on a device')
  const { profile, single_ns, readout_ns, reset_ns, cz_ns, feedforward_ns } = device
  const known = (table: Record<string, number>, key: string | number): number => {
    const ns = table[key]
    if (ns === undefined) throw new Error(`the plan has no length for ${key}`)
    return ns
  }
  return {
    grid_ns: profile.grid_ns,
    max_wait_ns: profile.max_wait_ns,
    reset_method,
    calibration_id: module.calibration_id,
    durations: {
      single: site => known(single_ns, site),
      readout: site => known(readout_ns, site),
      reset: site => known(reset_ns, site),
      cz: (a, b) => known(cz_ns, pairKey(a, b)),
      feedforward: feedforward_ns,
    },
  }
}

const tableau = (qubits: number) => new PlainTableau(qubits, { bit: () => 0, uniform: () => 0 })

const referenced = (circuit: MeasuredCircuit, program: SequencerProgram): CompiledCircuit => ({
  ...circuit,
  program,
  reference: referenceOf(program, tableau),
})

const sequenceOf = ({ decoupling }: RunPlan) => decoupling?.effect.sequence ?? null

/** Shots of each prepared state of the assignment. */
export const ASSIGNMENT_SHOTS = 2_000

/** Placeholder for the number of shots, which each batch replaces when it is measured. */
const ANY_SHOTS = 1

export function encodedProgram(
  plan: RunPlan,
  { mode, protocol, closing }: ProtocolSettings,
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

/** One program in which all qubits wait and are read. */
export function waitingProgram(
  plan: RunPlan,
  {
    circuit,
    qubits = baselineQubits(plan),
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
  return [...new Set([...data, ancilla, flag, ...baselineQubits(plan)])].sort((a, b) => a - b)
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

/** Throws `invalid_request` for programs that the sequencer cannot hold, with each limit, its value and what would do. */
export function refuseUnmeasurable(programs: Iterable<SequencerProgram>, profile: SequencerProfile): void {
  for (const program of programs) {
    const refusals = measuringRefusals(program, profile)
    const [first] = refusals
    if (!first) continue
    const { reason, value, limit, remedy } = first
    const message = `The sequencer cannot play this run: ${first.message}; ${remedy}`
    const pointer = /cyclic-window/.test(remedy) ? '/protocol' : '/rounds'
    const details = { refusals, profile: profile.profile_id }
    throw new AppError('invalid_request', message, {
      details,
      faults: [{ pointer, message, exceeds: { reason, value, limit, remedy } }],
    })
  }
}

/** Seconds beside those that the device measures; lost shots and the baselines at wall times, known only afterwards, are left out. */
export function linkSeconds(plan: RunPlan, settings: RunSettings, { profile }: Pick<PlannedDevice, 'profile'>): number {
  const { states, shots, rounds } = settings
  const state = states[0]!
  const assignment = assignmentProgram(plan, 0)
  const points = profile.iq === 'points' ? IQ_BYTES * ASSIGNMENT_SHOTS * assignment.program.slots : 0
  let bytes = 2 * (transferred(assignment, ASSIGNMENT_SHOTS, profile) + points)
  for (const count of measuredRounds(rounds)) {
    // Programs of other states differ in a few pulses.
    const of_state = [transferred(encodedProgram(plan, settings, { state, rounds: count }), shots, profile)]
    if (baselineQubits(plan).length > 0) {
      const waiting = waitingProgram(plan, { circuit: { kind: 'baseline', state, rounds: count } })
      of_state.push(transferred(waiting, shots, profile), transferred(waiting, selectionShots(shots), profile))
    }
    bytes += states.length * sum(of_state)
  }
  return bytes / profile.link_bytes_per_s
}

/** Bytes of all batches: another program had the sequencer before each of them. */
function transferred({ program }: CompiledCircuit, shots: number, profile: SequencerProfile): number {
  const batches = batchesOf(shots, Math.max(1, shotsPerBatch(program, profile)))
  const up = batches.length * canonicalText(program).length
  const marked = batches.reduce((sum, each) => sum + Math.min(each, profile.marked_shots), 0)
  const marks = profile.timestamps === 'marks' ? 2 * program.rounds * MARK_BYTES * marked : 0
  return up + shots * program.slots * profile.bytes_per_bin + marks
}
