import { AppError } from '../../contract/model/errors'

/** A query parameter that cannot be as asked; `message` says what it may be. */
export const refusedQuery = (
  parameter: string,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): AppError => new AppError('invalid_request', message, { ...details }, [{ pointer: `#query/${parameter}`, message }])
