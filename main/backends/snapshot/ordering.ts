/** The orders that make equal figures look equal. */
import { CZ_RECIPES } from '../../contract/calibration/compound-cz'

/** Labels as people count them: 2 before 10, row 3 column 2 before row 4 column 1. */
export const byLabel = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

/** Gates that act alike in both directions: one record a pair, whichever way round it was published. */
export const SYMMETRIC: ReadonlySet<string> = new Set([
  ...Object.entries(CZ_RECIPES).flatMap(([gate, { symmetric }]) => (symmetric ? [gate] : [])),
  // Gates from which no CZ is built here.
  'sycamore',
])

/** Why a part of the device that a snapshot says nothing about must not be used. */
export const NOT_LISTED = 'not listed in this calibration'
