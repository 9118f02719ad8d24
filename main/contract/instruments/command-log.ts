/** Every byte between the service and its instruments. */
import { z } from 'zod'
import { PageQuery, Timestamp } from '../model/primitives'
import { InstrumentId } from './reading'

/** All instruments unless one is named; `text` is searched for in requests and replies, ignoring case. */
const filter = {
  instrument_id: InstrumentId.optional(),
  /** Id of the run or job. */
  work: z.string().min(1).max(100).optional(),
  text: z.string().min(1).max(200).optional(),
  from: Timestamp.optional(),
  to: Timestamp.optional(),
}

const LogDirection = z.enum(['sent', 'received', 'note'])

export const CommandLogQuery = z.object({
  ...PageQuery,
  ...filter,
  direction: LogDirection.optional(),
  /** `ok`, or a fault's name; `fault`: any outcome other than `ok` and `closed`, a port that the service closed itself. */
  outcome: z.string().min(1).max(40).optional(),
})
export type CommandLogQuery = z.output<typeof CommandLogQuery>

export const CommandLogEntry = z.object({
  sequence: z.int(),
  at: Timestamp,
  instrument_id: z.string(),
  simulated: z.boolean(),
  direction: LogDirection,
  /** ASCII as it is, other bytes as `\x00`; only the beginning of an upload. */
  text: z.string(),
  byte_count: z.int(),
  /** Hash of all bytes, set where they are too many to store. */
  sha256: z.string().nullable(),
  /** From the request to this entry. */
  latency_ms: z.number().nullable(),
  /** `ok`, a fault's name, `earlier_error` for an error that was in the queue before a set, or null while it is under way. */
  outcome: z.string().nullable(),
  actor: z.string().nullable(),
  work: z.string().nullable(),
})
export type CommandLogEntry = z.infer<typeof CommandLogEntry>

/**
 * Whether an entry passes the filter `outcome` of `CommandLogQuery`: `fault` finds any outcome other than `ok` and
 * `closed`; an entry that is under way has none yet.
 */
export const hasOutcome = ({ outcome }: Pick<CommandLogEntry, 'outcome'>, wanted: string): boolean =>
  wanted === 'fault' ? outcome !== null && outcome !== 'ok' && outcome !== 'closed' : outcome === wanted

/** `json`: an array of the entries that the list would show. */
export const LogFormat = z.enum(['csv', 'text', 'json'])
export type LogFormat = z.infer<typeof LogFormat>

const exporting = {
  format: LogFormat.default('csv'),
  /** The newest entries, at most this many, oldest first. */
  limit: z.coerce.number().int().min(1).max(100_000).default(10_000),
}
const { limit: _, cursor: __, ...commandFilter } = CommandLogQuery.shape
export const CommandLogExportQuery = z.object({ ...commandFilter, ...exporting })
export type CommandLogExportQuery = z.output<typeof CommandLogExportQuery>

/**
 * `limit`: a precondition that is breached or met again, or a set that a limit of the lab refused; `fault`: any other failure.
 */
export const ExperimentEvent = z.enum([
  'set',
  'query',
  'console',
  'lease',
  'state',
  'fault',
  'limit',
  'alarm',
  'safe_state',
  'snapshot',
  'profile',
  'run',
  'sleep',
])

export const ExperimentLogQuery = z.object({ ...PageQuery, ...filter, event: ExperimentEvent.optional() })
export type ExperimentLogQuery = z.output<typeof ExperimentLogQuery>

/** What happened, in one sentence, with who or what caused it. */
export const ExperimentLogEntry = z.object({
  sequence: z.int(),
  at: Timestamp,
  event: ExperimentEvent,
  /** Null for an event of the whole lab. */
  instrument_id: z.string().nullable(),
  simulated: z.boolean(),
  text: z.string(),
  /** Key, account holder, run, or `service`. */
  actor: z.string(),
  work: z.string().nullable(),
  /** Runs and jobs in progress that the event concerns too, such as a limit, a lost sensor or a sleep. */
  concerns: z.array(z.string()).optional(),
  /** Fields such as parameter, channel, unit, old, requested, read_back, fault. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type ExperimentLogEntry = z.infer<typeof ExperimentLogEntry>

const { limit: ___, cursor: ____, ...experimentFilter } = ExperimentLogQuery.shape
export const ExperimentLogExportQuery = z.object({ ...experimentFilter, ...exporting })
export type ExperimentLogExportQuery = z.output<typeof ExperimentLogExportQuery>
