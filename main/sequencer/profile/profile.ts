/** Limits and timing of a sequencer as data: `resources/sequencers/*.json`. */
import { z } from 'zod'
import { Name } from '../../contract/model/primitives'

const Count = z
  .int()
  .min(1)
  .max(2 ** 31)
const Ns = z
  .int()
  .min(1)
  .max(10 ** 9)

export const SequencerProfile = z.strictObject({
  format: z.literal('pentad-sequencer/1'),
  profile_id: Name,
  description: z.string().max(2_000),
  /** Every length and every time is a multiple of it. */
  grid_ns: z.int().min(1).max(1_000),
  /** Between the beginnings of two operations on one line. */
  min_gap_ns: Ns,
  /** Between the beginnings of two acquisitions on one readout line. */
  acquisition_gap_ns: Ns,
  /** Longest time of one wait instruction; longer waits take several. */
  max_wait_ns: Ns,
  /** Instructions of a drive or flux line, and of a readout line. */
  instructions: Count,
  readout_instructions: Count,
  /** Samples of one line at one per nanosecond, each distinct pulse counted once. */
  waveform_samples: Count,
  /** Bins of one acquisition memory: shots × slots of a batch. */
  bins: Count,
  bytes_per_bin: z.literal(1),
  registers: z.int().min(0).max(4_096),
  /** Qubits whose outcomes conditions may depend on. */
  trigger_addresses: z.int().min(0).max(10_000),
  /** The shortest feed-forward that the sequencer can do; null: none. */
  feedforward_latency_ns: z
    .int()
    .min(0)
    .max(10 ** 9)
    .nullable(),
  /** marks: device time at the start and the end of rounds, for the first `marked_shots` of a batch. */
  timestamps: z.enum(['marks', 'none']),
  marked_shots: z.int().min(0).max(100_000),
  /** points: I and Q of every bin can be fetched, from which rotation and threshold of each readout follow. */
  iq: z.enum(['points', 'none']).default('none'),
  program_bytes: Count,
  /** Throughput of the link. */
  link_bytes_per_s: z.number().positive(),
})
export type SequencerProfile = z.infer<typeof SequencerProfile>
