import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../../config/options.mjs'
import { routes } from '../../contract/routes'
import type { Client } from '../io/client'
import type { Terminal } from '../io/terminal'
import { writeWhole } from '../io/write-file'

/** What a command is called with. */
export interface EntropyCall {
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, unknown>>
  readonly client: Client
  readonly cwd: string
  readonly terminal: Terminal
}

/** Of a receipt, a reply to a draw in a file, or an id as it is. */
function requestId(word: string | undefined, cwd: string): string {
  if (word === undefined) throw new UsageError('Say which receipt: its REQUEST_ID, or a FILE with a reply. See --help.')
  if (/^[0-9a-f-]{36}$/i.test(word)) return word
  try {
    const { request_id } = JSON.parse(readFileSync(resolve(cwd, word), 'utf8')) as { request_id?: unknown }
    if (typeof request_id === 'string') return request_id
  } catch (error) {
    throw new UsageError(`${word} is neither a request id nor a file that can be read: ${(error as Error).message}`)
  }
  throw new UsageError(`${word} holds no request_id.`)
}

function give({ flags, cwd, terminal }: EntropyCall, document: object, said: string): void {
  if (typeof flags.out !== 'string') {
    terminal.out(JSON.stringify(document))
    return
  }
  writeWhole(flags.out, cwd, `${JSON.stringify(document)}\n`)
  terminal.say(`${said}: ${flags.out}`)
}

/** The receipt; with --proof the file that proves its place in the log, with --keys the keys that verify it. */
export async function giveReceipt(call: EntropyCall): Promise<void> {
  const { words, flags, client, cwd } = call
  if (flags.keys) return give(call, await client.call(routes.getPublicKeys), 'Public keys')
  const params = { request_id: requestId(words[0], cwd) }
  if (flags.proof) give(call, await client.call(routes.getReceiptProof, { params }), 'Receipt with proof')
  else give(call, await client.call(routes.getReceipt, { params }), 'Receipt')
}

/** What the beacon is; `latest`, or a pulse by its index. */
export async function giveBeacon(call: EntropyCall): Promise<void> {
  const { client, terminal, flags } = call
  const [which] = call.words
  if (which === undefined) {
    const info = await client.call(routes.getBeacon)
    if (flags.json) {
      terminal.out(JSON.stringify(info))
      return
    }
    terminal.out(`${info.format}, a pulse every ${info.period_ms / 1_000} s`)
    terminal.out(
      info.last_pulse === null
        ? 'No pulse yet: the first chain begins a minute after the service.'
        : `Chain ${info.chain}, pulse ${info.last_pulse} of ${info.last_time}`,
    )
    terminal.out(info.notice)
    return
  }
  if (which === 'latest') return give(call, await client.call(routes.getLatestPulse), 'Latest pulse')
  if (!/^[1-9]\d{0,14}$/.test(which)) throw new UsageError(`"${which}" is no pulse: say latest, or its index.`)
  give(call, await client.call(routes.getPulse, { params: { pulse_index: Number(which) } }), `Pulse ${which}`)
}
