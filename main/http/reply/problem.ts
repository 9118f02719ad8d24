import type { ErrorRequestHandler } from 'express'
import { AppError, ERRORS, type ErrorCode, type Fault } from '../../contract/model/errors'
import type { Logger } from '../../log/log'
import { localsOf } from '../request/entry'

/** RFC 9457 problem details, extended by the error code, a remedy, and the faults of the input. */
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

/** Translates a failure that the throwing part could not explain to the caller; returns other failures unchanged. */
export type Explain = (error: unknown) => unknown

/** Turns every failure into a reply. An error that is not an AppError is a bug: logged completely, never sent. */
export const errorHandler =
  (log: Logger, explain: Explain): ErrorRequestHandler =>
  (error, { path }, response, _next) => {
    const { request_id } = localsOf(response)
    const known = toAppError(explain(error))
    if (!known) log.error({ err: error, request_id, path }, 'a bug answered 500')
    if (response.headersSent) return void response.destroy()
    const failure =
      known ??
      new AppError(
        'internal',
        'The service failed because of a fault of its own. Its log has the error under the request id.',
      )
    if (failure.code === 'unauthenticated') response.setHeader('WWW-Authenticate', 'Bearer')
    const { retry_after_s } = failure.details
    if (typeof retry_after_s === 'number') response.setHeader('Retry-After', retry_after_s)
    const problem = problemOf(failure, request_id)
    response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem))
  }

/** Fields of the errors of Express and body-parser. */
interface HttpError {
  readonly type?: string
  readonly limit?: number
  readonly status?: number
  readonly encoding?: string
}

/**
 * AppErrors, and the failures raised by Express and its body parser as AppErrors; null for everything else, which is a
 * bug.
 */
function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return null
  const { type, limit, status, encoding } = error as Error & HttpError
  if (type === 'entity.too.large')
    return new AppError('body_too_large', `The body is larger than the ${limit} bytes this route accepts`, {
      details: { limit },
    })
  if (type === 'encoding.unsupported')
    return new AppError(
      'unsupported_media_type',
      `The body is encoded (${encoding!.slice(0, 40)}); send it as it is, without Content-Encoding`,
    )
  if (error instanceof URIError)
    return new AppError('malformed_request', 'The path is not percent-encoded UTF-8: write every % of it as %25')
  // Any other 4xx error of theirs, for example a failed precondition, is the caller's mistake.
  return status !== undefined && status >= 400 && status < 500 ? new AppError('malformed_request', error.message) : null
}
