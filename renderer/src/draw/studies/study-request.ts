/** The draft of a break-even map, its faults, and its cost. */
import { sum } from '../../../../main/contract/numbers/arithmetic'
import { roundedTo } from '../../../../main/contract/numbers/number-text'
import { BreakEvenRequest, type ErrorKind, type Study } from '../../../../main/contract/runs/studies'
import { count } from '../format/quantity'
import { duration } from '../format/time'

export interface StudyDraft {
  readonly mode: BreakEvenRequest['mode']
  readonly kinds: readonly ErrorKind[]
  readonly from: string
  readonly to: string
  readonly factors: string
  readonly rounds: string
  readonly shots: string
  readonly protocol: BreakEvenRequest['protocol']
  readonly decoder: BreakEvenRequest['decoder']
  readonly name: string
}

export const EMPTY_STUDY: StudyDraft = {
  mode: 'correction',
  kinds: ['all'],
  from: '0.01',
  to: '2',
  factors: '9',
  rounds: '1, 2, 4',
  shots: '5000',
  protocol: 'adaptive',
  decoder: 'flag-lut',
  name: '',
}

const number = (text: string) => (/^\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN)
const whole = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

/** So many factors evenly apart on a logarithmic axis, ends included, three digits each. */
export function geometric(from: number, to: number, factors: number): number[] {
  if (!(from > 0 && to > from && factors >= 2 && factors <= 41)) return []
  const step = (to / from) ** (1 / (factors - 1))
  return Array.from({ length: factors }, (_, i) => roundedTo(from * step ** i, 3))
}

const FROM = 0.001
const TO = 100

/** What is wrong, by field; empty when the draft can be sent. */
export function studyFaults(draft: StudyDraft): Partial<Record<keyof StudyDraft, string>> {
  const [from, to, factors] = [number(draft.from), number(draft.to), whole(draft.factors)]
  const rounds = draft.rounds
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(whole)
  const shots = whole(draft.shots)
  return {
    ...(draft.kinds.length === 0 && { kinds: 'Choose at least one kind of error' }),
    ...(!(from >= FROM && from < TO) && { from: `A factor of at least ${FROM}` }),
    ...(!(to > Math.max(FROM, Number.isNaN(from) ? FROM : from) && to <= TO) && {
      to: `Above the smallest factor, at most ${TO}`,
    }),
    ...(!(factors >= 2 && factors <= 41) && { factors: 'A whole number from 2 to 41' }),
    ...(!(rounds.length >= 1 && rounds.length <= 20 && rounds.every(each => each >= 1 && each <= 1_000)) && {
      rounds: 'Up to 20 whole numbers from 1 to 1000',
    }),
    ...(!(shots >= 100 && shots <= 1_000_000) && { shots: 'A whole number from 100 to 1,000,000' }),
  }
}

/** Null while something is wrong with the draft. */
export function requestOfStudyDraft(draft: StudyDraft): BreakEvenRequest | null {
  if (Object.keys(studyFaults(draft)).length > 0) return null
  const { mode, kinds, protocol, decoder } = draft
  const rounds = draft.rounds
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)
  const request = BreakEvenRequest.safeParse({
    mode,
    kinds,
    protocol,
    decoder,
    scales: geometric(number(draft.from), number(draft.to), whole(draft.factors)),
    rounds: [...new Set(rounds)].sort((a, b) => a - b),
    shots: whole(draft.shots),
    ...(draft.name.trim() !== '' && { name: draft.name.trim() }),
  })
  return request.success ? request.data : null
}

type StudySize = Pick<BreakEvenRequest, 'kinds' | 'scales' | 'rounds' | 'states' | 'shots'>

/** Shots times rounds of the encoded experiment: what a map's time grows with. The baselines come on top. */
export const shotRounds = ({ kinds, scales, rounds, states, shots }: StudySize) =>
  kinds.length * scales.length * states.length * shots * sum(rounds)

/** Shot-rounds a millisecond of the newest finished map; null when there is none. */
export function shotRoundsPerMs(studies: readonly Study[]): number | null {
  const done = studies.find(study => study.status === 'COMPLETED' && study.started_at && study.finished_at)
  if (!done) return null
  const taken_ms = Date.parse(done.finished_at!) - Date.parse(done.started_at!)
  return taken_ms > 0 ? shotRounds(done.request) / taken_ms : null
}

/** Cost of a map in shots and time; the time only where an earlier map shows the pace. */
export function studyCostText(request: StudySize, pace: number | null): string {
  const points = request.kinds.length * request.scales.length
  const work = `${count(points)} points, ${count(shotRounds(request))} shot-rounds of the encoded qubit and the baselines; no tokens: it is computed here`
  return pace === null
    ? `${work}. The time is not known before a first map.`
    : `${work}. About ${duration(shotRounds(request) / pace)} at the pace of the last map.`
}

/** Time left of a running map in ms, from how far it came since it started; null before that says anything. */
export function remaining_ms(
  { started_at, progress }: Pick<Study, 'started_at' | 'progress'>,
  now: number,
): number | null {
  if (started_at === null || progress.fraction < 0.02) return null
  return Math.max(0, ((now - Date.parse(started_at)) * (1 - progress.fraction)) / progress.fraction)
}
