/** Everything that may go wrong between the service and an instrument, and what the person at the rack can do about it. */
import { shownBytes } from './bytes'

const REMEDIES = {
  port_missing: 'plug the instrument in, or correct its address in the lab profile',
  access_denied: 'let the user that runs the service open the port (group dialout, udev rules of resources/udev)',
  port_busy: 'close the other program that holds the port',
  instrument_taken: 'remove one of the two from the lab profile: an instrument has one name, and is held under it',
  library_missing: 'install the library that the message names',
  unplugged: 'plug it in again: it reconnects by its serial number under whichever port',
  write_timeout: 'check cable and flow control: the port takes no bytes',
  first_byte_timeout: 'check that the instrument is on and that line settings agree with its front panel',
  between_bytes_timeout: 'check the cable: a reply began and did not end',
  exchange_timeout: 'the instrument answers too slowly; raise exchange_ms in its driver file if its manual allows that',
  reply_malformed: 'compare the bytes in the command log with the manual of the instrument',
  checksum_mismatch:
    'check cable and grounding, and compare the checksum in the driver file with the manual of the instrument',
  reply_too_long: 'compare the bytes in the command log with the manual of the instrument',
  reply_unexpected: 'the instrument sends without being asked: switch off its continuous output',
  echo_mismatch: 'another program may be using the instrument: close it',
  refused: 'read the instrument’s own message in this error',
  busy: 'wait until the instrument has finished, then try again',
  value_out_of_range: 'choose a value inside the range',
  value_off_step: 'choose one of the nearest values, or another multiple of the step',
  value_wrong_type: 'send a value of the type that is named',
  unknown_choice: 'choose one of the named values',
  line_malformed: 'write the line as the message describes',
  not_settable: 'choose a parameter with a set command',
  unknown_parameter: 'choose one of the named parameters',
  unknown_channel: 'choose one of the named channels',
  set_not_taken: 'check local lock-out, output limits and interlocks on the front panel',
  verify_failed: 'read the value again; the instrument may clamp or round it',
  sensor_invalid: 'check the sensor and its cable',
  identity_mismatch:
    'plug the configured instrument in, choose the driver of the model that answers, or change the serial number in the lab profile',
  module_missing: 'put the module into its slot and switch it on, or correct the slot in the lab profile',
  resync_failed:
    'check its power, cable and line settings, then switch it off and on; it is asked again by itself at least every 30 s, and at once by “Connect again” or npm run instruments -- connect',
  safe_state_missed:
    'switch its outputs off at its front panel; then check its power, cable and line settings, and drive it to its safe state again',
  queue_full: 'wait: the port has more requests in its queue than it can serve',
  preempted: 'ask again once the instrument is at its safe state',
  closed: 'connect it again: the button “Connect again”, or npm run instruments -- connect',
  driver_invalid: 'correct the driver file at the place that is named',
  driver_named_otherwise: 'give the file the name of its id, or correct the id',
  lease_missing: 'take the lease first, or wait for the run that holds it',
} as const

export type FaultCode = keyof typeof REMEDIES

export const FAULT_CODES = Object.keys(REMEDIES) as readonly FaultCode[]

/** Silence, or bytes that are no reply to what was asked. */
export const UNREADABLE_REPLIES = [
  'first_byte_timeout',
  'between_bytes_timeout',
  'exchange_timeout',
  'reply_malformed',
  'checksum_mismatch',
  'reply_too_long',
  'reply_unexpected',
] as const satisfies readonly FaultCode[]

/** Faults after which the bytes on the line may be out of step with the questions. */
const OUT_OF_STEP: ReadonlySet<FaultCode> = new Set([
  ...UNREADABLE_REPLIES,
  'echo_mismatch',
  'preempted',
  'module_missing',
])

export class InstrumentError extends Error {
  override readonly name = 'InstrumentError'
  /** Remedy in words. */
  readonly remedy: string

  /** `where`: instrument, port, or place in a driver file. */
  constructor(
    readonly fault: FaultCode,
    message: string,
    readonly where: string | null = null,
  ) {
    super(where === null ? message : `${where}: ${message}`)
    this.remedy = REMEDIES[fault]
  }

  get outOfStep(): boolean {
    return OUT_OF_STEP.has(this.fault)
  }

  /** The same fault, saying where it happened; one that says so already stays as it is. */
  at(where: string): InstrumentError {
    return this.where === null ? new InstrumentError(this.fault, this.message, where) : this
  }

  /** The same fault with more words behind its message. */
  adding(words: string): InstrumentError {
    const said = this.where === null ? this.message : this.message.slice(this.where.length + 2)
    return new InstrumentError(this.fault, said + words, this.where)
  }
}

/** An answer of another form than its question expects. */
export class UnexpectedAnswer extends InstrumentError {
  constructor(
    readonly answer: Uint8Array,
    form: unknown,
  ) {
    super('reply_malformed', `its answer ${shownBytes(answer)} is not in the form ${JSON.stringify(form)}`)
  }
}

/** Whether an error is a named fault, and one of `faults` where any are given; a bug is none. */
export function isFault(error: unknown, ...faults: readonly FaultCode[]): error is InstrumentError {
  return error instanceof InstrumentError && (faults.length === 0 || faults.includes(error.fault))
}
