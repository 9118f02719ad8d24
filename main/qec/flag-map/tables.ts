/**
 * The decoder `flag-map`: the posterior over the logical cosets, with calibrated rates. In every round, and in the
 * projection of round 0, it weighs all paths of up to two faults, at every operation and idle window that was executed, the
 * conditional repeat included; from round to round it propagates its posterior of the error on the data, so the whole
 * history of triggers, flags and repeats counts. At the end it weighs the readout (`readout.ts`). Summing over the errors
 * of a coset is maximum-likelihood decoding as in Dennis, Kitaev, Landahl and Preskill, "Topological quantum memory", J.
 * Math. Phys. 43 (2002) 4452; from round to round it is the forward algorithm of a hidden Markov model (Rabiner, Proc. IEEE
 * 77 (1989) 257). The cut after two faults is this program's own.
 *
 * Reading one logical operator distinguishes the four cosets only as two pairs. A shot therefore carries, for each syndrome
 * that the residual error may have against the reference, the weight of the pair that leaves the outcome minus the weight
 * of the pair that flips it: sixteen numbers, multiplied by one matrix for each round with an observation. Common factors
 * are dropped. Which rounds those are and what they showed depends on the protocol: `observations.ts`.
 *
 * It minimizes the error at these rates. At low rates every single fault of a round is corrected, as with `flag-lut`; where
 * rates make two faults likelier than one, that is given up. Where no path explains the observations, the 16-entry lookup
 * is used.
 */
import type { CardinalState } from '../../contract/model/protocols'
import { ALL_SYNDROMES, correctionFor, LOGICAL_X, LOGICAL_Y, LOGICAL_Z, syndromeOf } from '../code/five-qubit'
import { LOGICAL_OF } from '../code/logical-readout'
import { anticommute, single } from '../code/pauli'
import type { Pauli5 } from '../model/fault'
import type { CompiledRound } from '../model/round'
import type { FaultRates } from '../noise/rates'
import { gatesTo, type TransversalGates } from '../program/transversal-gates'
import { advance, cleanFrame, roundPrograms } from '../proof/propagation'
import { closingWindows, undecided } from '../schedule/decision'
import type { RunProtocol } from '../schedule/plane-layout'
import type { CompiledPreparation } from '../spam/preparation-circuit'
import { preparationFaults } from '../spam/verified-preparation'
import { type FaultLocation, faultOnPath, type RoundLocations, roundLocations, upToTwoFaults } from './fault-paths'

export const MAP_VERSION = 'flag-map/1'

/** Plain numbers, for the decoder in TypeScript and the native one alike. */
export interface MapTables extends RoundTables {
  /** After round 0, by its four flags: [flags × 16 + syndrome]. */
  readonly start: Float64Array
  /** Bit mask by change: set where the lookup's correction of the change flips the logical operator. */
  readonly turning: number
}

/** Matrices by row, [to × 16 + from] over the residual error's syndrome against the reference. */
interface RoundTables {
  /** A round that showed nothing. */
  readonly quiet: Float64Array
  /** By symbol, [symbol × 256 + ...]: `observation` of an adaptive round, `passSymbol` and `closingSymbol` of cyclic windows. */
  readonly steps: Float64Array
}

/** The symbol of a trigger at k: the outcome against its reference, the flag (one of them is 1), and the repeat's change. Hot loop: once for each trigger of each shot. */
export const observation = (k: number, outcome: number, flag: number, change: number): number =>
  (k << 6) | (outcome << 5) | (flag << 4) | change

/** The symbol of a pass without feedforward: four flags, and the outcomes against those of the pass before. */
export const passSymbol = (flags: number, change: number): number => (flags << 4) | change

/** The symbol of the extraction that closes windows: its outcomes against the last pass. */
export const closingSymbol = (change: number): number => 256 | change

/** Change of the reference by the outcomes of a symbol. */
export const changeOf = (symbol: number): number => symbol & 15

const SYMBOLS = { adaptive: 256, 'cyclic-window': 272 } as const

/** Whether the lookup's correction turns the logical operator; frames are moved by it when the reference changes. */
const isTurned = (change: number, logical: Pauli5): boolean => anticommute(correctionFor(change), logical)
const turns = (change: number, logical: Pauli5): 1 | -1 => (isTurned(change, logical) ? -1 : 1)

/**
 * The tables of each prepared state, projected in round 0 unless a verified preparation is given; computed when first asked
 * for. A few milliseconds for each state of a 3×3 chiplet, and a few hundredths of a second once for all.
 */
export function mapTables(
  compiled: CompiledRound,
  rates: FaultRates,
  {
    preparation,
    protocol = 'adaptive',
  }: { preparation?: CompiledPreparation | undefined; protocol?: RunProtocol } = {},
): (state: CardinalState) => MapTables {
  const locations = roundLocations(protocol === 'adaptive' ? compiled : closingWindows(compiled), rates)
  /** Round 0 runs whole: nothing is decided in it. */
  const projection = memo((fixed: CompiledRound) =>
    compiled.adaptive
      ? roundLocations({ ...fixed, flagged: fixed.flagged.map(undecided) }, rates).quiet
      : locations.quiet,
  )
  const rounds = memo((letter: 'X' | 'Y' | 'Z'): RoundTables => {
    const logical = LOGICALS[letter]
    const quiet = upToTwoFaults(locations.quiet, logical)
    const steps = { logical, matrices: new Float64Array(SYMBOLS[protocol] * 256) }
    if (protocol === 'adaptive') for (const [k, of] of locations.triggered.entries()) triggeredAt(k, of, steps)
    else windowed(quiet, locations, steps)
    return { quiet: quietOf(quiet), steps: steps.matrices }
  })
  return memo((state: CardinalState): MapTables => {
    const { letter, logical } = LOGICAL_OF[state]
    const turning = ALL_SYNDROMES.reduce((bits, change) => bits | (Number(isTurned(change, logical)) << change), 0)
    const tables = { ...rounds(letter), turning }
    if (preparation) return { ...tables, start: preparedStart(preparation, rates, state) }
    const before = [...productLocations(compiled, rates, state), ...projection(compiled)]
    return { ...tables, start: startOf(upToTwoFaults(before, logical)) }
  })
}

const LOGICALS = { X: LOGICAL_X, Y: LOGICAL_Y, Z: LOGICAL_Z } as const
function memo<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return key => {
    const found = known.get(key) ?? compute(key)
    known.set(key, found)
    return found
  }
}

/** Hot loop: `visit` is called for up to 65,536 effects of each location. */
const forEachEffect = (
  weights: Float64Array,
  visit: (a: number, f: number, s: number, left: number, weight: number) => void,
): void =>
  weights.forEach((weight, effect) => {
    if (weight !== 0) visit(effect & 15, (effect >> 4) & 15, (effect >> 8) & 15, effect >> 12, weight)
  })

/** Round 0's own outcomes are the reference: the residual is what they misread, and the errors that came after them. */
function startOf(weights: Float64Array): Float64Array {
  const start = new Float64Array(256)
  forEachEffect(weights, (a, f, _, left, weight) => {
    start[f * 16 + (left ^ a)]! += weight
  })
  return start
}

/** No trigger: every outcome equals its reference, so its flips equal the residual's syndrome before the round. */
function quietOf(weights: Float64Array): Float64Array {
  const matrix = new Float64Array(256)
  forEachEffect(weights, (a, f, _, left, weight) => {
    if (f === 0) matrix[(a ^ left) * 16 + a]! += weight
  })
  return matrix
}

/** The matrices of all symbols, which are filled in, for one logical operator. */
interface SymbolMatrices {
  readonly logical: Pauli5
  readonly matrices: Float64Array
}

function triggeredAt(k: number, locations: readonly FaultLocation[], { logical, matrices }: SymbolMatrices): void {
  const before = (1 << k) - 1
  forEachEffect(upToTwoFaults(locations, logical), (a, f, s, left, weight) => {
    if ((f & before) !== 0) return
    const flag = (f >> k) & 1
    for (let from = 0; from < 16; from++) {
      const outcome = ((from ^ a) >> k) & 1
      if (((from ^ a) & before) !== 0 || (outcome | flag) === 0) continue
      const change = s ^ from
      matrices[entry(observation(k, outcome, flag, change), left ^ s, from)]! += weight * turns(change, logical)
    }
  })
}

const entry = (symbol: number, to: number, from: number): number => symbol * 256 + to * 16 + from

/**
 * Every pass is executed whole, and so is the extraction that closes windows. The outcomes of a pass are the reference of
 * the next one: the new residual is what the faults left on the data and what they flipped in the outcomes.
 */
function windowed(pass: Float64Array, { repeat }: RoundLocations, { logical, matrices }: SymbolMatrices): void {
  forEachEffect(pass, (a, f, _, left, weight) => {
    for (const change of ALL_SYNDROMES)
      matrices[entry(passSymbol(f, change), a ^ left, a ^ change)]! += weight * turns(change, logical)
  })
  forEachEffect(upToTwoFaults(repeat, logical), (_, __, s, left, weight) => {
    for (const change of ALL_SYNDROMES)
      matrices[entry(closingSymbol(change), s ^ left, s ^ change)]! += weight * turns(change, logical)
  })
}

/**
 * Faults of the product state that round 0 projects: each data qubit's reset, which leaves the other eigenstate of the
 * letter, and the gate that turns |0> into the state where one is needed.
 */
function productLocations(compiled: CompiledRound, rates: FaultRates, state: CardinalState): FaultLocation[] {
  const programs = roundPrograms(compiled)
  const followed = (data: number, pauli: 'X' | 'Y' | 'Z', chance: number) => {
    const frame = { ...cleanFrame(), ...single(data, pauli) }
    for (const program of programs.flagged) advance(frame, program, 0)
    return faultOnPath(frame, chance)
  }
  const flip = LOGICAL_OF[state].letter === 'Z' ? 'X' : 'Z'
  const gate = state === '0' ? [] : (['X', 'Y', 'Z'] as const)
  return compiled.layout.data.flatMap((site, data) => [
    [followed(data, flip, rates.reset(site))],
    gate.map(pauli => followed(data, pauli, rates.single(site) / 3)),
  ])
}

/** An error before the transversal gates as it is after them. */
const turned = (error: Pauli5, gates: TransversalGates['gates']): Pauli5 =>
  gates.reduce(({ x, z }, gate) => (gate === 'h' ? { x: z, z: x } : { x, z: z ^ x }), error)

/**
 * Residual error of a verified preparation, to first order in the faults of the accepted attempt, as `MapTables.start`: round 0 is
 * not run, so that only the first sixteen entries, those without flags, are filled.
 */
function preparedStart(preparation: CompiledPreparation, rates: FaultRates, state: CardinalState): Float64Array {
  const { gates, pauli } = gatesTo(state)
  const { logical } = LOGICAL_OF[state]
  const start = new Float64Array(256)
  const add = (error: Pauli5, chance: number) => {
    start[syndromeOf(error)]! += anticommute(error, logical) ? -chance : chance
  }
  add({ x: 0, z: 0 }, 1)
  for (const { accepted, error, probability } of preparationFaults(preparation, rates))
    if (accepted) add(turned(error, gates), probability)
  if (gates.length > 0 || pauli !== 'I')
    preparation.layout.data.forEach((site, data) => {
      for (const letter of ['X', 'Y', 'Z'] as const) add(single(data, letter), rates.single(site) / 3)
    })
  return start
}
