/** Sum and mean, once for all subjects. Added from left to right, without compensation. */
export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** NaN for no values. */
export const mean = (values: readonly number[]): number => sum(values) / values.length
