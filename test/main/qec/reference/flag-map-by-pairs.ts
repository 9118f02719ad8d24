/** The reference of `flag-map`: every pair of faults is injected together and the adaptive round played operation by operation. */
import { correctionFor, syndromeOf } from '../../../../main/qec/code/five-qubit'
import { anticommute } from '../../../../main/qec/code/pauli'
import type { Pauli5, SingleFault } from '../../../../main/qec/model/fault'
import type { CompiledRound, Segment } from '../../../../main/qec/model/round'
import type { FaultRates } from '../../../../main/qec/noise/rates'
import { circuitFaults } from '../../../../main/qec/proof/fault-locations'
import { faultRate } from '../../../../main/qec/proof/flag-table'

/** A fault and where it injections: before or after an operation of a segment (4 is the repeat). */
interface Injection {
  readonly location: string
  readonly segment: number
  readonly fault: SingleFault
  /** Odds against no fault at that location. */
  readonly odds: number
}

export function injectionsOf(compiled: CompiledRound, rates: FaultRates): Injection[] {
  const repeat = circuitFaults({ ...compiled, flagged: [compiled.repeat] })
  const all = [
    ...circuitFaults(compiled).map(fault => ({ segment: fault.index, fault })),
    ...repeat.map(fault => ({ segment: 4, fault: { ...fault, segment: 'repeat' as const } })),
  ].map(({ segment, fault }) => ({
    segment,
    fault,
    location: `${segment} ${fault.kind === 'idle' ? 'idle' : 'op'} ${fault.op}`,
    chance: faultRate(fault, compiled, rates),
  }))
  const quiet = (location: string) =>
    all.reduce((left, other) => (other.location === location ? left - other.chance : left), 1)
  return all
    .filter(({ chance }) => chance > 0)
    .map(injection => ({ ...injection, odds: injection.chance / quiet(injection.location) }))
}

class Frame {
  readonly x = new Map<number, number>()
  readonly z = new Map<number, number>()
  readonly bits = new Map<string, number>()

  flip(which: Map<number, number>, site: number): void {
    which.set(site, 1 ^ (which.get(site) ?? 0))
  }

  pauli(site: number, letter: string): void {
    if (letter === 'X' || letter === 'Y') this.flip(this.x, site)
    if (letter === 'Z' || letter === 'Y') this.flip(this.z, site)
  }

  bit(name: string): number {
    return this.bits.get(name) ?? 0
  }
}

function inject(frame: Frame, { fault }: Injection, segment: Segment): void {
  if (fault.kind === 'measure') {
    const name = segment.ops[fault.op]!.bit!
    frame.bits.set(name, 1 ^ frame.bit(name))
    return
  }
  for (const [i, site] of fault.sites.entries()) frame.pauli(site, fault.pauli === 'flip' ? 'X' : fault.pauli[i]!)
}

function play(frame: Frame, segment: Segment, injections: readonly Injection[]): void {
  for (let i = 0; i <= segment.ops.length; i++) {
    for (const hit of injections)
      if (hit.fault.kind === 'idle' && segment.idles[hit.fault.op]!.before === i) inject(frame, hit, segment)
    const op = segment.ops[i]
    if (!op) continue
    const [site, other] = op.sites as [number, number]
    if (op.gate === 'R') {
      frame.x.set(site, 0)
      frame.z.set(site, 0)
    } else if (op.gate === 'H') {
      const x = frame.x.get(site) ?? 0
      frame.x.set(site, frame.z.get(site) ?? 0)
      frame.z.set(site, x)
    } else if (op.gate === 'CZ') {
      const [a, b] = [frame.x.get(site) ?? 0, frame.x.get(other) ?? 0]
      if (a) frame.flip(frame.z, other)
      if (b) frame.flip(frame.z, site)
    } else frame.bits.set(op.bit!, frame.x.get(site) ?? 0)
    for (const hit of injections) if (hit.fault.kind !== 'idle' && hit.fault.op === i) inject(frame, hit, segment)
  }
}

export interface Played {
  /** Generator of the first trigger, what it showed and what the repeat measured; null for a quiet round. */
  readonly seen: { k: number; outcome: number; flag: number; change: number } | null
  readonly error: Pauli5
}

/** One adaptive round with the error brought in; null where a fault lies where the round did not go. */
export function playRound(compiled: CompiledRound, incoming: Pauli5, injections: readonly Injection[]): Played | null {
  const frame = new Frame()
  compiled.layout.data.forEach((site, i) => {
    if ((incoming.x >> i) & 1) frame.flip(frame.x, site)
    if ((incoming.z >> i) & 1) frame.flip(frame.z, site)
  })
  const of = (segment: number) => injections.filter(hit => hit.segment === segment)
  const left = (): Pauli5 => ({
    x: compiled.layout.data.reduce((bits, site, i) => bits | ((frame.x.get(site) ?? 0) << i), 0),
    z: compiled.layout.data.reduce((bits, site, i) => bits | ((frame.z.get(site) ?? 0) << i), 0),
  })
  for (let k = 0; k < 4; k++) {
    play(frame, compiled.flagged[k]!, of(k))
    const [outcome, flag] = [frame.bit(`a${k}`), frame.bit(`f${k}`)]
    if (outcome === 0 && flag === 0) continue
    if (injections.some(({ segment }) => segment > k && segment < 4)) return null
    play(frame, compiled.repeat, of(4))
    const change = [0, 1, 2, 3].reduce((bits, g) => bits | (frame.bit(`s${g}`) << g), 0)
    return { seen: { k, outcome, flag, change }, error: left() }
  }
  return injections.some(({ segment }) => segment === 4) ? null : { seen: null, error: left() }
}

/** Signed weights of (what is seen, residual syndrome) with up to two faults, keyed `k outcome flag change left`. */
export function bruteForce(
  compiled: CompiledRound,
  injections: readonly Injection[],
  syndrome: number,
  logical: Pauli5,
) {
  const incoming = correctionFor(syndrome)
  const before = anticommute(incoming, logical)
  const weights = new Map<string, number>()
  const add = (hits: readonly Injection[]) => {
    const played = playRound(compiled, incoming, hits)
    if (!played) return
    const { seen, error } = played
    const correction = correctionFor(seen?.change ?? 0)
    const left = syndromeOf(error) ^ (seen?.change ?? 0)
    const turned = anticommute(error, logical) !== (anticommute(correction, logical) !== before)
    const key = seen ? `${seen.k} ${seen.outcome} ${seen.flag} ${seen.change} ${left}` : `quiet ${left}`
    const weight = hits.reduce((product, { odds }) => product * odds, turned ? -1 : 1)
    weights.set(key, (weights.get(key) ?? 0) + weight)
  }
  add([])
  injections.forEach((first, i) => {
    add([first])
    for (const second of injections.slice(0, i)) if (second.location !== first.location) add([first, second])
  })
  return weights
}
