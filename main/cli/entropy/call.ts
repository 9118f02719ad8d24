import type { Flags } from '../../config/options.mjs'
import type { Client } from '../io/client'
import type { ProgressStream } from '../io/progress'
import type { Terminal } from '../io/terminal'

/** Streams for raw bytes, which no terminal should print, and for progress. */
export interface ByteStreams {
  readonly output: { readonly isTTY?: boolean | undefined; write(bytes: Uint8Array): unknown }
  readonly progress: ProgressStream
}

/** Arguments of one command. */
export interface EntropyCall {
  readonly words: readonly string[]
  readonly flags: Flags
  readonly client: Client
  readonly cwd: string
  readonly terminal: Terminal
  readonly streams: ByteStreams
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}
