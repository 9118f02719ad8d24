import type { Run } from '../../contract/runs/run'

/** The request as stored: lists in order, nothing left to choose. */
export type RunSettings = Pick<
  Run['request'],
  | 'mode'
  | 'rounds'
  | 'shots'
  | 'states'
  | 'seed'
  | 'protocol'
  | 'closing'
  | 'decoder'
  | 'preparation'
  | 'attempts'
  | 'readout'
  | 'engine'
>

/** What a prediction depends on. */
export type PredictionSettings = Omit<RunSettings, 'seed'>
