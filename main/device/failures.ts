/** Names of the failures that end work on a device early, and the status in which each ends it. */
import { isDiskFull } from '../contract/model/disk-full'
import { type FaultCode, InstrumentError, isFault } from '../instruments/model/fault'
import { SequencerError, type SequencerErrorCode } from '../sequencer/program/errors'

/** ABORTED: something outside ended the work, and its measurements are good. FAILED: its measurements cannot be trusted. */
const DEVICE_FAILURES = {
  /** The first two end work at the start: nothing was measured. */
  instrument_missing: 'FAILED',
  precondition_failed: 'FAILED',
  instrument_lost: 'ABORTED',
  safe_state: 'ABORTED',
  limit_breached: 'ABORTED',
  sensor_invalid: 'ABORTED',
  storage_full: 'ABORTED',
  yielded: 'ABORTED',
  timing_mismatch: 'FAILED',
  device_error: 'FAILED',
  device_timeout: 'FAILED',
  link_failed: 'FAILED',
  upload_mismatch: 'FAILED',
  program_refused: 'FAILED',
} as const

export type DeviceFailureCode = keyof typeof DEVICE_FAILURES

export class DeviceFailure extends Error {
  override readonly name = 'DeviceFailure'
  /** Status in which the work ends. */
  readonly outcome: 'ABORTED' | 'FAILED'

  constructor(
    readonly code: DeviceFailureCode,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.outcome = DEVICE_FAILURES[code]
  }
}

/** Sentence for the experiment log: why work did not start, or was broken off. */
export function endText(when: 'before' | 'during', reason: unknown): string {
  const why = reason instanceof Error ? reason.message : String(reason)
  const code = reason instanceof DeviceFailure ? ` (${reason.code})` : ''
  return `${when === 'before' ? 'It did not start' : 'It was broken off'}: ${why}${code}`
}

/** Faults after which it is unknown whether the instrument still executes its last command. */
const LOST: readonly FaultCode[] = [
  'port_missing',
  'unplugged',
  'closed',
  'write_timeout',
  'first_byte_timeout',
  'between_bytes_timeout',
  'exchange_timeout',
  'resync_failed',
  'safe_state_missed',
  'identity_mismatch',
  'module_missing',
]

const OF_SEQUENCER: Readonly<Partial<Record<SequencerErrorCode, DeviceFailureCode>>> = {
  timing_mismatch: 'timing_mismatch',
  device_error: 'device_error',
  device_timeout: 'device_timeout',
  link_failed: 'link_failed',
  upload_mismatch: 'upload_mismatch',
}

/** The named failure of a device or its connection; null for other errors, such as a bug or a cancelled caller. */
export function deviceFailureOf(error: unknown): DeviceFailure | null {
  if (error instanceof DeviceFailure) return error
  if (error instanceof InstrumentError) {
    const { fault, message, remedy } = error
    const code = isFault(error, ...LOST) ? 'instrument_lost' : fault === 'preempted' ? 'safe_state' : 'device_error'
    return new DeviceFailure(code, `${message}; ${remedy}`, { fault })
  }
  if (error instanceof SequencerError)
    return new DeviceFailure(OF_SEQUENCER[error.code] ?? 'program_refused', error.message, error.details)
  if (isDiskFull(error)) return new DeviceFailure('storage_full', (error as Error).message)
  return null
}
