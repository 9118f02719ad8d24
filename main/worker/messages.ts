/** Messages between the service and its threads. */
import { AppError, type ErrorCode, type Fault } from '../contract/model/errors'

export interface TaskCall {
  readonly name: string
  readonly input: unknown
  /** One word in shared memory, set to nonzero when the call is cancelled: a computing task reads no messages. */
  readonly cancelled: Int32Array
}

/** To the thread: a call, the cancellation of its current call, or the answer to a host call. */
export type ToThread = TaskCall | { readonly abort: true } | { readonly answer: number; readonly reply: Reply }

/** From the thread: the result of its call, or a call of one of the caller's functions. */
export type FromThread = Reply | HostCall

export interface HostCall {
  /** Number of the host call, unique within the thread. */
  readonly ask: number
  readonly name: string
  readonly args: readonly unknown[]
}

export type Reply = { readonly value: unknown } | { readonly failure: ThrownError }

/** An error without its class; `code` is null for an error that is not an AppError, which is a bug. */
interface ThrownError {
  readonly code: ErrorCode | null
  readonly message: string
  readonly stack: string
  readonly details: Record<string, unknown>
  readonly faults: Fault[]
}

export function failureOf(error: unknown): ThrownError {
  // The stack of an AppError is not used, and reading it would be costly.
  if (error instanceof AppError) {
    const { code, message, details, faults } = error
    return { code, message, stack: '', details, faults }
  }
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  return { code: null, message, stack, details: {}, faults: [] }
}

/** Rebuilds the error that the task threw; a bug keeps the stack of the thread. */
export function errorOf({ code, message, stack, details, faults }: ThrownError): Error {
  if (code !== null) return new AppError(code, message, { details, faults })
  return Object.assign(new Error(message), { stack })
}

/**
 * Depth to which a message is searched for buffers: answers have none deeper, and deeply nested input is not walked
 * through.
 */
const DEEPEST = 4

/**
 * Buffers near the top of `value` that no other value shares; they are transferred instead of copied. Empty buffers are
 * left out: one may have been transferred before, and Node silently loses a message that transfers it again.
 */
export function buffersIn(value: unknown, depth = DEEPEST, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    // Node's small Buffers share one pooled buffer that cannot be transferred.
    const { buffer, byteLength } = value
    const own = buffer instanceof ArrayBuffer && (!Buffer.isBuffer(value) || byteLength === buffer.byteLength)
    if (own && buffer.byteLength > 0) found.add(buffer)
  } else if (depth > 0 && typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) buffersIn(inner, depth - 1, found)
  }
  return found
}
