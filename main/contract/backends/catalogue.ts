/** The catalogue: each device appears as a live backend and as its free -mock counterpart. */
import { z } from 'zod'
import { AssumedValues, FEEDFORWARD_BASES, Thresholds } from '../calibration/device-profile'
import { CalibrationSummary } from '../calibration/snapshot'
import { Name, QubitIndex, Timestamp } from '../model/primitives'
import { PROTOCOLS } from '../model/protocols'
import { CurrentChange } from './current-calibration'

export const BackendMode = z.enum(['mock', 'live'])

export const BackendSummary = z.object({
  backend_id: Name,
  device_id: Name,
  name: z.string(),
  description: z.string(),
  mode: BackendMode,
  /** True where results come from a simulation, which is said wherever they are shown. */
  simulated: z.boolean(),
  online: z.boolean(),
  /** Why it is offline, null when online. */
  offline_reason: z.string().nullable(),
  topology: z.string(),
  num_qubits: z.int(),
  num_chiplets: z.int(),
  native_gates: z.array(z.string()),
  limits: z.object({
    /** On a mock without noise this may exceed the number of the device's qubits. */
    max_qubits: z.int(),
    /**
     * Only where circuits are simulated: the most qubits in use whose state vector fits into this machine's memory, by precision
     * of the amplitudes. It does not limit circuits of Clifford gates alone.
     */
    max_state_vector_qubits: z.object({ float64: z.int(), float32: z.int() }).optional(),
    max_shots: z.int(),
    max_instructions: z.int(),
    /**
     * Limit of the execution time: a circuit job that executes for longer is aborted, one for which a device would take longer is
     * refused. Left out: no limit.
     */
    max_runtime_s: z.number().optional(),
    /** Limits of circuit jobs with observables, and of readout mitigation. */
    observables: z
      .object({
        max_observables: z.int(),
        /** Terms of all observables of a job together. */
        max_terms: z.int(),
        max_qubits: z.int(),
        /** Circuits that measure the observables of a job. */
        max_groups: z.int(),
        /** Measured bits of a job with readout mitigation. */
        max_mitigated_bits: z.int(),
        /** 1 - P(1|0) - P(0|1): the readout of a qubit below it is not inverted. */
        min_readout_contrast: z.number(),
      })
      .optional(),
  }),
  token_price_per_shot: z.number(),
  queue_length: z.int(),
  calibration_id: Name,
  calibrated_at: Timestamp.nullable(),
})
export type BackendSummary = z.infer<typeof BackendSummary>

/** Text for work that costs nothing, the same in every view. Mocks are always free, a device where the lab's profile prices its shots at 0. */
export const freeText = (mode: BackendSummary['mode']) => (mode === 'mock' ? 'free' : 'free (lab profile)')

/** Mode of a backend of which only the id is known. */
export const modeOf = (backend_id: string): BackendSummary['mode'] => (backend_id.endsWith('-mock') ? 'mock' : 'live')

export const Backend = BackendSummary.extend({
  qubits: z.array(z.object({ index: QubitIndex, label: z.string(), x: z.number(), y: z.number() })),
  couplings: z.array(z.tuple([QubitIndex, QubitIndex])),
  chiplets: z.array(z.object({ chiplet_id: Name, qubits: z.array(QubitIndex) })),
  calibration: CalibrationSummary,
  /** Added while the workstation ran, so that it can be deleted; the others belong to the lab. */
  added: z.boolean().optional(),
  /** Thresholds of the device's profile: no layout uses a part below one of them. */
  thresholds: Thresholds.optional(),
  /** Values for figures that a calibration leaves out; replies say so wherever one is used. */
  assumed: AssumedValues.optional(),
  /** A calibration older than this raises `stale_calibration`. */
  stale_after_hours: z.number().optional(),
  /** Whether an outcome can decide within a round what is done next. */
  feedforward: z.boolean().optional(),
  /** How long a decision takes, from the end of the measurement; null where there is no feed-forward. */
  feedforward_latency_ns: z.number().nullable().optional(),
  feedforward_latency_basis: z.enum(FEEDFORWARD_BASES).nullable().optional(),
  /** Protocols that runs, studies and texts may ask for; the first is meant where a request names none. */
  protocols: z.array(z.enum(PROTOCOLS)).optional(),
})
export type Backend = z.infer<typeof Backend>

export const BackendParam = z.object({ backend_id: Name })
export const ImportReply = z.object({
  stored: z.boolean(),
  calibration: CalibrationSummary,
  notes: z.array(z.string()),
  /** What the import does, or would do, to the current snapshot. */
  change: CurrentChange,
})
export type ImportReply = z.infer<typeof ImportReply>
