/** The problem of a failed call, from the service (RFC 9457) or from the window when the service gave none. */
import { z } from 'zod'
import type { Fault } from '../../../../main/contract/model/errors'

const ProblemDocument = z.object({
  title: z.string(),
  status: z.number().optional(),
  detail: z.string().default(''),
  error: z.string().optional(),
  remedy: z.string().default(''),
  request_id: z.string().nullish(),
  errors: z
    .array(
      z.object({
        pointer: z.string(),
        message: z.string(),
        file: z.string().exactOptional(),
        line: z.number().exactOptional(),
        column: z.number().exactOptional(),
      }),
    )
    .default([]),
  details: z.record(z.string(), z.unknown()).default({}),
})

interface ProblemFields {
  status: number
  code: string
  title: string
  detail: string
  remedy: string
  request_id: string | null
  faults: Fault[]
  details: Record<string, unknown>
}

/**
 * Every failure that a page shows. `code` is one of the contract's, or one of the window's own such as `offline`,
 * `unreadable_reply` or `window_error`.
 */
export class ApiProblem extends Error implements ProblemFields {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly remedy: string
  readonly request_id: string | null
  readonly faults: Fault[]
  readonly details: Record<string, unknown>

  constructor(parts: ProblemFields) {
    super(parts.detail === '' ? parts.title : `${parts.title}: ${parts.detail}`)
    this.name = 'ApiProblem'
    this.status = parts.status
    this.code = parts.code
    this.title = parts.title
    this.detail = parts.detail
    this.remedy = parts.remedy
    this.request_id = parts.request_id
    this.faults = parts.faults
    this.details = parts.details
  }
}

interface WindowProblem {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly remedy: string
  readonly id: string | null
}

const fromWindow = ({ code, status, title, detail, remedy, id }: WindowProblem) =>
  new ApiProblem({ code, status, title, detail, remedy, request_id: id, faults: [], details: {} })

/** The service did not answer. */
export const offline = () =>
  fromWindow({
    code: 'offline',
    status: 0,
    title: 'The service does not answer',
    detail: '',
    remedy: 'Start it again; this page reconnects by itself.',
    id: null,
  })

/** The reply does not have the contract's shape, usually because the window is older than the service. */
export const unreadable = (status: number, detail: string, id: string | null) =>
  fromWindow({
    code: 'unreadable_reply',
    status,
    title: 'The answer cannot be read',
    detail,
    remedy: 'Reload the window; it may be of another version than the service.',
    id,
  })

/** A file of the user that is not UTF-8 text. */
export const unreadableFile = (name: string) =>
  fromWindow({
    code: 'unreadable_file',
    status: 0,
    title: 'The file cannot be read',
    detail: `${name} is not text in UTF-8.`,
    remedy: 'Save it as UTF-8 in the program that wrote it, then open it again.',
    id: null,
  })

/** Reads a problem document; a failure without one becomes `unreadable_reply`. */
export function apiProblemOf(status: number, body: unknown, request_id: string | null): ApiProblem {
  const read = ProblemDocument.safeParse(body)
  if (!read.success) return unreadable(status, `HTTP status ${status} without a problem document.`, request_id)
  const { title, detail, remedy, errors, details, error } = read.data
  return new ApiProblem({
    status,
    code: error ?? `http_${status}`,
    title,
    detail,
    remedy,
    request_id: read.data.request_id ?? request_id,
    faults: errors,
    details,
  })
}

/** Messages of Chromium, Firefox and WebKit for a module that could not be loaded, and of Vite for a style sheet. */
const NOT_ARRIVED = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

/**
 * Problem shown instead of a page that could not be loaded or threw while rendering; the browser's message is not
 * included.
 */
export function failedPageProblem(thrown: unknown): ApiProblem {
  if (thrown instanceof ApiProblem) return thrown
  const missing = NOT_ARRIVED.test(String(thrown))
  return fromWindow({
    code: missing ? 'page_not_loaded' : 'window_error',
    status: 0,
    title: missing ? 'This page could not be loaded' : 'This page could not be shown',
    detail: missing
      ? 'Its files did not arrive: the service was stopped, or was updated while this window was open. Nothing that is stored is lost.'
      : 'A fault in the window stopped it. Nothing that is stored is lost, what runs goes on, and the other pages still open.',
    remedy: missing
      ? 'See that the service runs, then try again: the window is loaded anew.'
      : 'Try again: the window is loaded anew. If it happens again, report it with what the browser says below.',
    id: null,
  })
}

/** Any thrown value as a problem that a page can show. */
export function problemFrom(thrown: unknown): ApiProblem {
  if (thrown instanceof ApiProblem) return thrown
  const detail = thrown instanceof Error ? thrown.message : String(thrown)
  return fromWindow({
    code: 'window_error',
    status: 0,
    title: 'Something went wrong in the window',
    detail,
    remedy: 'Reload the window.',
    id: null,
  })
}
