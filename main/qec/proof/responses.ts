/**
 * The effects of an X and of a Z at every location of a round at once: effects of Paulis are linear, so one sweep backwards over the
 * operations gives the effect of X and of Z on each site after each operation, and a fault's effect is the XOR of at most
 * four of them. Forward propagation (`propagation.ts`) and the letters of the tests judge it.
 *
 * An effect is three words of bits, relative to the noiseless circuit:
 * - one pass (all protocols but cyclic-window): word 0 holds a0..a3, f0..f3 and from bit 8 the data error after the pass;
 *   words 1 and 2 hold for k = 0..3, 14 bits each, what the repeat after slot k leaves: s0..s3, then the data error;
 * - three passes (cyclic-window): word 0 holds twelve bits a, then twelve f, in slot order; word 1 the data error after the
 *   passes; word 2 what the closing extraction leaves: s0..s3, then the data error.
 * A data error is ten bits: x of D0..D4, then z.
 */
import type { SingleFault } from '../model/fault'
import type { IdleWindow, RoundCircuit } from '../model/round'
import { OP_CODES } from '../schedule/expand'
import { type Program, type RoundPrograms, roundPrograms } from './propagation'

const WORDS = 3
/** Words of a site in `SiteEffects`: its X, then its Z. */
const SITE = 2 * WORDS
/** Effect of X and of Z on each site, at one moment. */
type SiteEffects = Int32Array

const REPEAT_BITS = 14
export const PASSES = 3

/** Effects by slot: X and Z on the first, then on the second site after each operation; X and Z on each idle site. */
interface FaultResponses {
  readonly after: Int32Array
  readonly idle: Int32Array
  readonly program: Program
  /** Bits of word 0 by the bit that a measurement flips. */
  readonly flips: (bit: number) => number
}

export interface Responses {
  readonly slots: readonly FaultResponses[]
  /** X and Z on D0..D4, then on the routing sites, at the beginning of each pass. */
  readonly inputs: readonly Int32Array[]
  /** The repeat, or closing extraction: in word 0 s0..s3, then the data error. */
  readonly repeat: FaultResponses
}

const indexOfBit = (bit: number): number => 31 - Math.clz32(bit)

/** Hot loop: once for each operation of each candidate round. */
function copy(from: SiteEffects, at: number, to: Int32Array, offset: number, count: number): void {
  for (let i = 0; i < count; i++) to[offset + i] = from[at + i]!
}

/** Undoes one operation: what a Pauli before it does, from what Paulis after it do. Hot loop, as `copy`. */
function undo(rows: SiteEffects, gate: number, first: number, second: number, flips: FaultResponses['flips']): void {
  const a = indexOfBit(first) * SITE
  if (gate === OP_CODES.CZ) {
    const b = indexOfBit(second) * SITE
    for (let w = 0; w < WORDS; w++) {
      rows[a + w]! ^= rows[b + WORDS + w]!
      rows[b + w]! ^= rows[a + WORDS + w]!
    }
  } else if (gate === OP_CODES.H) {
    for (let w = 0; w < WORDS; w++) {
      const x = rows[a + w]!
      rows[a + w] = rows[a + WORDS + w]!
      rows[a + WORDS + w] = x
    }
  } else if (gate === OP_CODES.R) rows.fill(0, a, a + SITE)
  else rows[a]! ^= flips(second)
}

/** Goes backwards over a program and records the effects at each location. */
function sweep(
  rows: SiteEffects,
  program: Program,
  {
    idles,
    siteAt,
    flips,
  }: {
    readonly idles: readonly IdleWindow[]
    readonly siteAt: (idle: number) => number
    readonly flips: FaultResponses['flips']
  },
): FaultResponses {
  const { gate, first, second } = program
  const after = new Int32Array(gate.length * 2 * SITE)
  const idle = new Int32Array(idles.length * SITE)
  const waiting = idles.map((_, i) => i).sort((p, q) => idles[p]!.before - idles[q]!.before)
  for (let i = gate.length; i >= 0; i--) {
    for (; waiting.length > 0 && idles[waiting.at(-1)!]!.before === i; waiting.pop())
      copy(rows, siteAt(waiting.at(-1)!) * SITE, idle, waiting.at(-1)! * SITE, SITE)
    if (i === 0) break
    const op = i - 1
    copy(rows, indexOfBit(first[op]!) * SITE, after, op * 2 * SITE, SITE)
    if (gate[op] === OP_CODES.CZ) copy(rows, indexOfBit(second[op]!) * SITE, after, op * 2 * SITE + SITE, SITE)
    undo(rows, gate[op]!, first[op]!, second[op]!, flips)
  }
  return { after, idle, program, flips }
}

/** Adds the ten bits of a data error to word `word` of the rows, from bit `shift` on. */
function seeError(rows: SiteEffects, word: number, shift: number): void {
  for (let qubit = 0; qubit < 5; qubit++) {
    rows[qubit * SITE + word]! ^= 1 << (shift + qubit)
    rows[qubit * SITE + WORDS + word]! ^= 1 << (shift + 5 + qubit)
  }
}

/** Effect of the unflagged extraction of all four on a frame before it: s0..s3, then the data error, in word 0. */
function repeatOf(
  programs: RoundPrograms,
  { repeat }: RoundCircuit,
): { readonly rows: SiteEffects; readonly slot: FaultResponses } {
  const rows = new Int32Array(programs.sites.size * SITE)
  seeError(rows, 0, 4)
  return {
    rows,
    slot: sweep(rows, programs.repeat, {
      idles: repeat.idles,
      siteAt: siteOf(programs, repeat.idles),
      flips: bit => bit >> 8,
    }),
  }
}

const siteOf =
  ({ sites }: RoundPrograms, idles: readonly IdleWindow[]) =>
  (idle: number): number =>
    indexOfBit(sites.get(idles[idle]!.site)!)

/** Adds an outcome's word 0 to a word of the rows, from bit `from` on, of 32 in a word. */
function see(rows: SiteEffects, outcome: SiteEffects, from: number): void {
  const [word, shift] = [from >> 5, from & 31]
  for (let at = 0; at < rows.length; at += WORDS) rows[at + word]! ^= outcome[at]! << shift
}

interface Course {
  readonly rows: SiteEffects
  readonly passes: number
  readonly flips: (pass: number) => FaultResponses['flips']
  /** Adds what is seen after slot k, before the sweep goes back over it. */
  readonly checkpoint: (k: number) => void
}

function onePass(repeat: SiteEffects): Course {
  const rows = new Int32Array(repeat.length)
  seeError(rows, 0, 8)
  const checkpoint = (k: number) => see(rows, repeat, (1 + (k >> 1)) * 32 + (k & 1) * REPEAT_BITS)
  return { rows, passes: 1, flips: () => bit => bit, checkpoint }
}

function threePasses(repeat: SiteEffects): Course {
  const rows = new Int32Array(repeat.length)
  seeError(rows, 1, 0)
  see(rows, repeat, 2 * 32)
  const flips = (pass: number) => (bit: number) => ((bit & 0xf) << (4 * pass)) | ((bit & 0xf0) << (8 + 4 * pass))
  return { rows, passes: PASSES, flips, checkpoint: () => undefined }
}

export function responsesOf(round: RoundCircuit, windows: boolean): Responses {
  const programs = roundPrograms(round)
  const repeat = repeatOf(programs, round)
  const { rows, passes, flips, checkpoint } = (windows ? threePasses : onePass)(repeat.rows)
  const slots: FaultResponses[] = []
  const inputs: Int32Array[] = []
  const { data, routing } = round.layout
  const entries = [...data, ...routing].map(site => programs.sites.get(site) ?? 0)
  for (let pass = passes - 1; pass >= 0; pass--) {
    for (let k = programs.flagged.length - 1; k >= 0; k--) {
      const { idles } = round.flagged[k]!
      checkpoint(k)
      slots.unshift(sweep(rows, programs.flagged[k]!, { idles, siteAt: siteOf(programs, idles), flips: flips(pass) }))
    }
    inputs.unshift(inputsOf(rows, entries))
  }
  return { slots, inputs, repeat: repeat.slot }
}

/** Rows of the sites with these bits; those of a site that no operation touches are 0. */
function inputsOf(rows: SiteEffects, bits: readonly number[]): Int32Array {
  const inputs = new Int32Array(bits.length * SITE)
  bits.forEach((bit, i) => {
    if (bit !== 0) copy(rows, indexOfBit(bit) * SITE, inputs, i * SITE, SITE)
  })
  return inputs
}

/** Words of one fault's effect. Throws a RangeError for a fault of the repeat, which is outside the single-fault budget. */
export function respond({ slots, inputs }: Responses, fault: SingleFault): Words {
  if (fault.segment === 'repeat') throw new RangeError('faults inside the repeat are outside the single-fault budget')
  const pass = fault.pass ?? 0
  if (fault.kind === 'input') return combined(inputs[pass]!, fault.op * SITE, fault.pauli)
  return respondIn(slots[pass * 4 + fault.index]!, fault)
}

function respondIn(slot: FaultResponses, fault: SingleFault): Words {
  if (fault.kind === 'measure') return [slot.flips(slot.program.second[fault.op]!), 0, 0]
  if (fault.kind === 'idle') return combined(slot.idle, fault.op * SITE, fault.pauli)
  return combined(slot.after, fault.op * 2 * SITE, fault.pauli === 'flip' ? 'X' : fault.pauli)
}

export type Words = readonly [number, number, number]

/** XOR of the effects of a Pauli's letters, one site after the other from `at` on. */
function combined(effects: Int32Array, at: number, pauli: string): Words {
  const words: [number, number, number] = [0, 0, 0]
  for (let i = 0; i < pauli.length; i++) {
    const letter = pauli[i]!
    const site = at + i * SITE
    for (let w = 0; w < WORDS; w++) {
      if (letter === 'X' || letter === 'Y') words[w]! ^= effects[site + w]!
      if (letter === 'Z' || letter === 'Y') words[w]! ^= effects[site + WORDS + w]!
    }
  }
  return words
}

const PAULIS_OF_GATE = { [OP_CODES.CZ]: 15, [OP_CODES.H]: 3, [OP_CODES.R]: 1, [OP_CODES.M]: 1 } as const

/** Words of every fault, in the order of `everyFault`: without an object for each, for verdicts by the thousand. */
export function everyResponse({ slots, inputs }: Responses): Int32Array {
  const writer = new Writer(
    inputs.length * lettersIn(inputs[0]!) + slots.reduce((sum, slot) => sum + faultsIn(slot), 0),
  )
  for (const [pass, input] of inputs.entries()) {
    const here = slots.slice(pass * 4, pass * 4 + 4)
    for (const slot of here) writer.operations(slot)
    for (const { idle } of here) writer.letters(idle)
    writer.letters(input)
  }
  return writer.words
}

/** X, Y and Z on each site. */
const lettersIn = (effects: Int32Array): number => (effects.length / SITE) * 3

const faultsIn = ({ program, idle }: FaultResponses): number =>
  program.gate.reduce((sum, gate) => sum + PAULIS_OF_GATE[gate as 0 | 1 | 2 | 3], lettersIn(idle))

class Writer {
  readonly words: Int32Array
  private at = 0

  constructor(faults: number) {
    this.words = new Int32Array(faults * WORDS)
  }

  operations({ program: { gate, second }, after, flips }: FaultResponses): void {
    for (let op = 0; op < gate.length; op++) {
      const offset = op * 2 * SITE
      if (gate[op] === OP_CODES.CZ) this.pairs(after, offset)
      else if (gate[op] === OP_CODES.H) this.letters(after, offset, offset + SITE)
      else if (gate[op] === OP_CODES.R) this.write(after, offset)
      else {
        this.words[this.at] = flips(second[op]!)
        this.at += WORDS
      }
    }
  }

  /** X, Y and Z on each site from `from` to `to`. */
  letters(effects: Int32Array, from = 0, to = effects.length): void {
    for (let site = from; site < to; site += SITE) {
      this.write(effects, site)
      this.write(effects, site, site + WORDS)
      this.write(effects, site + WORDS)
    }
  }

  /** The fifteen Paulis after a CZ, in the order of their letters. */
  private pairs(effects: Int32Array, offset: number): void {
    const other = offset + SITE
    for (const first of LETTERS)
      for (const second of LETTERS) if (first + second > 0) this.pair(effects, offset, first, other, second)
  }

  /** Hot loop: fifteen times for each CZ of each candidate round. */
  private pair(effects: Int32Array, a: number, first: number, b: number, second: number): void {
    for (let w = 0; w < WORDS; w++) {
      let word = 0
      if (first & 1) word ^= effects[a + w]!
      if (first & 2) word ^= effects[a + WORDS + w]!
      if (second & 1) word ^= effects[b + w]!
      if (second & 2) word ^= effects[b + WORDS + w]!
      this.words[this.at++] = word
    }
  }

  private write(effects: Int32Array, at: number, and = -1): void {
    for (let w = 0; w < WORDS; w++) this.words[this.at++] = effects[at + w]! ^ (and < 0 ? 0 : effects[and + w]!)
  }
}

/** I, X, Y, Z: 1 for X, 2 for Z. */
const LETTERS = [0, 1, 3, 2] as const
