/** Draws of a predicted decay P(R) = ½[1 + A(1−2ε)^R], for curves: preparation and readout are in A, not in ε. */
import { sum } from '../../contract/numbers/arithmetic'
import type { Tally } from '../statistics/likelihood'
import type { Fitted } from '../statistics/mean-over-bases'
import type { Decay } from '../statistics/posterior'
import { normal, uniforms } from '../statistics/random'

const DRAWS = 400

/**
 * Draws from the fit where there are two or more numbers of rounds above 0; with only one, from R = 0 and that one, whose
 * signals are normally distributed about the counted ones. Empty without a fit or without rounds.
 */
export function decayDraws(bases: readonly (readonly Tally[])[], fitted: Fitted | null): Decay[] {
  const lengths = lengthsOf(bases)
  if (!fitted || lengths.length === 0) return []
  return lengths.length > 1 ? drawn(fitted.decay) : drawsByTwo(bases, lengths[0]!)
}

/** Draws from R = 0 and the smallest other number of rounds alone, where a decay has the most signal left. */
export function firstDraws(bases: readonly (readonly Tally[])[]): Decay[] {
  const lengths = lengthsOf(bases)
  return lengths.length === 0 ? [] : drawsByTwo(bases, Math.min(...lengths))
}

const lengthsOf = (bases: readonly (readonly Tally[])[]): number[] =>
  [...new Set(bases.flat().map(({ rounds }) => rounds))].filter(rounds => rounds > 0)

function drawn(draw: (random: () => number) => Decay): Decay[] {
  const random = uniforms(2n)
  return Array.from({ length: DRAWS }, () => draw(random))
}

const drawsByTwo = (bases: readonly (readonly Tally[])[], rounds: number): Decay[] =>
  drawn(random => drawnByTwo(bases, rounds, random))

function drawnByTwo(bases: readonly (readonly Tally[])[], rounds: number, random: () => number): Decay {
  const signals = bases.map(points => [0, rounds].map(count => drawnSignal(points, count, random)) as [number, number])
  const kept = signals.map(([start, end]) => (start > 0 ? Math.min(1, Math.max(0, end) / start) ** (1 / rounds) : 0))
  return { spams: signals.map(([start]) => Math.max(0, start)), errors: kept.map(each => (1 - each) / 2) }
}

/** 1 − 2 P(failure) after this many rounds, drawn from a normal distribution about the counted share; 0 without shots. */
function drawnSignal(points: readonly Tally[], rounds: number, random: () => number): number {
  const here = points.filter(point => point.rounds === rounds)
  const shots = sum(here.map(point => point.shots))
  if (shots === 0) return 0
  const failing = sum(here.map(point => point.failures)) / shots
  const spread = Math.sqrt(Math.max(1 / shots, failing * (1 - failing)) / shots)
  return Math.min(1, 1 - 2 * (failing + spread * normal(random)))
}
