import { AppError } from '../../contract/model/errors'

/** Most shots of one call, as the kernels count them. */
export const MAX_SIMULATED_SHOTS = 2 ** 32

/** Throws a RangeError unless `value` is an integer from `least` to `most`. */
export function needInteger(
  name: string,
  value: number,
  { least, most }: { readonly least: number; readonly most: number },
): void {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`${name} must be an integer from ${least} to ${most}, not ${value}`)
}

/** Seeds are unsigned 64-bit integers. */
export function needSeed(seed: bigint): void {
  if (typeof seed !== 'bigint') throw new TypeError('seed must be a bigint')
  if (seed !== BigInt.asUintN(64, seed)) throw new RangeError('seed must be an unsigned 64-bit integer')
}

/** AppError `invalid_request` unless a circuit takes at most `max`; `takes` begins the sentence, e.g. "The circuit uses". */
export function refuseAbove(
  takes: string,
  { what, count, max }: { readonly what: string; readonly count: number; readonly max: number },
): void {
  if (count <= max) return
  throw new AppError('invalid_request', `${takes} ${count} ${what}; ${max} are possible`, {
    details: { count, most: max },
  })
}
