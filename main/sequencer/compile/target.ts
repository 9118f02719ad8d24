/** Target that every program is compiled for, and the fields that all programs carry. */
import { TO_Z_BASIS } from '../../contract/gates/decompositions'
import type { CardinalState } from '../../contract/model/protocols'
import { sum } from '../../contract/numbers/arithmetic'
import type { Durations } from '../../qec/model/noise-model'
import type { Operation, SequencerProgram } from '../program/program'
import type { Slack } from './grid'
import { type CliffordGate, gateOperations, takesPulse } from './pulses'
import { lengthOfAll } from './segment-block'

export interface CompileTarget {
  readonly grid_ns: number
  /** On the grid; the schedule was made with these. */
  readonly durations: Durations
  readonly reset_method: string
  readonly calibration_id: string
  /** Longest time of one wait instruction. */
  readonly max_wait_ns: number
  /** Slack of decoupling pulses; `edges` unless given. */
  readonly slack?: Slack | undefined
}

/** The lines of a qubit, as the demo lab names them. */
const linesOf = (qubit: number): SequencerProgram['lines'][number] => ({
  qubit,
  drive: `drive${qubit}`,
  flux: `flux${qubit}`,
  readout: `readout${qubit}`,
})

type TargetParts = Pick<
  SequencerProgram,
  'name' | 'blocks' | 'body' | 'registers' | 'slot_groups' | 'idle' | 'decoupling' | 'shots' | 'rounds'
> & { readonly schedule_hash: string; readonly feedforward_latency_ns: number | null }

const pairOf = ([a, b]: readonly [number, number]): readonly [number, number] => (a < b ? [a, b] : [b, a])

/** The program of these parts; lines and durations are those of the qubits that it plays on. */
export function assembledProgram(
  { schedule_hash, feedforward_latency_ns, ...parts }: TargetParts,
  { grid_ns, durations, reset_method, calibration_id }: CompileTarget,
): SequencerProgram {
  const operations = parts.blocks.flatMap(block => block.operations)
  const qubits = [...new Set(operations.flatMap(each => (each.op === 'cz' ? each.qubits : [each.qubit])))]
  qubits.sort((a, b) => a - b)
  const pairs = new Map(
    operations.flatMap(each => (each.op === 'cz' ? [[pairOf(each.qubits).join('-'), pairOf(each.qubits)]] : [])) as [
      string,
      [number, number],
    ][],
  )
  return {
    format: 'qseq/1',
    timing: 'strict',
    ...parts,
    grid_ns,
    feedforward_latency_ns,
    reset_method,
    lines: qubits.map(linesOf),
    durations: {
      qubits: qubits.map(qubit => ({
        qubit,
        x90_ns: durations.single(qubit),
        measure_ns: durations.readout(qubit),
        reset_ns: durations.reset(qubit),
      })),
      cz: [...pairs.values()].map(([a, b]) => ({ qubits: [a, b], ns: durations.cz(a, b) })),
    },
    slots: sum(parts.slot_groups.map(({ names, times }) => names.length * times)),
    source: { schedule_hash, calibration_id },
  }
}

/** From |0> to the state by one gate at most. */
const STATE_GATES: Readonly<Record<CardinalState, readonly CliffordGate[]>> = {
  '0': [],
  '1': ['x'],
  '+': ['h'],
  '-': ['h', 'z'],
  i: ['h', 's'],
  '-i': ['h', 's', 'z'],
}

/** Resets every site and turns it into the state; all are ready at one moment, so that none waits in it. */
export function preparation(sites: readonly number[], state: CardinalState, { durations }: CompileTarget): Operation[] {
  const gates = STATE_GATES[state]
  const pulse = (site: number) => (takesPulse(gates) ? durations.single(site) : 0)
  const end = Math.max(...sites.map(site => durations.reset(site) + pulse(site)))
  return sites.flatMap(site => {
    const at_ns = end - pulse(site) - durations.reset(site)
    const reset: Operation = { op: 'reset', qubit: site, at_ns, ns: durations.reset(site) }
    return [reset, ...gateOperations(gates, site, { at_ns: end - pulse(site), ns: pulse(site) })]
  })
}

/** Reads every site in the basis of its letter, all from one moment on. */
export function readout(
  sites: readonly number[],
  letter: (i: number) => string,
  { durations }: CompileTarget,
): Operation[] {
  return sites.flatMap((site, slot) => {
    const gates = TO_Z_BASIS[letter(slot) as keyof typeof TO_Z_BASIS]
    const turn = gateOperations(gates, site, { at_ns: 0, ns: durations.single(site) })
    const measure: Operation = {
      op: 'measure',
      qubit: site,
      at_ns: lengthOfAll(turn),
      ns: durations.readout(site),
      slot,
    }
    return [...turn, measure]
  })
}

/** A wait as delays of at most `max_wait_ns` each. */
export function delays(
  qubit: number,
  {
    at_ns,
    ns,
    target: { max_wait_ns, grid_ns },
  }: { readonly at_ns: number; readonly ns: number; readonly target: CompileTarget },
): Operation[] {
  const most = Math.floor(max_wait_ns / grid_ns) * grid_ns
  return Array.from({ length: Math.ceil(ns / most) }, (_, i) => ({
    op: 'delay',
    qubit,
    at_ns: at_ns + i * most,
    ns: Math.min(most, ns - i * most),
  }))
}
