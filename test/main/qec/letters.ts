import type { CompiledRound, Protocol, SingleFault, TimedOp } from '../../../main/qec/model'

/** A Pauli as letters by physical site; sites that are missing hold I. */
export type Letters = Map<number, string>

const PRODUCT: Record<string, string> = {
  II: 'I',
  IX: 'X',
  IY: 'Y',
  IZ: 'Z',
  XI: 'X',
  XX: 'I',
  XY: 'Z',
  XZ: 'Y',
  YI: 'Y',
  YX: 'Z',
  YY: 'I',
  YZ: 'X',
  ZI: 'Z',
  ZX: 'Y',
  ZY: 'X',
  ZZ: 'I',
}
const AFTER_H: Record<string, string> = { I: 'I', X: 'Z', Y: 'Y', Z: 'X' }
/** CZ maps X to XZ, Y to YZ, and keeps Z. */
const ONTO_PARTNER: Record<string, string> = { I: 'I', X: 'Z', Y: 'Z', Z: 'I' }

export function times(letters: Letters, site: number, letter: string): void {
  letters.set(site, PRODUCT[(letters.get(site) ?? 'I') + letter]!)
}

/** One operation on letters; returns whether its measured bit flips. */
export function act(letters: Letters, { gate, sites }: Pick<TimedOp, 'gate' | 'sites'>): boolean {
  const [a, b] = sites as [number, number]
  const at = letters.get(a) ?? 'I'
  if (gate === 'R') letters.set(a, 'I')
  if (gate === 'H') letters.set(a, AFTER_H[at]!)
  if (gate === 'CZ') {
    const other = letters.get(b) ?? 'I'
    times(letters, b, ONTO_PARTNER[at]!)
    times(letters, a, ONTO_PARTNER[other]!)
  }
  return gate === 'M' && (at === 'X' || at === 'Y')
}

export interface Outcome {
  readonly flipped: ReadonlySet<string>
  readonly trigger: number | null
  readonly error: string
}

/** Slow twin of the enumeration: letters in maps, operations by their start time, the protocol word for word. */
export function playOut(round: CompiledRound, fault: SingleFault, protocol: Protocol): Outcome {
  const letters: Letters = new Map()
  const flipped = new Set<string>()
  const strike = () => {
    for (const [i, site] of fault.sites.entries()) times(letters, site, fault.pauli === 'flip' ? 'X' : fault.pauli[i]!)
  }
  const run = (ops: readonly TimedOp[], index: number | null) => {
    const here = fault.index === index && fault.kind !== 'input'
    const idle = here && fault.kind === 'idle' ? round.flagged[index!]!.idles[fault.op]! : null
    const order = ops.map((op, i) => ({ op, i })).sort((p, q) => p.op.start_ns - q.op.start_ns || p.i - q.i)
    let waiting = idle !== null
    for (const { op, i } of order) {
      if (waiting && op.sites.includes(idle!.site) && op.start_ns >= idle!.start_ns + idle!.duration_ns) {
        strike()
        waiting = false
      }
      const flips = act(letters, op)
      const wrong = here && fault.kind === 'measure' && fault.op === i
      if (flips !== wrong) flipped.add(op.bit!)
      if (here && (fault.kind === 'gate' || fault.kind === 'reset') && fault.op === i) strike()
    }
    if (waiting) strike()
  }
  if (fault.kind === 'input') strike()
  let trigger: number | null = null
  for (let k = 0; k < 4 && trigger === null; k++) {
    run(round.flagged[k]!.ops, k)
    if (protocol !== 'single-pass' && (flipped.has(`a${k}`) || flipped.has(`f${k}`))) trigger = k
  }
  if (protocol === 'adaptive' && trigger !== null) run(round.repeat.ops, null)
  return { flipped, trigger, error: round.layout.data.map(site => letters.get(site) ?? 'I').join('') }
}
