import type { Flags } from '../../config/options.mjs'

export interface Terminal {
  /** Results, for pipes. */
  out(line: string): void
  /** Messages for the user. */
  say(line: string): void
}

/** Results on stdout, messages on stderr. */
export const PROCESS_TERMINAL: Terminal = {
  out: line => console.log(line),
  say: line => console.error(line),
}

/** Prints the reply: as one line of JSON with `--json`, otherwise as text. */
export function printReply(
  { flags, terminal }: { readonly flags: Flags; readonly terminal: Pick<Terminal, 'out'> },
  reply: unknown,
  text: () => string,
): void {
  terminal.out(flags.json ? JSON.stringify(reply) : text())
}
