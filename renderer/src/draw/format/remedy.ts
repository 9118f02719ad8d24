/** Remedies for a person at the window; the service's own words are for authors of programs that call it. */
import type { ErrorCode } from '../../../../main/contract/model/errors'
import { countWithNoun } from './quantity'

type Details = Readonly<Record<string, unknown>>

interface FailureWithRemedy {
  readonly code: string
  readonly details: Details
  /** In the words of the service, or of the window where that knows the failure itself. */
  readonly remedy: string
}

const REPORT =
  'Try again. If it happens again, report it with the request number below: the log of the service has the cause under it.'
/** The window itself sent what the service could not take: another version of it may stand open. */
const RELOAD = 'Reload the window. If it happens again, report it with the request number below.'

const IN_WINDOW: Partial<Record<ErrorCode, string | ((details: Details) => string)>> = {
  unauthenticated:
    'The session has ended, or the link was used already. Sign in with a fresh link, which `npm run keys -- link` prints in Pentad’s folder.',
  forbidden: 'Sign in as the account holder, or use a key with the role that is named above.',
  internal: REPORT,
  malformed_request: RELOAD,
  malformed_json: RELOAD,
  unsupported_media_type: RELOAD,
  method_not_allowed: RELOAD,
  headers_too_large: RELOAD,
  upgrade_required: RELOAD,
  idempotency_conflict: RELOAD,
  idempotency_in_flight: 'It is being worked on already: wait a moment, then try again.',
  request_timeout: 'The connection was cut or too slow. Try again.',
  wrong_host: 'Open the window by the address that the service printed when it was started.',
  invalid_request: 'Correct what is named above, then try again.',
  invalid_file: 'Correct the file at the places named above, or choose another format.',
  conflict:
    'The sentence above says what is in the way. If that has changed, reload the page to see what is stored now.',
  result_not_ready: 'Wait until it has ended; its page updates by itself.',
  result_too_large: 'Take the counts, or the packed shots through the service’s own address.',
  job_failed: 'Its page says why. Submit it again once that is mended.',
  run_failed: 'Its page says why. Start it again once that is mended.',
  gate_failed: 'Read the warning. To run the module nevertheless, tick the box beside it.',
  gate_unknown: 'Enter the T2 of the qubits that the warning names. To run the module nevertheless, tick the box.',
  no_embedding: 'Choose another chiplet.',
  disqualified: 'Choose another chiplet, or wait for a better calibration. The Modules page names each veto.',
  instrument_unavailable: 'See its address and its cable: it connects by itself once its port is there.',
  instrument_fault: 'Look at the instrument and its cable. The command log shows what was sent and received.',
  instrument_held: ({ holder }) =>
    `Wait until ${typeof holder === 'string' ? holder : 'its holder'} gives it back, or press “Wait for it” on its page.`,
  policy_refused: 'Choose another policy or other sources: none is put in place of another by itself.',
  source_empty: 'Wait, or choose another source. Nothing was charged, and the same draw can be tried again.',
  insufficient_entropy: 'Wait, or draw fewer bytes. Nothing was charged.',
  signing_unavailable: 'An operator must see to the signing keys. Nothing is drawn or charged without a receipt.',
  bytes_expired: 'Draw anew. The bytes were charged when they were drawn; their receipt is kept.',
  body_too_large: ({ limit }) =>
    typeof limit === 'number'
      ? `Send less: at most ${countWithNoun(limit, 'byte')} are taken at once.`
      : 'Send less at once.',
  too_many_waiting: 'Wait until some are answered, then try again.',
  rate_limited: 'Wait a moment, then try again.',
  storage_full: ({ folder }) =>
    `Free space on the disk of ${typeof folder === 'string' ? folder : 'the data folder'}, then try again. What was accepted before goes on by itself.`,
}

/**
 * The remedy in sentences, without a name from the API. `retry_after_s` and `remedy` in the details of a failure take precedence.
 */
export function remedyInWindow({ code, details, remedy }: FailureWithRemedy): string {
  if (typeof details.retry_after_s === 'number') return `Wait ${Math.ceil(details.retry_after_s)} s, then try again.`
  if (typeof details.remedy === 'string' && details.remedy !== '') return sentence(details.remedy)
  const known = IN_WINDOW[code as ErrorCode]
  return typeof known === 'function' ? known(details) : (known ?? remedy)
}

/** Instruments' remedies come without a capital and a full stop. */
const sentence = (words: string): string => `${words[0]!.toUpperCase()}${words.slice(1).replace(/\.?$/, '.')}`
