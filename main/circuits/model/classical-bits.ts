/** Which classical bits a circuit has, and which of them its conditions read. */

export const MAX_CLBITS = 10_000

type ConditionBits = { readonly clbit: number } | { readonly clbits: readonly number[] }

/** Parts of a circuit that determine its number of classical bits. */
interface BitUses {
  readonly num_clbits?: number | undefined
  readonly result_clbits?: number | undefined
  readonly instructions: readonly {
    readonly clbits?: readonly number[] | undefined
    readonly condition?: ConditionBits | undefined
  }[]
}

const highest = (bits: readonly number[]): number => bits.reduce((most, bit) => Math.max(most, bit + 1), 0)

/** Every classical bit that the condition reads. */
export const conditionBits = (condition: ConditionBits | undefined): readonly number[] => {
  if (condition === undefined) return []
  return 'clbit' in condition ? [condition.clbit] : condition.clbits
}

/** One more than the highest classical bit that a measurement writes or a condition reads. */
export const clbitsInUse = (circuit: BitUses): number =>
  circuit.instructions.reduce(
    (most, { clbits = [], condition }) => Math.max(most, highest(clbits), highest(conditionBits(condition))),
    0,
  )

/** Number of classical bits: as declared, else as in use; bits never written read 0. */
export const clbitsOf = (circuit: BitUses): number => circuit.num_clbits ?? clbitsInUse(circuit)

/** Number of bits in the result, in every engine and format: the bits from 0 up to this number, exclusive. */
export const resultBitsOf = (circuit: BitUses): number => circuit.result_clbits ?? clbitsOf(circuit)
