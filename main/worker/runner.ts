import { type Checkpoint, UNBOUNDED } from './checkpoint'

/** Context of a task besides its input. */
export interface TaskContext<H = unknown> {
  /** Functions of the caller, for the task to call. */
  readonly host: H
  /** Aborted when the caller cancels the work. */
  readonly signal: AbortSignal
  readonly checkpoint: Checkpoint
}

/**
 * Tasks by name. Input and output must survive a structured clone; a task gets everything else from the functions of
 * its host. A task that waits must stop when the signal is aborted; one that computes for long must pass checkpoints.
 */
export type Tasks = Record<string, (input: never, context: TaskContext<never>) => unknown>

/** A task's type, for its declaration. */
export type Task<Input, Host, Output> = (input: Input, context: TaskContext<Host>) => Output

/** Functions of the caller that a running task may call; arguments and results must survive a structured clone. */
export type Host = Readonly<Record<string, (...args: never[]) => unknown>>

type TaskInput<T extends Tasks, Name extends keyof T> = Parameters<T[Name]>[0]
type TaskOutput<T extends Tasks, Name extends keyof T> = Awaited<ReturnType<T[Name]>>
type HostOf<T extends Tasks, Name extends keyof T> = NonNullable<Parameters<T[Name]>[1]>['host']

/** Owner and cancellation signal of work. */
export interface WorkContext {
  /** The submitting key, null for the account holder; left out: the service itself, which has no limit of threads. */
  readonly owner?: string | null | undefined
  /** Cancels the work: the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

export interface TaskOptions<H = unknown> extends WorkContext {
  /** Bytes of input or expected output; small tasks run on the calling thread. Left out: treated as large. */
  readonly size?: number | undefined
  /** Buffers of the input that the caller no longer needs: transferred instead of copied. */
  readonly transfer?: readonly ArrayBuffer[] | undefined
  /** Never refused with `queue_full`; for work whose amount is bounded elsewhere. */
  readonly always_queued?: boolean | undefined
  /** Functions that the task may call; buffers in their arguments and results are transferred. */
  readonly host?: H | undefined
}

/**
 * Resolves with the task's result or rejects with its error, an AppError with all its fields, wherever the task runs.
 */
export interface Runner<T extends Tasks> {
  run<Name extends keyof T & string>(
    name: Name,
    input: TaskInput<T, Name>,
    options?: TaskOptions<HostOf<T, Name>>,
  ): Promise<TaskOutput<T, Name>>
}

const NEVER = new AbortController().signal

/** Runs tasks at once on the calling thread; `checkpoint` makes a new checkpoint for each call. */
export const direct = <T extends Tasks>(tasks: T, checkpoint: () => Checkpoint = () => UNBOUNDED): Runner<T> => ({
  run: async (name, input, { host = {}, signal = NEVER } = {}) =>
    (await tasks[name]!(input as never, { host: host as never, signal, checkpoint: checkpoint() })) as never,
})
