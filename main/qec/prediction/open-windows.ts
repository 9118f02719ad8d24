/**
 * Probability that no window is open after the last pass of cyclic-window, for runs that discard shots with an open window:
 * exact under the rates that the sampler uses, over every set of faults. Between passes only the syndrome that is left and
 * the window that is open matter, so eighty numbers describe a run.
 */
import { ALL_SYNDROMES, GENERATOR_INDICES } from '../code/five-qubit'
import type { CompiledRound } from '../model/round'
import type { FaultRates } from '../noise/rates'
import { frameFaults } from '../program/frame-faults'
import { localQubits } from '../program/noisy-ops'
import { passOps } from '../program/passes'
import { patternOdds, residualSyndrome } from '../program/pattern-odds'
import { planeLayout, roundPlane } from '../schedule/plane-layout'

/** `left`: syndrome of the remaining error against the reference; `open`: the slot whose window is open, 4 for none. */
const stateOf = (left: number, open: number): number => open * 16 + left
const NONE = 4
const STATES = 80

/** Probabilities by a number of twelve bits: flips of a0..a3, of f0..f3, then the syndrome of the data error. */
type Pass = Float64Array

function passOf(compiled: CompiledRound, rates: FaultRates): Pass {
  const { qubits, local } = localQubits(compiled)
  const layout = planeLayout('correction', { rounds: 0, protocol: 'cyclic-window', closing: 'erasure' })
  const bits = (['a', 'f'] as const).flatMap(kind =>
    GENERATOR_INDICES.map(k => roundPlane(layout, { round: 0, kind, generator: k })),
  )
  const faults = frameFaults({ ops: passOps(compiled, { local, rates, layout }).flagged(0), qubits, bits })
  return patternOdds(faults, 12, effect => effect.flips | (residualSyndrome(effect) << 8))
}

/** The state after a pass with these flips: `noteWindow`, slot by slot. */
function after(state: number, pattern: number): number {
  let open = state >> 4
  const before = state & 15
  let reference = 0
  for (const k of GENERATOR_INDICES) {
    const change = ((pattern >> k) ^ (before >> k) ^ (reference >> k)) & 1
    const flag = (pattern >> (4 + k)) & 1
    if (open === NONE) open = change | flag ? k : NONE
    else {
      reference ^= change << k
      if (open === k) open = NONE
    }
  }
  return stateOf(before ^ (pattern >> 8) ^ reference, open)
}

/** Round 0's own outcomes are the reference. */
function projected(odds: Pass): Float64Array {
  const states = new Float64Array(STATES)
  odds.forEach((chance, pattern) => {
    states[stateOf((pattern & 15) ^ (pattern >> 8), NONE)]! += chance
  })
  return states
}

/**
 * Probability that no window is open after a number of passes. `start`: probability of each syndrome that the preparation
 * leaves, summing to 1; without it, round 0 prepares.
 */
export function windowsClosed(
  compiled: CompiledRound,
  rates: FaultRates,
  start?: Float64Array,
): (rounds: number) => number {
  const pass = passOf(compiled, rates)
  const first = new Float64Array(STATES)
  if (start) for (const left of ALL_SYNDROMES) first[stateOf(left, NONE)] = start[left]!
  const states = [start ? first : projected(pass)]
  return rounds => {
    while (states.length <= rounds) states.push(onePass(states.at(-1)!, pass))
    return states[rounds]!.slice(stateOf(0, NONE)).reduce((sum, chance) => sum + chance, 0)
  }
}

function onePass(states: Float64Array, odds: Pass): Float64Array {
  const next = new Float64Array(STATES)
  states.forEach((here, state) => {
    if (here > 0)
      odds.forEach((chance, pattern) => {
        if (chance > 0) next[after(state, pattern)]! += here * chance
      })
  })
  return next
}
