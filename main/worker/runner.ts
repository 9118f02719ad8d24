import { type Checkpoint, UNBOUNDED } from './checkpoint'

/** Context of a task besides its input. */
export interface TaskContext<H = unknown> {
  /** Functions of the caller. */
  readonly host: H
  /** Aborted where the caller gives the work up. */
  readonly signal: AbortSignal
  readonly checkpoint: Checkpoint
}

/**
 * Named functions of one argument; argument and answer survive a structured clone. What else a task needs of its caller it
 * asks of its host. A task that waits for anything gives up when the signal is aborted, one that computes for long passes
 * checkpoints.
 */
export type Tasks = Record<string, (input: never, context: TaskContext<never>) => unknown>

/** A named function as its declaration spells it. */
export type Task<Input, Host, Output> = (input: Input, context: TaskContext<Host>) => Output

/** Functions of the caller that a task may call while it runs; what they are given and answer survives a structured clone. */
export type Host = Readonly<Record<string, (...args: never[]) => unknown>>

type TaskInput<T extends Tasks, Name extends keyof T> = Parameters<T[Name]>[0]
type TaskOutput<T extends Tasks, Name extends keyof T> = Awaited<ReturnType<T[Name]>>
type HostOf<T extends Tasks, Name extends keyof T> = NonNullable<Parameters<T[Name]>[1]>['host']

/** For whom work is done, and until when. */
export interface WorkContext {
  /** The submitting key, null for the account holder; left out: the service itself, which takes no turns. */
  readonly owner?: string | null | undefined
  /** Rejects with its reason and gives the work up. */
  readonly signal?: AbortSignal | undefined
}

export interface TaskOptions<H = unknown> extends WorkContext {
  /** Bytes of input or expected output; what is small is quicker done where it is. Left out: taken as large. */
  readonly size?: number | undefined
  /** Buffers of the input that the caller does not need any more: handed over instead of copied. */
  readonly transfer?: readonly ArrayBuffer[] | undefined
  /** Waits however many wait before it, never refused with `queue_full`; for work whose amount is bounded elsewhere. */
  readonly always_queued?: boolean | undefined
  /** Buffers that a task gives its host, or gets of it, are handed over too. */
  readonly host?: H | undefined
}

/** Returns what the task answers and rejects with what it throws, AppErrors whole, wherever it runs. */
export interface Runner<T extends Tasks> {
  run<Name extends keyof T & string>(
    name: Name,
    input: TaskInput<T, Name>,
    options?: TaskOptions<HostOf<T, Name>>,
  ): Promise<TaskOutput<T, Name>>
}

const NEVER = new AbortController().signal

/** On the calling thread, at once; `checkpoint` makes what every call is bounded by. */
export const direct = <T extends Tasks>(tasks: T, checkpoint: () => Checkpoint = () => UNBOUNDED): Runner<T> => ({
  run: async (name, input, { host = {}, signal = NEVER } = {}) =>
    (await tasks[name]!(input as never, { host: host as never, signal, checkpoint: checkpoint() })) as never,
})
