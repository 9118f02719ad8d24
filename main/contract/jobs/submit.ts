/** Request and reply of a submit. */
import { z } from 'zod'
import { Name } from '../model/primitives'
import { ParametricCircuit } from './circuit'
import { MAX_CIRCUIT_TEXT } from './circuit-text'
import { Grouping, Mitigation, ObservableFields } from './observables'
import { SweepParameters } from './parameters'
import { SavedVersionRef } from './saved-circuit'
import { QueuePlace } from './status'

export const MAX_SHOTS = 1_000_000

/** Circuits of one submit. */
export const MAX_BATCH = 1_000

export const NoiseKind = z.enum(['none', 'calibrated'])
export type NoiseKind = z.infer<typeof NoiseKind>

export const Precision = z.enum(['float64', 'float32'])
export type Precision = z.infer<typeof Precision>

/** Whether SWAPs may be inserted where a gate acts on qubits without a coupling; none: such a circuit is refused. */
export const RoutingChoice = z.enum(['swaps', 'none'])
export type RoutingChoice = z.infer<typeof RoutingChoice>

/** Device qubit of each qubit of a circuit. */
const InitialLayout = z
  .array(z.int().min(0).max(9_999))
  .min(1)
  .max(10_000)
  .superRefine((sites, context) => {
    const twice = sites.findIndex((site, at) => sites.indexOf(site) !== at)
    if (twice >= 0)
      context.addIssue({
        code: 'custom',
        path: [twice],
        message: `device qubit ${sites[twice]} is listed twice; give each circuit qubit its own`,
      })
  })

/**
 * noise and precision: for simulators. A live backend always runs with its own noise: there `noise` may only be `calibrated`, and
 * `precision` must be left out. initial_layout and routing: for live backends, which transpile.
 */
export const JobOptions = z.strictObject({
  /**
   * Left out: none on a -mock backend, the device's own on a live one. Calibrated noise takes any circuit: where all of it is
   * Clifford, decay is Pauli-twirled, else it is exact; the result's engine says which.
   */
  noise: NoiseKind.optional(),
  /** Precision of the state vector's amplitudes; left out: float64. */
  precision: Precision.optional(),
  /** Grouping of observables; left out: qubit_wise. */
  grouping: Grouping.optional(),
  /** Readout mitigation, for counts of at most 12 measured bits and for observables that are not exact. */
  mitigation: Mitigation.optional(),
  /** Device qubit of each qubit of the circuit, `num_qubits` of them; left out: chosen by the calibration. */
  initial_layout: InitialLayout.optional(),
  /** Left out: swaps, for circuits of physical qubits (`$n`) none. */
  routing: RoutingChoice.optional(),
})
export type JobOptions = z.infer<typeof JobOptions>

export const JobName = z.string().trim().min(1).max(200)

export const Tag = z.string().trim().min(1).max(64)

const isGiven = (value: unknown): boolean => value !== undefined
const whenObject = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null

/**
 * Shots of all circuits of the job together: with observables, including those of the pilot and of the confusion. In a batch, for
 * each circuit without shots of its own. The parsed value is 0 where it was left out.
 */
const Shots = z
  .int()
  .min(1)
  .max(MAX_SHOTS)
  .optional()
  .transform(shots => shots ?? 0)

interface UncheckedOptions {
  readonly shots?: unknown
  readonly circuits?: readonly { readonly shots?: unknown }[] | undefined
  readonly observables?: unknown
  readonly target_error?: unknown
  readonly exact?: unknown
  readonly options?: { readonly grouping?: unknown; readonly mitigation?: unknown } | undefined
}

const haveOwnShots = ({ circuits }: UncheckedOptions): boolean =>
  circuits?.every(({ shots }) => isGiven(shots)) ?? false

/** Fields that exclude or require one another, as path and message. */
const CONTRADICTIONS: readonly (readonly [(body: UncheckedOptions) => boolean, readonly string[], string])[] = [
  [body => body.exact === true && body.shots !== 0, ['shots'], 'exact values take no shots: leave it out'],
  [body => body.exact === true && body.target_error !== undefined, ['target_error'], 'exact values have no error'],
  [
    body => body.exact === true && body.options?.mitigation !== undefined,
    ['options', 'mitigation'],
    'exact values have no readout errors',
  ],
  [
    body => body.exact === true && (body.circuits ?? []).some(({ shots }) => isGiven(shots)),
    ['circuits'],
    'exact values take no shots: leave them out of each circuit',
  ],
  [
    body => body.shots === 0 && body.exact !== true && body.target_error === undefined && !haveOwnShots(body),
    ['shots'],
    'missing; expected a number, which only exact values, a target_error and a batch whose circuits all have shots do without',
  ],
  [body => body.exact === true && body.observables === undefined, ['exact'], 'only observables have exact values'],
  [
    body => body.target_error !== undefined && body.observables === undefined,
    ['target_error'],
    'only observables have a target error',
  ],
  [
    body => body.options?.grouping !== undefined && body.observables === undefined,
    ['options', 'grouping'],
    'only observables are grouped',
  ],
]

/** OpenQASM 2.0 or 3.x, whose `input float` and `input angle` are its parameters. */
const Text = z.string().min(1).max(MAX_CIRCUIT_TEXT)

/** An entry of a batch: a bare circuit, or `circuit` or `text` with the fields that differ from the rest of the body. */
export const BatchEntry = ParametricCircuit.partial()
  .extend({
    circuit: ParametricCircuit.optional(),
    text: Text.optional(),
    shots: z.int().min(1).max(MAX_SHOTS).optional(),
    name: JobName.optional(),
    parameters: SweepParameters.optional(),
    /** As in a submit of one circuit. */
    saved_circuit: SavedVersionRef.optional(),
  })
  .superRefine((entry, context) => {
    const { num_qubits, num_clbits, result_clbits, physical_qubits, registers, instructions } = entry
    const bare = [num_qubits, num_clbits, result_clbits, physical_qubits, registers, instructions].some(isGiven)
    const ways = [bare, isGiven(entry.circuit), isGiven(entry.text)].filter(Boolean).length
    const message = 'give one of a circuit (num_qubits and instructions), circuit, or text'
    if (ways !== 1) context.addIssue({ code: 'custom', path: [], message })
    if (!bare) return
    for (const field of ['num_qubits', 'instructions'] as const)
      if (entry[field] === undefined) context.addIssue({ code: 'custom', path: [field], message: 'missing' })
  })
export type BatchEntry = z.infer<typeof BatchEntry>

const oneCircuit = (body: { circuit?: unknown; text?: unknown; circuits?: unknown }): boolean =>
  [body.circuit, body.text, body.circuits].filter(isGiven).length === 1

/**
 * One job, or with `circuits` a batch: one job each, accepted together or not at all. With `parameters` a job is a sweep: one
 * result for each row of their table, `shots` for each. Observables, target errors and mitigation are then those of each row.
 */
export const SubmitJob = z
  .strictObject({
    backend: Name,
    shots: Shots,
    circuit: ParametricCircuit.optional(),
    text: Text.optional(),
    circuits: z.array(BatchEntry).min(1).max(MAX_BATCH).optional(),
    parameters: SweepParameters.optional(),
    ...ObservableFields,
    /**
     * 0 .. 2^53 - 1; chosen and recorded by the service when left out. Job k of a batch takes seed + k; row r of a sweep takes
     * the first 53 bits of output r + 1 of SplitMix64 from it, and its result states that seed.
     */
    seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    name: JobName.optional(),
    tags: z.array(Tag).max(20).optional(),
    options: JobOptions.optional(),
    /**
     * The version of a saved circuit of the caller that this circuit comes from, for the record: the job shows it and the list of
     * jobs can be filtered by it. The two are not compared.
     */
    saved_circuit: SavedVersionRef.optional(),
  })
  .refine(oneCircuit, {
    path: ['circuit'],
    error: 'give exactly one of circuit, text and circuits',
    when: whenObject,
  })
  .superRefine((body, context) => {
    const faulty = new Set(context.issues.map(({ path }) => path?.[0]))
    for (const [contradicts, path, message] of CONTRADICTIONS)
      if (!faulty.has(path[0]) && contradicts(body)) context.addIssue({ code: 'custom', path: [...path], message })
  })
  .refine(body => !(isGiven(body.circuits) && isGiven(body.parameters)), {
    path: ['parameters'],
    error: 'in a batch, give parameters in each entry of circuits',
    when: whenObject,
  })
  .refine(body => !(isGiven(body.circuits) && isGiven(body.saved_circuit)), {
    path: ['saved_circuit'],
    error: 'in a batch, give saved_circuit in each entry of circuits',
    when: whenObject,
  })
  .meta({ oneOf: [{ required: ['circuit'] }, { required: ['text'] }, { required: ['circuits'] }] })
export type SubmitJob = z.infer<typeof SubmitJob>
/** The body as a client sends it. */
export type SubmitBody = z.input<typeof SubmitJob>

export const JobId = z.object({ job_uuid: z.uuid() })

/** `batch_id` and `job_uuids` for a batch, in the order of its circuits; `job_uuid` is then the first of them. */
export const SubmitReply = JobId.extend({
  batch_id: z.uuid().optional(),
  job_uuids: z.array(z.uuid()).optional(),
  /** On a repeated Idempotency-Key: those of the batch that were deleted since. */
  deleted_job_uuids: z.array(z.uuid()).optional(),
})
export type SubmitReply = z.infer<typeof SubmitReply>

/** What a submit of this body would cost and how long it would take, as far as is known now. Nothing is reserved. */
export const JobEstimate = z.object({
  jobs: z.int(),
  /** Circuits that measure the observables of the first job, each in shots of its own; left out without observables. */
  measured_groups: z.int().optional(),
  /**
   * For the first job: shots for pilots and for circuits that measure the readout, which enter no value. With a target error the
   * pilot decides how many; left out where there are none.
   */
  overhead_shots: z.object({ least: z.int(), most: z.int() }).optional(),
  tokens: z.object({
    price_per_shot: z.number(),
    required: z.number(),
    available: z.number(),
    sufficient: z.boolean(),
  }),
  queue: QueuePlace,
  /** Simulators: runtime of the longest job of the batch; devices: of all jobs. */
  runtime_ms: z.number().nullable(),
  /** Interval of the runtime of a job of this kind, with its confidence; null where it is not known, and for upper bounds. */
  runtime_interval: z.object({ low_ms: z.number(), high_ms: z.number(), confidence: z.number() }).nullable(),
  /**
   * Basis of runtime_ms: `compiled_timing` of the program that a device executes, an upper bound; `kernel_speed`, the work of noisy
   * trajectories at a measured speed, an upper estimate while recent jobs give no interval; `recent_jobs` of the same kind, scaled
   * by their work; `unknown`.
   */
  runtime_basis: z.enum(['compiled_timing', 'kernel_speed', 'recent_jobs', 'unknown']),
  /** Basis of runtime_ms in words, with the number of jobs. */
  basis: z.string(),
  /**
   * Upper bound of the device's time for all jobs: upload, shots with their resets one after the other, and the bins over the
   * link. null on a mock.
   */
  device_time_s: z.number().nullable(),
})
export type JobEstimate = z.infer<typeof JobEstimate>
