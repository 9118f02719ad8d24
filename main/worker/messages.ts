/** Messages between the service and its threads. */
import { AppError, type ErrorCode, type Fault } from '../contract/model/errors'

export interface TaskCall {
  readonly name: string
  readonly input: unknown
  /** One word in shared memory, not 0 once the call is not wanted any more: a task that computes reads no messages. */
  readonly cancelled: Int32Array
}

/** To the thread, besides calls: its call is not wanted any more; or the answer to what it asked. */
export type ToThread = TaskCall | { readonly abort: true } | { readonly answer: number; readonly reply: Reply }

/** From the thread: what became of its call, or a function of the caller that the task calls meanwhile. */
export type FromThread = Reply | HostCall

export interface HostCall {
  /** Another one each time. */
  readonly ask: number
  readonly name: string
  readonly args: readonly unknown[]
}

export type Reply = { readonly value: unknown } | { readonly failure: ThrownError }

/** An error without its class; `code` null for a bug. */
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

/** The error as the task threw it; a bug keeps the stack of the thread. */
export function errorOf({ code, message, stack, details, faults }: ThrownError): Error {
  if (code !== null) return new AppError(code, message, { details, faults })
  return Object.assign(new Error(message), { stack })
}

/** Buffers lie no deeper in an answer; what a caller nested is not walked through. */
const DEEPEST = 4

/**
 * Every buffer near the top of `value` that it has to itself, once: they are handed over, not copied. One without bytes is left
 * out: it may have been handed over before, and Node loses a message that hands it over again without a word.
 */
export function buffersIn(value: unknown, depth = DEEPEST, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    // Small Buffers of Node lie together in one that cannot be handed over.
    const { buffer, byteLength } = value
    const own = buffer instanceof ArrayBuffer && (!Buffer.isBuffer(value) || byteLength === buffer.byteLength)
    if (own && buffer.byteLength > 0) found.add(buffer)
  } else if (depth > 0 && typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) buffersIn(inner, depth - 1, found)
  }
  return found
}
