/** Fields of the set-up form, and the request they make or the faults that prevent it. */
import type { z } from 'zod'
import type { BackendSummary } from '../../../../../main/contract/backends/catalogue'
import {
  CARDINAL_STATES,
  type CardinalState,
  MAX_ROUNDS,
  MAX_RUN_SHOTS,
  type Protocol,
  type RunMode,
} from '../../../../../main/contract/model/protocols'
import { thousands } from '../../../../../main/contract/numbers/number-text'
import { engineRunsDecoupling, RunRequest } from '../../../../../main/contract/runs/request'
import type { Run } from '../../../../../main/contract/runs/run'

export type RunRequestInput = z.input<typeof RunRequest>

type DraftOptions = Readonly<Pick<RunRequest, 'decoder' | 'protocol' | 'preparation' | 'readout' | 'dd' | 'engine'>>

/** As typed; numbers are texts until they are read. */
export interface RunDraft extends DraftOptions {
  readonly name: string
  readonly mode: RunMode
  readonly rounds: string
  readonly shots: string
  readonly states: readonly CardinalState[]
  /** Empty: the service chooses and records one. */
  readonly seed: string
  readonly override: boolean
}

function optionsOf({ decoder, protocol, preparation, readout, dd, engine }: DraftOptions): DraftOptions {
  return { decoder, protocol, preparation, readout, dd, engine }
}

/** The fields of a new run, with the default options of the contract. */
export const EMPTY_DRAFT: RunDraft = {
  name: '',
  mode: 'correction',
  rounds: '1, 2, 4',
  shots: '20000',
  states: CARDINAL_STATES,
  ...optionsOf(RunRequest.parse({ mode: 'correction', rounds: 1, shots: 1 })),
  seed: '',
  override: false,
}

/** Shots that the form of a live run starts with, about two minutes: every shot costs tokens and device time. */
const LIVE_SHOTS = '400'

export const emptyDraftOf = (mode: BackendSummary['mode']): RunDraft =>
  mode === 'live' ? { ...EMPTY_DRAFT, shots: LIVE_SHOTS } : EMPTY_DRAFT

export type DraftFaults = Partial<Record<'rounds' | 'shots' | 'states' | 'dd' | 'seed', string>>

const MAX_LENGTHS = 50
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

export function faultsOf(draft: RunDraft): DraftFaults {
  const rounds = roundsFrom(draft.rounds)
  const seed = draft.seed.trim()
  return {
    ...(rounds === null && { rounds: `Whole numbers from 1 to ${MAX_ROUNDS}, separated by commas` }),
    ...(rounds !== null &&
      rounds.length > MAX_LENGTHS && { rounds: `At most ${MAX_LENGTHS} different numbers of rounds` }),
    ...(!between(wholeNumber(draft.shots), 1, MAX_RUN_SHOTS) && {
      shots: `A whole number from 1 to ${thousands(MAX_RUN_SHOTS)}`,
    }),
    ...(draft.states.length === 0 && { states: 'At least one state' }),
    ...(!engineRunsDecoupling(draft) && {
      dd: 'Trajectories run without decoupling: choose none here, or frames below',
    }),
    ...(seed !== '' &&
      !between(wholeNumber(seed), 0, Number.MAX_SAFE_INTEGER) && {
        seed: 'A whole number from 0 to 2⁵³ − 1, or nothing',
      }),
  }
}

/** The draft that repeats the request of a run; the seed is left to the service, so that it is a second sample. */
export const draftLike = ({ request }: Pick<Run, 'request'>): RunDraft => ({
  ...EMPTY_DRAFT,
  mode: request.mode,
  rounds: request.rounds.join(', '),
  shots: String(request.shots),
  states: request.states,
  ...optionsOf(request),
})

/** Shots of each state and number of rounds; 0 without a request. */
export const requestedShots = (request: RunRequestInput | null) => request?.shots ?? 0

/** Request that a prediction depends on: without name, seed and override. */
export const predictedRequest = (draft: RunDraft): RunRequestInput | null =>
  requestOfDraft({ ...draft, name: '', seed: '', override: false })

/** The request of a draft without faults; null otherwise. */
export function requestOfDraft(draft: RunDraft): RunRequestInput | null {
  const rounds = roundsFrom(draft.rounds)
  if (rounds === null || Object.keys(faultsOf(draft)).length > 0) return null
  return {
    mode: draft.mode,
    rounds,
    shots: wholeNumber(draft.shots),
    states: CARDINAL_STATES.filter(state => draft.states.includes(state)),
    ...optionsOf(draft),
    override: draft.override,
    ...(draft.seed.trim() && { seed: wholeNumber(draft.seed) }),
    ...(draft.name.trim() && { name: draft.name.trim() }),
  }
}

export interface RunFieldsProps {
  readonly draft: RunDraft
  readonly change: (part: Partial<RunDraft>) => void
  /** Protocols that the device offers; by default all. */
  readonly protocols?: readonly Protocol[]
}
