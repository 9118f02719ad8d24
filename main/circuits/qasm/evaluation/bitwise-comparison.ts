/**
 * Compares more measured bits than a table can have, bit by bit, the lowest first; each result on the way is
 * simplified.
 */
import { andBits, type Bit, notBit, orBits, outcomesBehind, xorBits } from '../model/bits'
import type { SourceLocation } from '../model/diagnostics'
import { MAX_CONDITION_BITS } from '../model/limits'
import { bitsOfInteger, exactOf, resized } from '../model/numbers'
import type { Value } from '../model/values'
import type { ProgramState } from '../state/program'
import type { InfixOperation } from './operators'

/** Whether each operator is made of "equal" or else of "less", with its operands swapped, and its result inverted. */
const SHAPES: Readonly<Record<string, { readonly isEqual?: true; readonly isSwapped?: true; readonly isNot?: true }>> =
  {
    '<': {},
    '>': { isSwapped: true },
    '<=': { isSwapped: true, isNot: true },
    '>=': { isNot: true },
    '==': { isEqual: true },
    '!=': { isEqual: true, isNot: true },
  }

const isWide = (values: readonly Value[]): boolean => {
  const bits = values.flatMap(value => (value.kind === 'bits' ? value.bits : []))
  return bits.length > MAX_CONDITION_BITS && outcomesBehind(bits).length > MAX_CONDITION_BITS
}

/** The bit that holds the result; null where a table or a plain condition can compare, or an operand is no integer. */
export function comparedBitwise(
  program: ProgramState,
  at: SourceLocation,
  { operator, left, right }: InfixOperation,
): Bit | null {
  const shape = SHAPES[operator]
  if (shape === undefined || !isWide([left, right])) return null
  if (shape.isEqual && (exactOf(left) !== null || exactOf(right) !== null)) return null
  const operands = inTwosComplement([left, right])
  if (operands === null) return null
  const pair = shape.isSwapped ? ([operands[1], operands[0]] as const) : operands
  program.budget.spend(at, 16 * pair[0].length)
  const found = shape.isEqual ? equal(program, at, pair) : less(program, at, pair)
  return shape.isNot ? notBit(at, found) : found
}

/** Both values in two's complement, at a width that holds both; null where one of them is no integer. */
function inTwosComplement(values: readonly [Value, Value]): [Bit[], Bit[]] | null {
  const sizes = values.map(value => {
    if (value.kind === 'bits') return value.bits.length
    const exact = exactOf(value)
    return exact === null ? null : exact.toString(2).length
  })
  if (sizes.includes(null)) return null
  const width = 1 + Math.max(...(sizes as number[]))
  const [left, right] = values.map(value =>
    value.kind === 'bits' ? resized(value.bits, width, value.isSigned) : bitsOfInteger(exactOf(value)!, width),
  )
  return [left!, right!]
}

/** The bits of two numbers, as many of each. */
type BitPair = readonly [a: readonly Bit[], b: readonly Bit[]]

/** Whether a < b. With their sign bits swapped, numbers in two's complement compare as unsigned ones. */
function less(program: ProgramState, at: SourceLocation, [a, b]: BitPair): Bit {
  const top = a.length - 1
  return a.reduce<Bit>((below, bit, i) => {
    const [x, y] = i === top ? [b[i]!, bit] : [bit, b[i]!]
    const here = andBits(at, [notBit(at, x), y])
    const isOpen = notBit(at, xorBits(at, [x, y]))
    return program.recorder.simplified(at, orBits(at, [here, andBits(at, [isOpen, below])]))
  }, 0)
}

const equal = (program: ProgramState, at: SourceLocation, [a, b]: BitPair): Bit =>
  a.reduce<Bit>(
    (same, bit, i) => program.recorder.simplified(at, andBits(at, [same, notBit(at, xorBits(at, [bit, b[i]!]))])),
    1,
  )
