/** What a backend, a job or a run costs, in words. */
import { type BackendSummary, freeText, modeOf } from '../../../../main/contract/backends/catalogue'
import type { Run, RunEstimate } from '../../../../main/contract/runs/run'
import { amount, count, countWithNoun } from './quantity'

export const tokensText = (number: number) => `${amount(number)} token${number === 1 ? '' : 's'}`

export const priceText = ({ token_price_per_shot, mode }: Pick<BackendSummary, 'token_price_per_shot' | 'mode'>) =>
  token_price_per_shot === 0 ? freeText(mode) : `${token_price_per_shot} tokens/shot`

const KINDS: Readonly<Record<string, string>> = {
  encoded: 'encoded',
  baselines: 'physical baselines',
  pilot: 'pilot',
  wall_time: 'baselines at the wall times',
}

/** `36,000 shots: 3,600 encoded, 32,400 physical baselines` */
export const shotsText = ({ tokens, shots_by_kind }: RunEstimate) =>
  `${shots_by_kind.wall_time ? 'at most ' : ''}${countWithNoun(tokens.shots, 'shot')}: ${Object.entries(shots_by_kind)
    .filter(([, shots]) => shots > 0)
    .map(([kind, shots]) => `${count(shots)} ${KINDS[kind] ?? kind}`)
    .join(', ')}`

/** What a run held, and what it was charged. */
export function runChargeText({ tokens, backend_id }: Pick<Run, 'tokens' | 'backend_id'>): string {
  if (!tokens) return 'not metered: the run is from before runs had a price'
  const shots = `${countWithNoun(tokens.shots_executed ?? tokens.shots_planned, 'shot')} ${tokens.shots_executed === null ? 'planned' : 'executed'}`
  if (tokens.price_per_shot === 0) return `${freeText(modeOf(backend_id))}, ${shots}`
  const cost =
    tokens.charged === null ? `${tokensText(tokens.reserved)} reserved` : `${tokensText(tokens.charged)} charged`
  return `${cost}, ${shots} at ${tokensText(tokens.price_per_shot)} a shot`
}
