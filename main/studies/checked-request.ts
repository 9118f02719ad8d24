/** Checks of a request before a study is created, the runs of its points, and their seeds. */
import { createHash } from 'node:crypto'
import { AppError } from '../contract/model/errors'
import { CARDINAL_STATES } from '../contract/model/protocols'
import { scientific } from '../contract/numbers/number-text'
import { RunRequest } from '../contract/runs/request'
import { type BreakEvenRequest, ERROR_KINDS, type ErrorKind, type Study } from '../contract/runs/studies'
import type { RunSettings } from '../runs/model/plan'
import { drawnSeed, refuseOversize } from '../runs/planning/checked-request'
import { measuredRounds } from '../runs/planning/circuits'

/** Encoded shots times rounds over all points: about an hour, most of it decoding. */
export const MAX_SHOT_ROUNDS = 5e9

const ascending = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b)

/** Settings of a study, as `RunSettings`: its request with lists in order and a seed. */
export type StudySettings = Omit<Study['request'], 'readout'> & Pick<BreakEvenRequest, 'readout'>

/** Lists in order and without repeats, the seed chosen. */
export function checkedStudyRequest(body: BreakEvenRequest): StudySettings {
  const scales = ascending(body.scales)
  if (scales.length < 2)
    throw new AppError('invalid_request', 'A map needs two different factors', {
      faults: [{ pointer: '/scales', message: 'at least two different factors' }],
    })
  return {
    ...body,
    kinds: ERROR_KINDS.filter(kind => body.kinds.includes(kind)),
    scales,
    rounds: ascending(body.rounds),
    states: CARDINAL_STATES.filter(state => body.states.includes(state)),
    seed: body.seed ?? drawnSeed(),
  }
}

export interface MapPoint {
  readonly kind: ErrorKind
  readonly scale: number
}

/** Every point of the map in the order in which they are computed. */
export const mapPointsOf = ({ kinds, scales }: Pick<StudySettings, 'kinds' | 'scales'>): MapPoint[] =>
  kinds.flatMap(kind => scales.map(scale => ({ kind, scale })))

/** The run that gives a point's figures on a device with errors scaled so; at factor 1, the run on this device. */
export function runRequestAt(
  { mode, shots, rounds, states, decoder, protocol, preparation, readout, seed }: StudySettings,
  at: MapPoint,
): RunSettings {
  const named = protocol ? { protocol } : {}
  const settings = { mode, rounds, shots, states, decoder, ...named, preparation, override: true }
  return { ...RunRequest.parse(settings), rounds, seed: pointSeed(seed, at), readout }
}

/**
 * Throws `invalid_request` where the whole map, or the run of one point, has too many shots; it says how many are
 * possible. The largest map that the contract allows fits with its fewest shots, so there is always such a number.
 */
export function refuseExcess(request: StudySettings): void {
  const { shots, rounds, states } = request
  const points = mapPointsOf(request)
  const each = points.length * states.length * measuredRounds(rounds).reduce((sum, count) => sum + count + 1, 0)
  const max_shots = Math.floor(MAX_SHOT_ROUNDS / each)
  if (shots > max_shots) throw tooMuch(each * shots, max_shots, points.length)
  refuseOversize(runRequestAt(request, points[0]!))
}

function tooMuch(work: number, max_shots: number, points: number): AppError {
  const what = `The map would sample ${scientific(work, 2)} rounds of the encoded experiment over ${points} points; at most ${scientific(MAX_SHOT_ROUNDS, 1)} are taken`
  const message = `at most ${max_shots} with these factors, kinds, rounds and states`
  return new AppError('invalid_request', what, {
    details: { max_shots, limit: MAX_SHOT_ROUNDS },
    faults: [{ pointer: '/shots', message }],
  })
}

const digest = (text: string): bigint =>
  createHash('sha256').update(`pentad-study/1 ${text}`).digest().readBigUInt64BE()

/**
 * The seed of one point's run: the study's own at factor 1, whatever the kind; elsewhere 48 bits of
 * SHA-256("pentad-study/1 <seed> <kind> <factor>"), so that points are independent, as the crossing's interval takes them to be.
 */
const pointSeed = (seed: number, { kind, scale }: { kind: ErrorKind; scale: number }): number =>
  scale === 1 ? seed : Number(digest(`${seed} ${kind} ${scale}`) >> 16n)

/** Seed of the draws for one crossing. */
export const crossingSeed = (seed: number, kind: ErrorKind, against: 'best' | 'median'): bigint =>
  digest(`${seed} ${kind} crossing ${against}`)
