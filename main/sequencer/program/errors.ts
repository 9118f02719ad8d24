/** Named refusals of a program, a profile or a sequencer; the caller translates them into errors of the service. */
const SEQUENCER_ERRORS = {
  program_invalid: 'The text is no program of the format qseq/1',
  off_grid: 'An operation does not begin or end on the grid',
  decision_too_early: 'An operation begins before the outcome that decides it is known',
  no_feedforward: 'The device decides nothing within a shot',
  unsupported_operation: 'The operation has no counterpart on the device',
  exceeds_profile: 'The program exceeds a limit of the sequencer',
  link_failed: 'The sequencer did not answer as it should',
  upload_mismatch: 'The sequencer holds another program than the one that was sent',
  device_error: 'The sequencer reports an error',
  device_timeout: 'The sequencer did not finish in time',
  timing_mismatch: 'Rounds lasted longer or shorter than compiled',
} as const

export type SequencerErrorCode = keyof typeof SEQUENCER_ERRORS

/** One thing that is wrong: where in the program (a JSON pointer), what, and what would do. */
export interface ProgramFault {
  readonly pointer: string
  readonly message: string
}

export class SequencerError extends Error {
  readonly details: Readonly<Record<string, unknown>>
  readonly faults: readonly ProgramFault[]

  constructor(
    readonly code: SequencerErrorCode,
    message: string,
    {
      details = {},
      faults = [],
    }: { readonly details?: Readonly<Record<string, unknown>>; readonly faults?: readonly ProgramFault[] } = {},
  ) {
    super(message)
    this.name = 'SequencerError'
    this.details = details
    this.faults = faults
  }
}
