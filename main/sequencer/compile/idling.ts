/** Programs without an encoded qubit: the physical baseline, and what preparation and readout do by themselves. */
import type { CardinalState } from '../../contract/model/protocols'
import { LOGICAL_OF } from '../../qec/code/logical-readout'
import { type DdSequence, holdsSequence, SEQUENCE_PULSES } from '../../qec/schedule/decoupling'
import type { Operation, ProgramBlock, SequencerProgram } from '../program/program'
import { pulseStarts } from './grid'
import { type CliffordGate, gateOperations } from './pulses'
import { byStart, lengthOfAll } from './segment-block'
import { assembledProgram, type CompileTarget, delays, preparation, readout } from './target'

export interface Baseline {
  readonly qubits: readonly number[]
  readonly state: CardinalState
  readonly rounds: number
  /** Duration of the encoded round, as compiled. */
  readonly round_ns: number
  readonly sequence: DdSequence | null
  readonly schedule_hash: string
}

/** Every baseline qubit waits for as long as the rounds last, and all are read in one program; slot i is of `qubits[i]`. */
export function compileBaseline(baseline: Baseline, shots: number, target: CompileTarget): SequencerProgram {
  const { qubits, state, rounds, round_ns, sequence } = baseline
  const waits = qubits.map(qubit => waiting(qubit, { round_ns, sequence, target }))
  const blocks = [
    blockOf('prepare', preparation(qubits, state, target)),
    ...(rounds > 0 ? [{ ...blockOf('wait', waits.flat()), duration_ns: round_ns }] : []),
    blockOf(
      'read',
      readout(qubits, () => LOGICAL_OF[state].letter, target),
    ),
  ]
  const pulses = waits.flat().filter(({ op }) => op === 'x90').length
  return assembledProgram(
    {
      name: `baseline, state ${state}, ${rounds} rounds`,
      shots,
      rounds,
      blocks,
      registers: 0,
      feedforward_latency_ns: null,
      body: [
        { call: 'prepare' },
        {
          repeat: rounds,
          slot_step: 0,
          body: rounds > 0 ? [{ mark: 'round_start' }, { call: 'wait' }, { mark: 'round_end' }] : [],
        },
        { call: 'read' },
      ],
      slot_groups: [{ label: 'qubit', names: qubits.map(String), times: 1 }],
      idle: qubits.map(qubit => ({ label: `Q${qubit}`, qubit, ns: rounds > 0 ? round_ns : 0 })),
      decoupling: sequence !== null && pulses > 0 ? { sequence, pulses } : null,
      schedule_hash: baseline.schedule_hash,
    },
    target,
  )
}

const blockOf = (name: string, operations: readonly Operation[]): ProgramBlock => ({
  name,
  duration_ns: lengthOfAll(operations),
  operations: byStart(operations),
})

const pulsesOf = (sequence: DdSequence): CliffordGate[] =>
  SEQUENCE_PULSES[sequence].map(pulse => (pulse === 'X' ? 'x' : 'y'))

/** One round of a qubit that waits: decoupled where it holds the sequence, else a wait. */
function waiting(
  qubit: number,
  {
    round_ns,
    sequence,
    target,
  }: { readonly round_ns: number; readonly sequence: Baseline['sequence']; readonly target: CompileTarget },
): Operation[] {
  const pulse_ns = target.durations.single(qubit)
  const gates = sequence === null ? [] : pulsesOf(sequence)
  if (gates.length === 0 || !holdsSequence(round_ns, pulse_ns, gates.length))
    return delays(qubit, { at_ns: 0, ns: round_ns, target })
  const starts = pulseStarts({
    window_ns: round_ns,
    pulse_ns,
    count: gates.length,
    grid_ns: target.grid_ns,
    slack: target.slack,
  })!
  return gates.flatMap((gate, i) =>
    gateOperations([gate], qubit, { at_ns: starts[i]!, ns: pulse_ns, marks: { dd: true } }),
  )
}

/** Prepares 0 or 1 on every qubit and reads it at once; slot i is of `qubits[i]`. */
export function compileAssignment(
  qubits: readonly number[],
  { prepared, shots, target }: { readonly prepared: 0 | 1; readonly shots: number; readonly target: CompileTarget },
): SequencerProgram {
  return assembledProgram(
    {
      name: `prepare ${prepared} and read`,
      shots,
      rounds: 0,
      registers: 0,
      feedforward_latency_ns: null,
      idle: [],
      decoupling: null,
      blocks: [
        blockOf('prepare', preparation(qubits, prepared === 0 ? '0' : '1', target)),
        blockOf(
          'read',
          readout(qubits, () => 'Z', target),
        ),
      ],
      body: [{ call: 'prepare' }, { call: 'read' }],
      slot_groups: [{ label: 'qubit', names: qubits.map(String), times: 1 }],
      schedule_hash: 'assignment',
    },
    target,
  )
}
