import express, { type Request, type RequestHandler } from 'express'
import { AppError } from '../contract/errors'

/** Reads a JSON body of at most `limit` bytes; no body counts as {}. */
export function jsonBody(limit: number): RequestHandler {
  const read = express.json({ limit, strict: false, inflate: false, type: () => true })
  return (request, response, next) => {
    if (!hasBody(request)) {
      request.body = {}
      return next()
    }
    if (!request.is(['application/json', '+json']))
      throw new AppError(
        'unsupported_media_type',
        `The body is ${request.headers['content-type'] ?? 'of no stated type'}, this route takes application/json`,
      )
    read(request, response, next)
  }
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
