/** The schedule of a round in the shape of the record. */
import type { RunRecord } from '../../contract/runs/record'
import { GENERATORS } from '../../qec/code/five-qubit'
import type { CompiledRound, Extraction, Step } from '../../qec/model/round'

const extractions = ({ plan }: CompiledRound): readonly Extraction[] => [...plan.flagged, ...plan.repeat]

type Couple = Extract<Step, { kind: 'couple' }>
const isCouple = (step: Step): step is Couple => step.kind === 'couple'

/** Couplings done before each step. */
const couplingsBefore = (steps: readonly Step[], index: number): number => steps.slice(0, index).filter(isCouple).length

export const stabilizerSchedule = (compiled: CompiledRound): RunRecord['stabilizer_schedule'] =>
  extractions(compiled).map(({ generator, flagged, steps }) => ({
    generator: GENERATORS[generator]!,
    flagged,
    couplings: steps.filter(isCouple).map(({ data, pauli, at }) => ({ data: `D${data}`, pauli, ancilla_at: at })),
    flag_after_couplings: steps.flatMap((step, i) => (step.kind === 'flag' ? [couplingsBefore(steps, i)] : [])),
  }))

export const routingSchedule = (compiled: CompiledRound): RunRecord['routing_schedule'] =>
  extractions(compiled).map(({ generator, flagged, steps }) => ({
    generator: GENERATORS[generator]!,
    flagged,
    moves: steps.flatMap((step, i) =>
      step.kind === 'move' ? [{ from: step.from, to: step.to, after_coupling: couplingsBefore(steps, i) }] : [],
    ),
  }))

/** Nanoseconds that each data qubit waits in one flagged round. */
export function idleTimes({ layout, flagged }: CompiledRound): RunRecord['idle_time_per_data_qubit'] {
  const windows = flagged.flatMap(({ idles }) => idles)
  const of = (data: number) =>
    windows.filter(({ site }) => site === layout.data[data]).reduce((sum, { duration_ns }) => sum + duration_ns, 0)
  return { D0: of(0), D1: of(1), D2: of(2), D3: of(3), D4: of(4) }
}
