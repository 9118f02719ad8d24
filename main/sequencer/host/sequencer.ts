/** The commands of one sequencer of a rack, and what its answers say. */
import { SequencerError } from '../program/errors'

/** The connection to a leased sequencer as its host needs it: that of an instrument, or of a twin. */
export interface SequencerLink {
  /** Sends a line that has no answer. */
  command(text: string): Promise<void>
  /** Sends a line; the answer without its terminator. */
  query(text: string): Promise<string>
  /** Sends a line that ends in these bytes as a definite-length block. */
  upload(text: string, bytes: Uint8Array): Promise<void>
  /** Sends a line; the bytes of the block that answers it. */
  queryBlock(text: string): Promise<Uint8Array>
}

/** SHA-256 in hex; of megabytes in several steps, so that others get the thread in between. */
export type AsyncSha256 = (bytes: Uint8Array) => string | Promise<string>

/** Wall time, for waiting and for the record. */
export interface WallClock {
  now_ms(): number
  wait(ms: number): Promise<void>
}

/** Where a program goes: `SLOT2:SEQuencer0`. */
export interface SequencerAddress {
  readonly slot: number
  readonly sequencer: number
}

export const prefixOf = ({ slot, sequencer }: SequencerAddress): string => `SLOT${slot}:SEQuencer${sequencer}`

const STATES = ['IDLE', 'ARMED', 'RUNNING', 'STOPPED'] as const
type SequencerState = (typeof STATES)[number]

/** `OKAY;STOPPED;ACQ_BINNING_DONE;;;`: status, state, then flags for information, of warnings and of errors, then a log. */
export interface StateReply {
  readonly status: string
  readonly state: SequencerState
  readonly flags: readonly string[]
  readonly warnings: readonly string[]
  readonly errors: readonly string[]
}

const listOf = (text = ''): string[] => text.split(',').filter(flag => flag !== '')

/** Throws `link_failed` for anything else. */
export function parseState(text: string): StateReply {
  const [status = '', state = '', flags, warnings, errors] = text.trim().split(';')
  if (!['OKAY', 'WARNING', 'ERROR'].includes(status) || !(STATES as readonly string[]).includes(state))
    throw new SequencerError('link_failed', `"${text.slice(0, 80)}" is no answer to STATE?`, {
      details: { answer: text.slice(0, 200) },
    })
  return {
    status,
    state: state as SequencerState,
    flags: listOf(flags),
    warnings: listOf(warnings),
    errors: listOf(errors),
  }
}

/** `-222,"Data out of range; …"` or `0,"No error"`; null where the queue is empty. */
export function parseError(text: string): { readonly code: number; readonly message: string } | null {
  const [, code, message] = /^([+-]?\d+),\s*"(.*)"$/s.exec(text.trim()) ?? []
  if (code === undefined || message === undefined)
    throw new SequencerError('link_failed', `"${text.slice(0, 80)}" is no entry of an error queue`, {
      details: { answer: text.slice(0, 200) },
    })
  return Number(code) === 0 ? null : { code: Number(code), message }
}

/** Most errors that are read at once, as a queue may never empty. */
const MAX_ERRORS = 64

/** Everything in the error queue, oldest first; empties it. */
async function drainErrors(link: SequencerLink): Promise<string[]> {
  const found: string[] = []
  while (found.length < MAX_ERRORS) {
    const error = parseError(await link.query('SYSTem:ERRor:NEXT?'))
    if (!error) return found
    found.push(`${error.code}, ${error.message}`)
  }
  return found
}

export async function throwErrors(link: SequencerLink, while_: string): Promise<void> {
  const errors = await drainErrors(link)
  if (errors.length > 0)
    throw new SequencerError('device_error', `while ${while_} the sequencer reports ${errors[0]}`, {
      details: { errors, while: while_ },
    })
}

/** SHA-256 of the program that the sequencer holds, as it says. */
export const heldProgram = async (link: SequencerLink, address: SequencerAddress): Promise<string> =>
  (await link.query(`${prefixOf(address)}:PROGram:SHA256?`)).trim()

/** Sends a program's text and asks what arrived. Throws `device_error` or `upload_mismatch`. */
export async function uploadProgram(
  link: SequencerLink,
  {
    address,
    bytes,
    sha256,
  }: { readonly address: SequencerAddress; readonly bytes: Uint8Array; readonly sha256: AsyncSha256 },
): Promise<string> {
  const at = prefixOf(address)
  const sent = await sha256(bytes)
  await link.upload(`${at}:PROGram`, bytes)
  await throwErrors(link, 'a program is uploaded')
  const held = await heldProgram(link, address)
  if (held !== sent)
    throw new SequencerError(
      'upload_mismatch',
      `${at} holds a program of SHA-256 ${held.slice(0, 64)}, and ${sent} was sent`,
      {
        details: { sent, held: held.slice(0, 64) },
      },
    )
  return sent
}

/**
 * Stops the sequencer, deletes its acquisitions and empties its error queue, before a first lease and after an abort. Returns the
 * errors.
 */
export async function stopAndDrain(link: SequencerLink, address: SequencerAddress): Promise<string[]> {
  const at = prefixOf(address)
  await link.command(`${at}:STOP`)
  await link.command(`${at}:ACQuisition:DELete`)
  return drainErrors(link)
}
