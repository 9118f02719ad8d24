import type { Circuit } from '../../contract/jobs/circuit'
import { createYielder, type Yielder } from '../../worker/yielder'
import type { CircuitStep, PreparedCircuit } from '../model/circuit'
import { conditionHolds } from '../model/condition'
import { createRandom, type Random } from '../model/random'
import type { RunOptions, SampleOptions } from '../model/run-options'
import { prepareCircuit } from './prepare'

/** Amplitude i is re[i] + i·im[i]; qubit q is bit q of the index. */
export interface State {
  readonly re: Float64Array
  readonly im: Float64Array
}

export function groundState(qubits: number): State {
  const state = { re: new Float64Array(2 ** qubits), im: new Float64Array(2 ** qubits) }
  state.re[0] = 1
  return state
}

/** Multiplies each pair of amplitudes that differ in `target` alone, where all controls are 1, by the 2×2 matrix. */
export function applyGate(
  { re, im }: State,
  {
    matrix,
    target,
    controls,
  }: { readonly matrix: readonly number[]; readonly target: number; readonly controls: readonly number[] },
): void {
  const [ar, ai, br, bi, cr, ci, dr, di] = matrix as [number, number, number, number, number, number, number, number]
  const bit = 1 << target
  const needed = controls.reduce((mask, control) => mask | (1 << control), 0)
  for (let i = 0; i < re.length; i++) {
    if ((i & bit) !== 0 || (i & needed) !== needed) continue
    const j = i | bit
    const [re0, im0, re1, im1] = [re[i]!, im[i]!, re[j]!, im[j]!]
    re[i] = ar * re0 - ai * im0 + br * re1 - bi * im1
    im[i] = ar * im0 + ai * re0 + br * im1 + bi * re1
    re[j] = cr * re0 - ci * im0 + dr * re1 - di * im1
    im[j] = cr * im0 + ci * re0 + dr * im1 + di * re1
  }
}

const probability = ({ re, im }: State, i: number) => re[i]! ** 2 + im[i]! ** 2

function weightsOf(state: State, target: number): [number, number] {
  const weights: [number, number] = [0, 0]
  for (let i = 0; i < state.re.length; i++) weights[((i >> target) & 1) as 0 | 1] += probability(state, i)
  return weights
}

/** Probability that the qubit is 1. */
export function populationOf(state: State, target: number): number {
  const [zero, one] = weightsOf(state, target)
  return one / (zero + one)
}

/** Measures one qubit and leaves the projected, normalized state. */
export function measureQubit(state: State, target: number, random: Random): number {
  const weights = weightsOf(state, target)
  const outcome = random.uniform() * (weights[0] + weights[1]) < weights[0] ? 0 : 1
  const scale = 1 / Math.sqrt(weights[outcome])
  for (let i = 0; i < state.re.length; i++) {
    const kept = ((i >> target) & 1) === outcome ? scale : 0
    state.re[i]! *= kept
    state.im[i]! *= kept
  }
  return outcome
}

type Measure = Extract<CircuitStep, { kind: 'measure' }>

/** `total`: steps of the whole circuit, of which those after the gates are executed elsewhere. */
async function applyGates(
  state: State,
  steps: readonly CircuitStep[],
  { yielder, total }: { readonly yielder: Yielder; readonly total: number },
) {
  for (const [at, step] of steps.entries()) {
    if (yielder.isDue()) await yielder.yieldNow(at / total)
    if (step.kind === 'gate') applyGate(state, { matrix: step.matrix, target: step.target, controls: step.controls })
  }
}

const bitstring = (bits: Uint8Array) => Array.from(bits).reverse().join('')

function countOne(counts: Map<string, number>, bits: Uint8Array): void {
  const key = bitstring(bits)
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/**
 * For circuits that end in measurements alone: each shot picks an index of the one state by its cumulative probability.
 */
async function sampleFinal(
  circuit: PreparedCircuit,
  state: State,
  { shots, random, yielder }: { readonly shots: number; readonly random: Random; readonly yielder: Yielder },
) {
  const cumulative = new Float64Array(state.re.length)
  let total = 0
  for (let i = 0; i < cumulative.length; i++) cumulative[i] = total += probability(state, i)
  const measures = circuit.steps.filter((step): step is Measure => step.kind === 'measure')
  const counts = new Map<string, number>()
  const bits = new Uint8Array(circuit.clbits)
  for (let shot = 0; shot < shots; shot++) {
    if (shot % 64 === 0 && yielder.isDue()) await yielder.yieldNow(shot / shots)
    const index = firstAbove(cumulative, random.uniform() * total)
    for (const { target, clbit } of measures) bits[clbit] = (index >> target) & 1
    countOne(counts, bits)
  }
  return counts
}

/** First index whose cumulative value exceeds `draw`; an index of probability 0 never does so first. */
function firstAbove(cumulative: Float64Array, draw: number): number {
  let [low, high] = [0, cumulative.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (cumulative[middle]! > draw) high = middle
    else low = middle + 1
  }
  return low
}

export const FLIP = [0, 0, 1, 0, 1, 0, 0, 0]

/** State vector and classical bits of one shot. */
interface ShotState {
  readonly state: State
  readonly memory: Map<number, number>
}

function runStep({ state, memory }: ShotState, step: CircuitStep, random: Random): void {
  if (step.kind === 'gate') {
    applyGate(state, { matrix: step.matrix, target: step.target, controls: step.controls })
    return
  }
  const outcome = measureQubit(state, step.target, random)
  if (step.kind === 'measure') memory.set(step.clbit, outcome)
  else if (outcome === 1) applyGate(state, { matrix: FLIP, target: step.target, controls: [] })
}

/** Each shot runs on its own from `start` on; measurements and resets collapse its state. */
async function runTrajectories(
  circuit: PreparedCircuit,
  start: State,
  { shots, random, yielder }: { readonly shots: number; readonly random: Random; readonly yielder: Yielder },
) {
  const counts = new Map<string, number>()
  for (let shot = 0; shot < shots; shot++) {
    const state = { re: start.re.slice(), im: start.im.slice() }
    const memory = new Map<number, number>()
    for (const step of circuit.steps) {
      if (yielder.isDue()) await yielder.yieldNow(shot / shots)
      if (conditionHolds(step.condition, memory)) runStep({ state, memory }, step, random)
    }
    countOne(
      counts,
      Uint8Array.from({ length: circuit.clbits }, (_, clbit) => memory.get(clbit) ?? 0),
    )
  }
  return counts
}

/** (re, im) of each amplitude after a circuit of gates alone; qubit q of the prepared circuit is bit q of the index. */
export async function finalStateReference(circuit: PreparedCircuit, options: RunOptions = {}): Promise<Float64Array> {
  const state = groundState(circuit.qubits)
  await applyGates(state, circuit.steps, { yielder: createYielder(options), total: circuit.steps.length })
  return Float64Array.from({ length: 2 * state.re.length }, (_, i) => (i % 2 === 0 ? state.re : state.im)[i >> 1]!)
}

/**
 * Counts of a circuit by plain state vector: tests compare it with native/statevector/circuit.cc, and it is the engine
 * where the addon does not load. Gates before the first measurement, reset or condition run once; the steps from there
 * on run once per shot, unless they are all measurements without a condition.
 */
export async function countOutcomesReference(
  circuit: Circuit,
  { shots, seed, max_qubits, ...options }: SampleOptions & { readonly max_qubits: number },
): Promise<Map<string, number>> {
  const prepared = prepareCircuit(circuit, { shots, seed, max_qubits })
  const yielder = createYielder(options)
  const random = createRandom(seed)
  const measured = prepared.steps.findIndex(step => step.kind !== 'gate' || step.condition !== null)
  const first = measured === -1 ? prepared.steps.length : measured
  const state = groundState(prepared.qubits)
  await applyGates(state, prepared.steps.slice(0, first), { yielder, total: prepared.steps.length })
  const rest = { ...prepared, steps: prepared.steps.slice(first) }
  const isFinal = rest.steps.every(step => step.kind === 'measure' && step.condition === null)
  return isFinal
    ? sampleFinal(prepared, state, { shots, random, yielder })
    : runTrajectories(rest, state, { shots, random, yielder })
}
