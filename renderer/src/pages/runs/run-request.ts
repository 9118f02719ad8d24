/** What the set-up form holds, and the request it makes or the faults that keep it from being sent. */

import type { z } from 'zod'
import {
  CARDINAL_STATES,
  type CardinalState,
  MAX_ROUNDS,
  MAX_RUN_SHOTS,
  type RunMode,
  type RunRequest,
} from '../../../../main/contract/runs'

export type RunRequestInput = z.input<typeof RunRequest>

/** As typed; numbers are texts until they are read. */
export interface Draft {
  readonly name: string
  readonly mode: RunMode
  readonly rounds: string
  readonly shots: string
  readonly states: readonly CardinalState[]
  /** Empty: the service chooses and records one. */
  readonly seed: string
  readonly override: boolean
}

export const EMPTY_DRAFT: Draft = {
  name: '',
  mode: 'correction',
  rounds: '1, 2, 4',
  shots: '20000',
  states: CARDINAL_STATES,
  seed: '',
  override: false,
}

export type Faults = Partial<Record<'rounds' | 'shots' | 'states' | 'seed', string>>

const MOST_LENGTHS = 50
const wholeNumber = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text.trim()) : Number.NaN)
const between = (value: number, low: number, high: number) => value >= low && value <= high

/** `1, 2 4` as numbers in ascending order, each once; null where one is not a whole number within the limits. */
export function roundsFrom(text: string): number[] | null {
  const numbers = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(wholeNumber)
  if (numbers.length === 0 || numbers.some(number => !between(number, 1, MAX_ROUNDS))) return null
  return [...new Set(numbers)].sort((a, b) => a - b)
}

export function faultsOf(draft: Draft): Faults {
  const rounds = roundsFrom(draft.rounds)
  const seed = draft.seed.trim()
  return {
    ...(rounds === null && { rounds: `Whole numbers from 1 to ${MAX_ROUNDS}, separated by commas` }),
    ...(rounds !== null &&
      rounds.length > MOST_LENGTHS && { rounds: `At most ${MOST_LENGTHS} different numbers of rounds` }),
    ...(!between(wholeNumber(draft.shots), 1, MAX_RUN_SHOTS) && {
      shots: `A whole number from 1 to ${MAX_RUN_SHOTS.toLocaleString('en-GB')}`,
    }),
    ...(draft.states.length === 0 && { states: 'At least one state' }),
    ...(seed !== '' &&
      !between(wholeNumber(seed), 0, Number.MAX_SAFE_INTEGER) && {
        seed: 'A whole number from 0 to 2⁵³ − 1, or nothing',
      }),
  }
}

/** The request of a draft without faults; null otherwise. */
export function requestOf(draft: Draft): RunRequestInput | null {
  const rounds = roundsFrom(draft.rounds)
  if (rounds === null || Object.keys(faultsOf(draft)).length > 0) return null
  return {
    mode: draft.mode,
    rounds,
    shots: wholeNumber(draft.shots),
    states: CARDINAL_STATES.filter(state => draft.states.includes(state)),
    override: draft.override,
    ...(draft.seed.trim() && { seed: wholeNumber(draft.seed) }),
    ...(draft.name.trim() && { name: draft.name.trim() }),
  }
}
