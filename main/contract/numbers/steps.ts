/** Whether a value is a whole number of steps, to a millionth of a step: the quotient of two decimals is rarely exact. */
export const isMultipleOf = (step: number, value: number): boolean =>
  Math.abs(value / step - Math.round(value / step)) < 1e-6
