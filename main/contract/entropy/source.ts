/** Sources of random bytes: what they are, what state they are in, and how good their samples are. */
import { z } from 'zod'
import { PageQuery, Timestamp } from '../model/primitives'
import { SampleFault } from './sample-fault'

export const EntropySourceKind = z.enum(['photon_arrival', 'homodyne', 'qubit', 'true_rng', 'one_rng', 'system'])
export type EntropySourceKind = z.infer<typeof EntropySourceKind>

/** `urn:pentad:source:homodyne:0002`. */
export const FullSourceId = z
  .string()
  .regex(/^urn:pentad:source:[a-z0-9-]{1,40}:[A-Za-z0-9._-]{1,64}$/, 'the full id of a source')
export const ShortSourceName = z.string().regex(/^src-[a-z]$/, 'a short name, src-a to src-z')
/** A full id or a short name. */
export const SourceName = z
  .string()
  .max(140)
  .regex(
    /^(src-[a-z]|urn:pentad:source:[a-z0-9-]{1,40}:[A-Za-z0-9._-]{1,64})$/,
    'a short name such as src-a, or a full id such as urn:pentad:source:homodyne:0002',
  )

/** Which draws it may serve: `disabled` and `quarantined` ones serve none. Failures and assessments quarantine by themselves. */
export const EntropySourceState = z.enum(['enabled', 'disabled', 'quarantined'])
export type EntropySourceState = z.infer<typeof EntropySourceState>
/** `idle` until it is first needed; `latched` until an operator resets it. */
export const EntropySourceHealth = z.enum(['idle', 'starting', 'healthy', 'restarting', 'latched'])

const Bits = z.number().min(0)
const Count = z.int().min(0)

const summary = {
  id: FullSourceId,
  short_name: ShortSourceName,
  label: z.string(),
  kind: EntropySourceKind,
  /** Whether its randomness is that of a quantum measurement. */
  quantum: z.boolean(),
  /** Sources of one group may fail together: no draw combines them. */
  physical_group: z.string(),
  simulated: z.boolean(),
  /** Whether its samples come unprocessed; one that whitens hides its failures and counts under `simulated_ok` only. */
  raw: z.boolean(),
  state: EntropySourceState,
  health: EntropySourceHealth,
  /** Credited min-entropy, bits a raw bit; null until enough samples are assessed, and of a source that whitens them. */
  entropy: z.number().min(0).max(1).nullable(),
  /** True until `entropy` rests on 10^6 samples and restart tests. */
  provisional: z.boolean(),
  /** Bytes of full entropy that are ready to be drawn. */
  available_bytes: Count,
  /** Why a draw that names it alone is refused now; null where it is served. */
  problem: z.string().nullable(),
}
export const EntropySource = z.object(summary)
export type EntropySource = z.infer<typeof EntropySource>

const ByLevel = z.object({ single: Count, intermittent: Count, permanent: Count })

/** Built after SP 800-90B, not validated. Entropies in bits a sample unless said otherwise. */
export const SourceQuality = EntropySource.extend({
  bits_per_sample: z.int().min(1).max(8),
  claimed: Bits,
  assessed: z
    .object({
      h: Bits,
      /** Origin of `h`: the estimate from samples (`original`) or from their bits (`bitstring`), the restart test, or the claim. */
      decided_by: z.enum(['original', 'bitstring', 'restarts', 'claimed']),
      estimator: z.string().nullable(),
      samples: Count,
      at: Timestamp,
      age_s: Count,
      provisional: z.boolean(),
      restarts: z.enum(['passed', 'failed', 'not_run']),
    })
    .nullable(),
  /** Samples of a window, and what counts as an alarm in it. */
  cutoffs: z.object({
    window: Count,
    /** Equal values in a row. */
    repetition: ByLevel,
    /** Equal values in a window. */
    proportion: ByLevel,
  }),
  watermarks: z.object({ low: Count, high: Count }),
  failures: z.object({
    windows_passed: Count,
    windows_failed: Count,
    /**
     * Alarms of all tests together. Chance alone raises about four single alarms in 10^9 bits at a false-alarm probability of
     * 2^-30.
     */
    alarms: ByLevel,
    latched_by: z.string().nullable(),
    /** The last alarms at the two levels that discard, newest first. */
    recent: z.array(z.object({ at: Timestamp, test: z.string(), level: z.string(), sample: Count, cutoff: Count })),
  }),
  samples_tested: Count,
  bytes_tested: Count,
  bytes_served: Count,
  /** Conditioned bytes that were destroyed unserved. */
  bytes_destroyed: Count,
  budget: z.object({ bytes_per_day: Count.nullable(), used_today: Count }),
  /** Faults that are injected into its twin; empty for devices. */
  faults: z.array(SampleFault),
})
export type SourceQuality = z.infer<typeof SourceQuality>

/** State of a source at one time. */
export const QualityPoint = z.object({
  at: Timestamp,
  /** Bytes of full entropy in store. */
  available_bytes: Count,
  /** Credited min-entropy, bits a raw bit; null before the first assessment, and of a source that whitens its samples. */
  entropy: z.number().min(0).max(1).nullable(),
  /** Bits a sample. */
  claimed: Bits,
  /** Alarms of all health tests, counted since the source last started. */
  alarms: ByLevel,
  windows_failed: Count,
  samples_tested: Count,
})
export type QualityPoint = z.infer<typeof QualityPoint>

/**
 * Recent hours since the service started, oldest first: points at regular intervals while samples are read, and one at each
 * failure.
 */
export const QualityHistory = z.object({
  id: FullSourceId,
  short_name: ShortSourceName,
  simulated: z.boolean(),
  every_ms: z.int().min(1),
  points: z.array(QualityPoint),
})
export type QualityHistory = z.infer<typeof QualityHistory>

/** Only points after that time. */
export const QualityHistoryQuery = z.object({ since: Timestamp.optional() })
export type QualityHistoryQuery = z.output<typeof QualityHistoryQuery>

/** What an operator may change of a source; at least one. */
export const UpdateSource = z
  .strictObject({
    state: EntropySourceState.optional(),
    /** Null: none. */
    budget_bytes_per_day: z.int().min(0).max(1e12).nullable().optional(),
    /** Bits a sample; assessed anew. */
    claims: z.strictObject({ min_entropy: z.number().positive().max(8) }).optional(),
    /** Destroys what it has in store and begins start-up tests anew, also after a permanent failure. */
    reset: z.literal(true).optional(),
    /** For a twin: replaces the faults set before; counted from now on, and dropped at the next start of the service. */
    faults: z.array(SampleFault).max(20).optional(),
  })
  .refine(change => Object.keys(change).length > 0, 'name at least one field to change')
export type UpdateSource = z.infer<typeof UpdateSource>

export const SourceParam = z.object({ id: SourceName })
export const SourceQuery = z.object(PageQuery)

/** Bytes for external test suites: the source's own samples, or their conditioned output; a draw never serves them. */
export const SampleExportQuery = z.object({
  form: z.enum(['raw', 'conditioned']),
  bytes: z.coerce.number().int().min(1).max(4_194_304).default(1_048_576),
})
export type SampleExportQuery = z.output<typeof SampleExportQuery>
