import { AppError } from '../../../contract/model/errors'
import type { DrawDecision, DrawRefusal, DrawVerdict } from '../../generation/policies/decide'

const SENTENCES: Readonly<Record<DrawRefusal['reason'], string>> = {
  disabled: 'it is disabled',
  quarantined: 'it is quarantined',
  starting: 'its start-up tests or its first assessment are not over',
  restarting: 'a health test failed, and it starts again',
  latched: 'it failed for good, until an operator resets it',
  not_assessed: 'its samples are not assessed yet',
  budget_spent: 'its budget for today is spent',
  public: 'its output is public and no secret',
  simulated: 'it is simulated',
  not_quantum: 'it is no quantum source',
  whitened: 'it whitens its samples, so that no entropy is credited to it outside simulated_ok',
  provisional: 'its assessment is provisional',
  empty: 'it has too little in store',
  no_source: 'no source is left that the policy allows',
  too_few_groups: 'too few physical groups are left',
  shared_group: 'two sources share a physical group',
  named_twice: 'a source is named twice',
  wrong_count: 'it takes two to eight sources',
  rates_too_low: 'two such sources together give nothing',
  too_long: 'it takes more raw bits than the extractor does',
}

/** The decision, or the refusal thrown as the error that a caller gets. */
export function needDecision(verdict: DrawVerdict): DrawDecision {
  if ('decision' in verdict) return verdict.decision
  const { code, reason, source, needed, available, excluded } = verdict.refusal
  const who = source === null ? 'The draw cannot be served' : `${source} cannot serve the draw`
  throw new AppError(code, `${who}: ${SENTENCES[reason]}`, { details: { reason, source, needed, available, excluded } })
}
