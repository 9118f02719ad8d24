import type { FaultProtocol } from '../../../../main/contract/modules/faults'
import type { SingleFault } from '../../../../main/qec/model/fault'
import type { CompiledRound, TimedOp } from '../../../../main/qec/model/round'

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

function times(letters: Letters, site: number, letter: string): void {
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
  /** Bits of one pass by name; with several passes `p0.a2` is a2 of the first. */
  readonly flipped: ReadonlySet<string>
  readonly trigger: number | null
  readonly error: string
  /** Of cyclic-window: pass and generator of each trigger, whether by a flag, and the syndrome that answered. */
  readonly windows: readonly { pass: number; trigger: number; flagged: boolean; syndrome: number }[]
}

/** Slow reference of the enumeration: letters in maps, operations by their start time, the protocol word for word. */
export function playOut(round: CompiledRound, fault: SingleFault, protocol: FaultProtocol): Outcome {
  const letters: Letters = new Map()
  const flipped = new Set<string>()
  const inject = () => {
    for (const [i, site] of fault.sites.entries()) times(letters, site, fault.pauli === 'flip' ? 'X' : fault.pauli[i]!)
  }
  const run = (ops: readonly TimedOp[], index: number | null, here: boolean, prefix = '') => {
    const idle = here && fault.kind === 'idle' ? round.flagged[index!]!.idles[fault.op]! : null
    const order = ops.map((op, i) => ({ op, i })).sort((p, q) => p.op.start_ns - q.op.start_ns || p.i - q.i)
    let waiting = idle !== null
    for (const { op, i } of order) {
      if (waiting && op.sites.includes(idle!.site) && op.start_ns >= idle!.start_ns + idle!.duration_ns) {
        inject()
        waiting = false
      }
      const flips = act(letters, op)
      const wrong = here && fault.kind === 'measure' && fault.op === i
      if (flips !== wrong) flipped.add(prefix + op.bit!)
      if (here && (fault.kind === 'gate' || fault.kind === 'reset') && fault.op === i) inject()
    }
    if (waiting) inject()
  }
  const isHere = (k: number) => fault.kind !== 'input' && fault.index === k
  let trigger: number | null = null
  const windows: Outcome['windows'][number][] = []
  const finished = () => ({
    flipped,
    trigger,
    windows,
    error: round.layout.data.map(site => letters.get(site) ?? 'I').join(''),
  })
  if (protocol === 'cyclic-window') {
    for (const pass of [0, 1, 2]) {
      if (fault.kind === 'input' && fault.pass === pass) inject()
      for (const k of [0, 1, 2, 3]) run(round.flagged[k]!.ops, k, isHere(k) && fault.pass === pass, `p${pass}.`)
    }
    const slots = [0, 1, 2].flatMap(pass => [0, 1, 2, 3].map(k => ({ pass, k })))
    const bit = (name: string): number => (flipped.has(name) ? 1 : 0)
    let reference = [0, 0, 0, 0]
    for (let i = 0; i < slots.length; i++) {
      const { pass, k } = slots[i]!
      const flagged = flipped.has(`p${pass}.f${k}`)
      if (!flagged && bit(`p${pass}.a${k}`) === reference[k]) continue
      const next = slots.slice(i + 1, i + 5)
      if (next.length < 4) run(round.repeat.ops, null, false)
      const read = [0, 1, 2, 3].map(j =>
        next.length < 4 ? bit(`s${j}`) : bit(`p${next.find(slot => slot.k === j)!.pass}.a${j}`),
      )
      const syndrome = read.reduce((sum, value, j) => sum + (value ^ reference[j]!) * 2 ** j, 0)
      windows.push({ pass, trigger: k, flagged, syndrome })
      trigger ??= k
      reference = read
      i += 4
    }
    return finished()
  }
  if (fault.kind === 'input') inject()
  for (let k = 0; k < 4; k++) {
    run(round.flagged[k]!.ops, k, isHere(k))
    if (protocol !== 'single-pass' && (flipped.has(`a${k}`) || flipped.has(`f${k}`))) trigger ??= k
    if (protocol === 'adaptive' && trigger !== null) {
      run(round.repeat.ops, null, false)
      break
    }
  }
  return finished()
}
