/** Faults of instruments as answers of the service. */
import type { InstrumentProblem } from '../../contract/instruments/instrument'
import { AppError, type ErrorCode } from '../../contract/model/errors'
import { type FaultCode, type InstrumentError, isFault } from '../../instruments/model/fault'

const CODES: Readonly<Record<FaultCode, ErrorCode>> = {
  port_missing: 'instrument_unavailable',
  access_denied: 'instrument_unavailable',
  port_busy: 'instrument_unavailable',
  instrument_taken: 'instrument_unavailable',
  library_missing: 'instrument_unavailable',
  unplugged: 'instrument_unavailable',
  closed: 'instrument_unavailable',
  driver_invalid: 'instrument_unavailable',
  driver_named_otherwise: 'instrument_unavailable',
  identity_mismatch: 'instrument_unavailable',
  module_missing: 'instrument_unavailable',
  write_timeout: 'instrument_fault',
  first_byte_timeout: 'instrument_fault',
  between_bytes_timeout: 'instrument_fault',
  exchange_timeout: 'instrument_fault',
  reply_malformed: 'instrument_fault',
  checksum_mismatch: 'instrument_fault',
  reply_too_long: 'instrument_fault',
  reply_unexpected: 'instrument_fault',
  echo_mismatch: 'instrument_fault',
  resync_failed: 'instrument_fault',
  safe_state_missed: 'instrument_fault',
  refused: 'instrument_refused',
  busy: 'instrument_busy',
  queue_full: 'instrument_busy',
  preempted: 'instrument_busy',
  value_out_of_range: 'invalid_request',
  value_off_step: 'invalid_request',
  value_wrong_type: 'invalid_request',
  unknown_choice: 'invalid_request',
  line_malformed: 'invalid_request',
  not_settable: 'invalid_request',
  unknown_parameter: 'not_found',
  unknown_channel: 'invalid_request',
  set_not_taken: 'set_not_taken',
  verify_failed: 'set_not_taken',
  sensor_invalid: 'reading_invalid',
  lease_missing: 'instrument_held',
}

/** Pointers to the fields of a request that hold the value and the channel. */
interface Pointers {
  readonly value?: string
  readonly channel?: string
}

function asAppError(error: InstrumentError, { value = '/value', channel = '/channel' }: Pointers = {}): AppError {
  const { fault, remedy, message, where } = error
  const code = CODES[fault]
  const pointer = fault === 'unknown_channel' ? channel : value
  const faults = code === 'invalid_request' ? [{ pointer, message }] : []
  return new AppError(code, message, { details: { fault, remedy, ...(where === null ? {} : { where }) }, faults })
}

/** Runs the work and returns its result; a fault of an instrument is thrown as an AppError. */
export async function withAppErrors<T>(work: () => Promise<T> | T, pointers?: Pointers): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isFault(error) ? asAppError(error, pointers) : error
  }
}

export const problemOfFault = ({ fault, message, remedy }: InstrumentError): InstrumentProblem => ({
  fault,
  message,
  remedy,
})

export const unknownInstrument = (id: string, known: readonly string[]): AppError =>
  new AppError('not_found', `There is no instrument ${id}; there are ${known.join(', ') || 'none'}`, {
    details: { instrument_id: id },
  })
