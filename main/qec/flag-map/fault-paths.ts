/** Effects of faults on each path of a round: without a trigger, or triggered at generator k and repeated. */
import { GENERATOR_INDICES, syndromeOf } from '../code/five-qubit'
import { anticommute } from '../code/pauli'
import type { Pauli5, SingleFault } from '../model/fault'
import type { CompiledRound } from '../model/round'
import type { FaultRates } from '../noise/rates'
import { circuitFaults } from '../proof/fault-locations'
import { faultRate } from '../proof/flag-table'
import { advance, cleanFrame, dataError, type Frame, type RoundPrograms, roundPrograms } from '../proof/propagation'
import { inject } from '../proof/replay'

/** Effect of one fault on a path. */
interface FaultOnPath {
  /**
   * Effect on a round: flips of a0..a3 (bits 0-3), f0..f3 (4-7), s0..s3 (8-11), and the syndrome of the remaining data error
   * (12-15).
   */
  readonly effect: number
  readonly error: Pauli5
  readonly chance: number
}

/** Faults that exclude one another: those of one operation or idle window. */
export type FaultLocation = readonly FaultOnPath[]

/** Effects are numbers below this. */
const EFFECTS = 1 << 16

/** Fault locations that are executed on each path through a round. */
export interface RoundLocations {
  readonly quiet: readonly FaultLocation[]
  /** Triggered at k and repeated. */
  readonly triggered: readonly (readonly FaultLocation[])[]
  /** The unflagged extraction of all four by itself. */
  readonly repeat: readonly FaultLocation[]
}

export const faultOnPath = (frame: Frame, chance: number): FaultOnPath => {
  const error = dataError(frame)
  return { effect: frame.flips | (syndromeOf(error) << 12), error, chance }
}

/** Follows every fault of the flagged extractions and of the repeat. Propagation is linear: faults that occur together add up. */
export function roundLocations(compiled: CompiledRound, rates: FaultRates): RoundLocations {
  const programs = roundPrograms(compiled)
  const quiet = new Map<string, FaultOnPath[]>()
  const triggered = GENERATOR_INDICES.map(() => new Map<string, FaultOnPath[]>())
  for (const fault of circuitFaults(compiled)) {
    const chance = faultRate(fault, compiled, rates)
    if (chance === 0) continue
    const frame = cleanFrame()
    let from = inject(frame, { fault, round: compiled, sites: programs.sites })
    for (let k = fault.index; k < 4; k++) {
      advance(frame, programs.flagged[k]!, from)
      from = 0
      const repeated = { ...frame }
      advance(repeated, programs.repeat, 0)
      add(triggered[k]!, fault, faultOnPath(repeated, chance))
    }
    add(quiet, fault, faultOnPath(frame, chance))
  }
  const repeat = repeatLocations(compiled, rates, programs)
  return {
    quiet: [...quiet.values()],
    // Faults of earlier extractions are on every later path too.
    triggered: triggered.map(locations => [...locations.values(), ...repeat]),
    repeat,
  }
}

function add(locations: Map<string, FaultOnPath[]>, { index, kind, op }: SingleFault, effect: FaultOnPath): void {
  const name = `${index} ${kind === 'idle'} ${op}`
  const location = locations.get(name)
  if (location) location.push(effect)
  else locations.set(name, [effect])
}

function repeatLocations(compiled: CompiledRound, rates: FaultRates, programs: RoundPrograms): FaultLocation[] {
  const alone: CompiledRound = { ...compiled, flagged: [compiled.repeat] }
  const locations = new Map<string, FaultOnPath[]>()
  for (const fault of circuitFaults(alone)) {
    const chance = faultRate(fault, alone, rates)
    if (chance === 0) continue
    const frame = cleanFrame()
    advance(frame, programs.repeat, inject(frame, { fault, round: alone, sites: programs.sites }))
    add(locations, fault, faultOnPath(frame, chance))
  }
  return [...locations.values()]
}

/** An effect's odds against no fault there, negative where the error anticommutes with the logical operator. */
interface Weighted {
  readonly effect: number
  readonly weight: number
}

/** Caps the probability that some fault happens at a location, so that its odds stay finite. */
const CERTAIN = 1 - 1e-6

function weighed(location: FaultLocation, logical: Pauli5): Weighted[] {
  const quiet =
    1 -
    Math.min(
      CERTAIN,
      location.reduce((sum, { chance }) => sum + chance, 0),
    )
  return location.map(({ effect, error, chance }) => ({
    effect,
    weight: (anticommute(error, logical) ? -chance : chance) / quiet,
  }))
}

/**
 * Signed weights of every effect that none, one or two faults at different locations have, relative to no fault: negative
 * where the error anticommutes with `logical`. Pairs by convolution over distinct effects, less the pairs within a location.
 * Time O(effects² + Σ (faults of a location)²).
 */
export function upToTwoFaults(locations: readonly FaultLocation[], logical: Pauli5): Float64Array {
  const weighted = locations.map(location => weighed(location, logical))
  const single = new Float64Array(EFFECTS)
  for (const { effect, weight } of weighted.flat()) single[effect]! += weight
  const effects = [...new Set(weighted.flat().map(({ effect }) => effect))].filter(effect => single[effect] !== 0)
  const sum = single.slice()
  sum[0]! += 1
  effects.forEach((first, i) => {
    sum[0]! += single[first]! ** 2 / 2
    for (let j = 0; j < i; j++) sum[first ^ effects[j]!]! += single[first]! * single[effects[j]!]!
  })
  for (const faults of weighted)
    for (const a of faults) for (const b of faults) sum[a.effect ^ b.effect]! -= (a.weight * b.weight) / 2
  return sum
}
