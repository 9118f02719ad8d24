import type { Condition, ParametricCircuit, Register } from '../../contract/jobs/circuit'
import { clbitsOf, conditionBits } from '../model/classical-bits'
import { QasmError } from './model/diagnostics'

interface BitRange {
  readonly start: number
  readonly size: number
}

/** The ranges of bits that conditions read: first bit and number of bits, each range once, ascending. */
function stretchesOf(circuit: ParametricCircuit): BitRange[] {
  const found = new Map<number, number>()
  for (const { condition } of circuit.instructions) {
    if (condition === undefined) continue
    const { start, size } = stretchOf(condition)
    if ((found.get(start) ?? size) !== size)
      refuseInQasm2(`conditions that share classical bit ${start}: they read whole registers there`)
    found.set(start, size)
  }
  return [...found].map(([start, size]) => ({ start, size })).sort((a, b) => a.start - b.start)
}

function stretchOf(condition: Condition): BitRange {
  const bits = conditionBits(condition)
  if (bits.some((bit, i) => bit !== bits[0]! + i))
    refuseInQasm2(`a condition on the classical bits ${bits.slice(0, 8).join(', ')}: it reads a whole register there`)
  return { start: bits[0]!, size: bits.length }
}

export function refuseInQasm2(what: string): never {
  const message = `OpenQASM 2 cannot express ${what}; write OpenQASM 3`
  throw new QasmError([{ line: 1, column: 1, kind: 'unsupported', message }])
}

/** The registers themselves if every condition reads one of them whole; else registers cut at the conditions. */
export function conditionRegisters(
  circuit: ParametricCircuit,
  bits: Register[],
  taken: ReadonlySet<string>,
): Register[] {
  const stretches = stretchesOf(circuit)
  const given = new Map<number, number>()
  bits.reduce((start, { size }) => {
    given.set(start, size)
    return start + size
  }, 0)
  if (stretches.every(({ start, size }) => given.get(start) === size)) return bits
  return cut(stretches, clbitsOf(circuit)).map(({ size }, i) => ({ name: freeName(i, taken), kind: 'bit', size }))
}

/** The ranges and the gaps between them, from 0 to `width`. */
function cut(stretches: readonly BitRange[], width: number): BitRange[] {
  const parts: BitRange[] = []
  let end = 0
  for (const { start, size } of stretches) {
    if (start < end) refuseInQasm2(`conditions that share classical bit ${start}: they read whole registers there`)
    if (start > end) parts.push({ start: end, size: start - end })
    parts.push({ start, size })
    end = start + size
  }
  return end < width ? [...parts, { start: end, size: width - end }] : parts
}

function freeName(index: number, taken: ReadonlySet<string>): string {
  let name = `c${index}`
  while (taken.has(name)) name += '_'
  return name
}
