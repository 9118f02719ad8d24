/** Arithmetic that all subjects share. A sum is added from left to right, without compensation. */
export function sum(values: readonly number[] | Float64Array | Uint32Array): number {
  let total = 0
  for (const value of values) total += value
  return total
}

/** NaN for no values. */
export const mean = (values: readonly number[]): number => sum(values) / values.length

/** Whether a value is a whole number of steps, to a millionth of a step: the quotient of two decimals is rarely exact. */
export const isMultipleOf = (step: number, value: number): boolean =>
  Math.abs(value / step - Math.round(value / step)) < 1e-6
