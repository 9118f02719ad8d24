import { createYielder, type Yielder } from '../../worker/yielder'
import { conditionHolds } from '../model/condition'
import { qubitsWithin, stateBudget } from '../model/memory'
import { createRandom, type Random } from '../model/random'
import type { SampleOptions } from '../model/run-options'
import type { LogicStep, TrajectoryProgram, TrajectorySimulator, TrajectoryStep } from '../model/trajectory'
import { applyGate, FLIP, groundState, measureQubit, populationOf, type State } from '../statevector/reference'
import { checkTrajectories } from './program'

/** A gate on more qubits than this would hold the event loop for longer than 20 ms. */
const MAX_REFERENCE_QUBITS = 20
/** Amplitudes a second of this engine, where every shot runs every step. */
const REFERENCE_AMPLITUDES_PER_SECOND = 1e7

/** Indexed by two bits, X and Z; Y up to a phase, which no outcome shows. */
const PAULIS = [[1, 0, 0, 0, 0, 0, 1, 0], FLIP, [1, 0, 0, 0, 0, 0, -1, 0], [0, 0, -1, 0, 1, 0, 0, 0]] as const

const applyPauli = (state: State, which: number, target: number) => {
  if (which > 0) applyGate(state, { matrix: PAULIS[which]!, target, controls: [] })
}

function injectPauli1(state: State, step: Extract<TrajectoryStep, { kind: 'pauli1' }>, random: Random): void {
  const draw = random.uniform()
  const { px, py, pz } = step
  const which = draw < px ? 1 : draw < px + py ? 3 : draw < px + py + pz ? 2 : 0
  applyPauli(state, which, step.target)
}

function injectPauli2(state: State, step: Extract<TrajectoryStep, { kind: 'pauli2' }>, random: Random): void {
  if (random.uniform() >= step.p) return
  const which = 1 + Math.floor(random.uniform() * 15)
  applyPauli(state, which & 3, step.target)
  applyPauli(state, which >> 2, step.other)
}

/** A jump with its probability in this state, else the no-jump evolution; normalized either way. */
function damp(state: State, { target, gamma }: Extract<TrajectoryStep, { kind: 'damp' }>, random: Random): void {
  const jump = gamma * populationOf(state, target)
  if (random.uniform() < jump) {
    const scale = Math.sqrt(gamma / jump)
    applyGate(state, { matrix: [0, 0, scale, 0, 0, 0, 0, 0], target, controls: [] })
    return
  }
  const scale = 1 / Math.sqrt(1 - jump)
  applyGate(state, { matrix: [scale, 0, 0, 0, 0, 0, scale * Math.sqrt(1 - gamma), 0], target, controls: [] })
}

const recordedBit = (
  outcome: number,
  { flips }: Extract<TrajectoryStep, { kind: 'measure' }>,
  random: Random,
): number => (random.uniform() < flips[outcome === 0 ? 0 : 1] ? 1 - outcome : outcome)

/** New value of the step's bit. */
export function resultOfLogic({ logic, clbit, from }: LogicStep, memory: ReadonlyMap<number, number>): number {
  const [old, other] = [memory.get(clbit) ?? 0, from === null ? 0 : (memory.get(from) ?? 0)]
  const results = { zero: 0, one: 1, xor: old ^ other, or: old | other, and: old & other, andnot: old & (1 - other) }
  return results[logic]
}

/** State vector and classical bits of one shot. */
interface ShotState {
  readonly state: State
  readonly memory: Map<number, number>
}

function runStep({ state, memory }: ShotState, step: TrajectoryStep, random: Random): void {
  switch (step.kind) {
    case 'gate':
      applyGate(state, { matrix: step.matrix, target: step.target, controls: step.controls })
      break
    case 'pauli1':
      injectPauli1(state, step, random)
      break
    case 'pauli2':
      injectPauli2(state, step, random)
      break
    case 'damp':
      damp(state, step, random)
      break
    case 'measure':
      memory.set(step.clbit, recordedBit(measureQubit(state, step.target, random), step, random))
      break
    case 'logic':
      memory.set(step.clbit, resultOfLogic(step, memory))
      break
    case 'reset':
      if (measureQubit(state, step.target, random) === 1)
        applyGate(state, { matrix: FLIP, target: step.target, controls: [] })
  }
}

async function runShot(
  program: TrajectoryProgram,
  random: Random,
  { yielder, done }: { readonly yielder: Yielder; readonly done: number },
): Promise<string> {
  const state = groundState(program.qubits)
  const memory = new Map<number, number>()
  for (const step of program.steps) {
    if (yielder.isDue()) await yielder.yieldNow(done)
    if (conditionHolds(step.condition, memory)) runStep({ state, memory }, step, random)
  }
  return Array.from({ length: program.clbits }, (_, bit) => memory.get(program.clbits - 1 - bit) ?? 0).join('')
}

/** Every shot from the start, step by step: the slow, obvious engine; also used where the addon does not load. */
export function createReferenceTrajectories(): TrajectorySimulator {
  const max_qubits = Math.min(MAX_REFERENCE_QUBITS, qubitsWithin(stateBudget()))
  async function countOutcomes(program: TrajectoryProgram, { shots, seed, ...options }: SampleOptions) {
    checkTrajectories(program, { shots, seed, max_qubits })
    const yielder = createYielder(options)
    const random = createRandom(seed)
    const counts = new Map<string, number>()
    for (let shot = 0; shot < shots; shot++) {
      const key = await runShot(program, random, { yielder, done: shot / shots })
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return counts
  }
  return {
    kind: 'reference',
    trajectory_engine: 'reference-trajectories/2',
    max_qubits,
    estimateSeconds: ({ qubits, steps }, shots) =>
      (shots * (1 + steps.length * 2 ** qubits)) / REFERENCE_AMPLITUDES_PER_SECOND,
    countOutcomes,
  }
}
