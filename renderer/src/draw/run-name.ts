import type { RunRecord } from '../../../main/contract/runs/record'

/** Names that tell runs apart; the id alone is unique. */
export const runName = ({ run_id, chiplet, decoder }: Pick<RunRecord, 'run_id' | 'chiplet' | 'decoder'>) =>
  `${run_id.slice(0, 8)} (${chiplet}, ${decoder})`
