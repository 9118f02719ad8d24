import type { Flags } from '../../config/options.mjs'
import type { Client } from '../io/client'
import type { Terminal } from '../io/terminal'
import type { ReadableStream, WritableStream } from './prompt'

/** Parsed arguments of one command. */
export interface InstrumentsCall {
  readonly client: Client
  /** Words after the name of the command. */
  readonly words: readonly string[]
  readonly flags: Flags
  readonly terminal: Terminal
  /** Streams of the interactive console. */
  readonly streams: { readonly input: ReadableStream; readonly output: WritableStream }
}
