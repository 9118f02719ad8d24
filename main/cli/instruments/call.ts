import type { Flags } from '../../config/options.mjs'
import type { Client } from '../io/client'
import type { Terminal } from '../io/terminal'
import type { ReadableStream, WritableStream } from './prompt'

/** One call of the command, taken apart. */
export interface InstrumentsCall {
  readonly client: Client
  /** What stands behind the name of the action. */
  readonly words: readonly string[]
  readonly flags: Flags
  readonly terminal: Terminal
  /** For the console that asks line by line. */
  readonly streams: { readonly input: ReadableStream; readonly output: WritableStream }
}

/** The flag as text; undefined where it was not given. */
export const flagText = ({ flags }: Pick<InstrumentsCall, 'flags'>, name: string): string | undefined => {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

/** The reply as JSON with `--json`, otherwise as lines to read. */
export function answer({ flags, terminal }: InstrumentsCall, reply: unknown, shown: () => string): void {
  terminal.out(flags.json ? JSON.stringify(reply, null, 2) : shown())
}
