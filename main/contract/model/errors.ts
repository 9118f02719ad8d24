/**
 * Every error code the service can answer with. `remedy` says what the caller can do, and is sent with it.
 * One place (main/http) turns an AppError into application/problem+json.
 */
export const ERRORS = {
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    remedy: 'Correct the fields named in errors[] and send it again.',
  },
  malformed_request: {
    status: 400,
    title: 'The request cannot be read',
    remedy: 'Send it as the detail says; most HTTP libraries do so by themselves.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not JSON',
    remedy: 'Send a JSON object with Content-Type: application/json.',
  },
  invalid_file: {
    status: 400,
    title: 'The file cannot be read',
    remedy: 'Correct the file at the places named in errors[], or pick the right format.',
  },
  unauthenticated: {
    status: 401,
    title: 'No valid credentials',
    remedy: 'Send Authorization: Bearer <API key>, or sign in again with a fresh link.',
  },
  insufficient_tokens: {
    status: 402,
    title: 'Not enough compute tokens',
    remedy: 'Buy tokens, lower the shots, or use the -mock backend.',
  },
  insufficient_credits: {
    status: 402,
    title: 'Not enough entropy credits',
    remedy: 'Get credits in the window (Entropy, Draw), or draw fewer bytes: one credit is 256 bytes.',
  },
  forbidden: {
    status: 403,
    title: 'The key lacks the role',
    remedy:
      'Use a key that has one of the roles in details.required; the account holder makes one in the window or by `npm run keys`.',
  },
  session_required: {
    status: 403,
    title: 'Only the account holder may do this',
    remedy:
      'Sign in: `npm run keys -- link` prints a one-time link for a browser on this computer. No role of a key allows it.',
  },
  wrong_host: {
    status: 403,
    title: 'Host or Origin not allowed',
    remedy: 'Call the service by the address that it printed, from its own page or from a script.',
  },
  not_found: { status: 404, title: 'No such resource', remedy: 'Check the id; lists show what exists.' },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed here',
    remedy: 'See /openapi.json for the methods of this path.',
  },
  gate_failed: {
    status: 409,
    title: 'The module fails the feasibility gate',
    remedy: 'Read the warning; send override: true to run it all the same.',
  },
  gate_unknown: {
    status: 409,
    title: 'The feasibility gate cannot be decided',
    remedy: 'Enter the T2 of the qubits that the warning names; or send override: true to run it all the same.',
  },
  no_embedding: {
    status: 409,
    title: 'No fault-tolerant layout exists',
    remedy: 'Choose another chiplet; details name the reason.',
  },
  disqualified: {
    status: 409,
    title: 'Every layout is disqualified',
    remedy: 'See details.vetoes; choose another chiplet or wait for a better calibration.',
  },
  backend_offline: {
    status: 409,
    title: 'The backend is offline',
    remedy: 'Use its -mock counterpart, or attach the device in the lab profile.',
  },
  result_not_ready: { status: 409, title: 'Not finished yet', remedy: 'Poll until the status is terminal.' },
  job_failed: {
    status: 409,
    title: 'The job failed',
    remedy: 'Mend what details.status_reason names, then submit it again.',
  },
  job_aborted: { status: 409, title: 'The job was aborted', remedy: 'Submit it again if the result is still wanted.' },
  result_too_large: {
    status: 409,
    title: 'The result is too large for this format',
    remedy: 'Ask for format=counts, or for the packed shots at …/result/b8.',
  },
  run_failed: { status: 409, title: 'The run failed', remedy: 'See details.status_reason; start it again.' },
  run_aborted: { status: 409, title: 'The run was aborted', remedy: 'Start it again if the result is still wanted.' },
  idempotency_in_flight: {
    status: 409,
    title: 'A request with this Idempotency-Key is still being worked on',
    remedy: 'Wait a moment and send the same request again.',
  },
  conflict: {
    status: 409,
    title: 'It conflicts with what is stored',
    remedy: 'Read the detail; fetch the resource and decide.',
  },
  instrument_unavailable: {
    status: 409,
    title: 'The instrument is not connected',
    remedy: 'Do what details.remedy says; it connects by itself once its port is there.',
  },
  instrument_held: {
    status: 409,
    title: 'Somebody else holds the instrument',
    remedy: 'Wait for whoever details.holder names, or take a place in the queue of its lease.',
  },
  instrument_busy: {
    status: 409,
    title: 'The instrument is busy',
    remedy: 'Wait until it has finished, then try again.',
  },
  instrument_refused: {
    status: 409,
    title: 'The instrument refused it',
    remedy: 'Read the instrument’s own message in the detail; its manual explains it.',
  },
  instrument_fault: {
    status: 502,
    title: 'The instrument did not answer as it should',
    remedy: 'Do what details.remedy says; the command log has the bytes.',
  },
  set_not_taken: {
    status: 409,
    title: 'The value that was read back is another',
    remedy: 'Check local lock-out, output limits and interlocks on the front panel, then read the value again.',
  },
  reading_invalid: {
    status: 409,
    title: 'The sensor gives no valid value',
    remedy: 'Check the sensor and its cable; the status that it reports is in the detail.',
  },
  no_console: {
    status: 409,
    title: 'This instrument has no console',
    remedy: 'Set its parameters by name; its protocol of raw bytes cannot be typed.',
  },
  not_a_twin: {
    status: 409,
    title: 'Real instruments have no scripted faults',
    remedy: 'Choose an instrument whose address is a twin.',
  },
  policy_refused: {
    status: 409,
    title: 'The policy or the choice of sources forbids the draw',
    remedy:
      'See details.reason and details.excluded; choose another policy or other sources. Nothing is replaced by itself.',
  },
  bytes_expired: {
    status: 410,
    title: 'The bytes of this draw are destroyed',
    remedy: 'The receipt is in details; draw anew with a fresh Idempotency-Key. It was charged when it was drawn.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    remedy: 'Send headers and body without long pauses.',
  },
  body_too_large: { status: 413, title: 'The body is too large', remedy: 'Stay below the limit named in details.' },
  unsupported_media_type: {
    status: 415,
    title: 'The content type is not supported',
    remedy: 'Send plain application/json in UTF-8.',
  },
  idempotency_conflict: {
    status: 422,
    title: 'This Idempotency-Key was used for another body',
    remedy: 'Send the first body again, or choose a fresh Idempotency-Key for this one.',
  },
  upgrade_required: {
    status: 426,
    title: 'This address speaks WebSocket',
    remedy: 'Open it with a WebSocket client.',
  },
  queue_full: { status: 429, title: 'Too many queued', remedy: 'Wait for some to finish.' },
  too_many_waiting: {
    status: 429,
    title: 'Too many requests wait at once',
    remedy: 'Wait for some to be answered, ask without wait, or listen to the events stream for all jobs at once.',
  },
  rate_limited: { status: 429, title: 'Too many requests', remedy: 'Wait as long as Retry-After says.' },
  headers_too_large: {
    status: 431,
    title: 'The address or the headers are too long',
    remedy: 'Send long input in the body.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong inside',
    remedy: 'Report the request_id; the log holds the cause.',
  },
  storage_full: {
    status: 507,
    title: 'The disk is full',
    remedy:
      'Free space on the disk of the data folder named in details, then send it again. Accepted work goes on by itself.',
  },
  source_empty: {
    status: 503,
    title: 'A source cannot serve the draw',
    remedy:
      'See details.reason; wait, or name another source. Nothing was charged, and the same request may be sent again.',
  },
  insufficient_entropy: {
    status: 503,
    title: 'Too little entropy for the draw',
    remedy: 'Compare details.needed with details.available; wait, or draw fewer bytes. Nothing was charged.',
  },
  signing_unavailable: {
    status: 503,
    title: 'Receipts cannot be signed',
    remedy:
      'An operator looks at the signing key as details.reason says. Nothing is drawn or charged without a receipt.',
  },
  shutting_down: { status: 503, title: 'The service is stopping', remedy: 'Try again once it runs.' },
} as const satisfies Record<string, { status: number; title: string; remedy: string }>

export type ErrorCode = keyof typeof ERRORS

/** Most faults named in one reply: a hostile request can hold a million, and the caller needs the first ones. */
export const MAX_FAULTS = 100

/** One fault in the input; `pointer` is a JSON pointer (RFC 6901) into the body, or #query/x, #path/x. */
export interface Fault {
  pointer: string
  message: string
  /** Name of the file in the request that `pointer` points into. */
  file?: string
  /** Location in a text of several lines, both from 1. */
  line?: number
  column?: number
  /** Where a limit of a device is exceeded: the name of the limit, the value requested, the limit, and a remedy. */
  exceeds?: { reason: string; value: number; limit: number; remedy: string }
}

/** A failure the caller can act on. Everything else that is thrown is a bug and answers 500. */
export class AppError extends Error {
  readonly details: Record<string, unknown>
  readonly faults: Fault[]

  constructor(
    readonly code: ErrorCode,
    message: string,
    {
      details = {},
      faults = [],
    }: { readonly details?: Record<string, unknown> | undefined; readonly faults?: Fault[] | undefined } = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.details = details
    this.faults = faults
  }
}
