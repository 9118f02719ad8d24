/** Compiled rounds as text, for checks with other programs. */
import { z } from 'zod'
import { Closing } from './faults'
import { Name } from '../model/primitives'
import { CardinalState, DD_SEQUENCES, PREPARATIONS, PROTOCOLS, READOUTS, RunMode } from '../model/protocols'

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
  /** Of correction mode. Stim has no conditions: its text holds the path on which none is met, and says what it leaves out. */
  protocol: z.enum(PROTOCOLS).default('adaptive'),
  /** extraction unless given. */
  closing: Closing.optional(),
  preparation: z.enum(PREPARATIONS).default('verified'),
  readout: z.enum(READOUTS).default('checked'),
  dd: z.enum(['none', ...DD_SEQUENCES]).default('none'),
})
export type RoundsQuery = z.output<typeof RoundsQuery>

export const RoundsText = z.object({
  format: RoundsFormat,
  text: z.string(),
  calibration_id: Name,
  noise_model_version: z.string(),
  schedule_hash: z.string(),
})
export type RoundsText = z.infer<typeof RoundsText>
