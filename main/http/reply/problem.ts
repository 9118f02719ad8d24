import { AppError, ERRORS, type ErrorCode, type Fault } from '../../contract/model/errors'
import type { Logger } from '../../log/log'
import { type Exchange, write } from '../exchange'

/** RFC 9457, with the code, what to do about it, and the faults of the input. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  error: ErrorCode
  remedy: string
  request_id: string
  details: Record<string, unknown>
  errors: Fault[]
}

export function problemOf(error: AppError, request_id: string): Problem {
  const { status, title, remedy } = ERRORS[error.code]
  return {
    type: `urn:pentad:error:${error.code}`,
    title,
    status,
    detail: error.message,
    instance: `urn:uuid:${request_id}`,
    error: error.code,
    remedy,
    request_id,
    details: error.details,
    errors: error.faults,
  }
}

/** The one place where a failure becomes a reply. What is not an AppError is a bug: logged whole, told to nobody. */
export function answerProblem(error: unknown, exchange: Exchange, log: Logger): void {
  const { request_id, path, response, headers } = exchange
  const known = toAppError(error)
  if (!known) log.error({ err: error, request_id, path }, 'a bug answered 500')
  if (response.headersSent) return void response.destroy()
  const failure = known ?? new AppError('internal', 'The service could not finish this. Nothing more is known here.')
  if (failure.code === 'unauthenticated') headers.push('WWW-Authenticate', 'Bearer')
  const problem = problemOf(failure, request_id)
  write(exchange, problem.status, 'application/problem+json; charset=utf-8', JSON.stringify(problem))
}

/** Failures that Express and its body parser raise by themselves; null for everything that is a bug. */
function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return null
  const { type, limit, status } = error as Error & { type?: string; limit?: number; status?: number }
  if (type === 'entity.parse.failed') return new AppError('malformed_json', error.message)
  if (type === 'entity.too.large')
    return new AppError('body_too_large', `The body is larger than the ${limit} bytes this route accepts`, { limit })
  if (status === 415) return new AppError('unsupported_media_type', error.message)
  if (error instanceof URIError)
    return new AppError('malformed_request', 'The path is not percent-encoded UTF-8: write every % of it as %25')
  // Whatever else they refuse, a precondition that fails, say, is the caller's to put right.
  return status !== undefined && status >= 400 && status < 500 ? new AppError('malformed_request', error.message) : null
}
