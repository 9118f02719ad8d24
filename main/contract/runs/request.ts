/** Request of an error-correction run. */
import { z } from 'zod'
import {
  CARDINAL_STATES,
  CardinalState,
  DD_SEQUENCES,
  Decoder,
  MAX_ROUNDS,
  MAX_RUN_SHOTS,
  PREPARATIONS,
  PROTOCOLS,
  READOUTS,
  RUN_ENGINES,
  RunMode,
} from '../model/protocols'

const Rounds = z.int().min(1).max(MAX_ROUNDS)

export const RunRequest = z.strictObject({
  mode: RunMode,
  rounds: z.union([Rounds, z.array(Rounds).min(1).max(50)]),
  /** For each state and number of rounds. */
  shots: z.int().min(1).max(MAX_RUN_SHOTS),
  states: z
    .array(CardinalState)
    .min(1)
    .max(6)
    .default([...CARDINAL_STATES]),
  decoder: Decoder.default('flag-lut'),
  /** Left out: the first that the backend offers, adaptive wherever its device has feed-forward. */
  protocol: z.enum(PROTOCOLS).optional(),
  /** 0 .. 2^53 - 1; chosen and recorded by the service when left out. */
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Where no verified preparation can be proved on the module, a run says so and must ask for the projective one. */
  preparation: z.enum(PREPARATIONS).default('verified'),
  /** Left out: the one predicted to be read wrongly less often, see `readout_choice` of the prediction and the record. */
  readout: z.enum(READOUTS).optional(),
  dd: z.union([z.literal(false), z.enum(DD_SEQUENCES)]).default(false),
  engine: z.enum(RUN_ENGINES).default('frames'),
  /** Run a module that fails the feasibility gate, or whose verdict is unknown. */
  override: z.boolean().default(false),
  name: z.string().max(200).optional(),
})
export type RunRequest = z.infer<typeof RunRequest>

/** Windows with pulses are modelled by the T2 between pulses alone, without T1, so trajectories run no decoupling. */
export const engineRunsDecoupling = ({ engine, dd }: Pick<RunRequest, 'engine' | 'dd'>): boolean =>
  engine !== 'trajectories' || dd === false
