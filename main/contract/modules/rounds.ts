/** Compiled rounds as text, for checks with other programs. */
import { z } from 'zod'
import { Name } from '../model/primitives'
import { CardinalState, DD_SEQUENCES, PREPARATIONS, PROTOCOLS, READOUTS, RunMode } from '../model/protocols'
import { Closing } from './faults'

export const RoundsFormat = z.enum(['stim', 'openqasm3'])
export type RoundsFormat = z.infer<typeof RoundsFormat>

export const RoundsQuery = z.object({
  format: RoundsFormat,
  mode: RunMode.default('detection'),
  state: CardinalState.default('0'),
  /** After the preparation. */
  rounds: z.coerce.number().int().min(1).max(100).default(1),
  /** Calibrated Pauli noise after every operation; OpenQASM has none. */
  noise: z.enum(['calibrated', 'none']).default('calibrated'),
  /**
   * For correction mode; left out: the first that the backend offers. Stim has no conditions: its text holds the path on which no
   * condition is met, and names the parts left out.
   */
  protocol: z.enum(PROTOCOLS).optional(),
  /** extraction unless given; erasure where the device has no feed-forward. */
  closing: Closing.optional(),
  preparation: z.enum(PREPARATIONS).default('verified'),
  /** Left out: chosen by predicted error, as of a run in all six states. */
  readout: z.enum(READOUTS).optional(),
  dd: z.enum(['none', ...DD_SEQUENCES]).default('none'),
})
export type RoundsQuery = z.output<typeof RoundsQuery>

export const ReadoutQuery = z.strictObject({
  /** The logical operator whose readout it is. */
  logical: z.enum(['X', 'Y', 'Z']).default('Z'),
})
export type ReadoutQuery = z.output<typeof ReadoutQuery>

export const RoundsText = z.object({
  format: RoundsFormat,
  text: z.string(),
  calibration_id: Name,
  noise_model_version: z.string(),
  schedule_hash: z.string(),
})
export type RoundsText = z.infer<typeof RoundsText>
