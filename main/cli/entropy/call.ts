import type { Client } from '../io/client'
import type { ProgressStream } from '../io/progress'
import type { Terminal } from '../io/terminal'

/** Where bytes go that no terminal should print, and where progress is shown. */
export interface ByteStreams {
  readonly output: { readonly isTTY?: boolean | undefined; write(bytes: Uint8Array): unknown }
  readonly progress: ProgressStream
}

/** What a command is called with. */
export interface EntropyCall {
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, unknown>>
  readonly client: Client
  readonly cwd: string
  readonly terminal: Terminal
  readonly streams: ByteStreams
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

export const textFlag = ({ flags }: Pick<EntropyCall, 'flags'>, name: string): string | undefined => {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

/** The reply as JSON with `--json`, otherwise as lines to read. */
export function tellReply({ flags, terminal }: EntropyCall, reply: unknown, shown: () => string): void {
  terminal.out(flags.json ? JSON.stringify(reply) : shown())
}
