import type { Gain } from '../../../../main/contract/comparison'

/** The look of a verdict; its word stands beside it always. */
export const GAIN_INTENTS = { gain: 'ok', no_gain: 'bad', inconclusive: 'warn' } as const satisfies Record<
  Gain['verdict'],
  string
>
