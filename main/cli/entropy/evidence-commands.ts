import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { UsageError } from '../../config/options.mjs'
import type { PublishedPulse } from '../../contract/entropy/pulse'
import { AppError } from '../../contract/model/errors'
import { routes } from '../../contract/routes'
import type { Client } from '../io/client'
import { flagText } from '../io/service-options'
import { writeWhole } from '../io/write-file'
import type { EntropyCall } from './call'

/**
 * The word itself when it is a request id, else the id in the file of that name, a receipt or a reply to a draw. Throws
 * UsageError.
 */
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
  writeWhole(flags.out, { cwd, content: `${JSON.stringify(document)}\n` })
  terminal.say(`${said}: ${flags.out}`)
}

/** Prints the receipt; with --proof including its place in the log, with --keys the public keys instead. */
export async function giveReceipt(call: EntropyCall): Promise<void> {
  const { words, flags, client, cwd } = call
  if (flags.keys) return give(call, await client.call(routes.getPublicKeys), 'Public keys')
  const params = { request_id: requestId(words[0], cwd) }
  if (flags.proof) give(call, await client.call(routes.getReceiptProof, { params }), 'Receipt with proof')
  else give(call, await client.call(routes.getReceipt, { params }), 'Receipt')
}

/** Prints the beacon's description, a pulse by its index or a time, the latest pulse, or all pulses as they come. */
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
  if (which === 'at') return give(call, await pulseAt(call), 'Pulse')
  if (which === 'follow') return follow(call)
  if (!/^[1-9]\d{0,14}$/.test(which))
    throw new UsageError(`"${which}" is no pulse: say latest, its index, at TIME, or follow.`)
  const chain = flagText(call.flags, 'chain')
  const query = chain === undefined ? {} : { chain: Number(chain) }
  give(call, await client.call(routes.getPulse, { params: { pulse_index: Number(which) }, query }), `Pulse ${which}`)
}

/** The first pulse at or after a time, with the service's signature. */
async function pulseAt({ client, words }: EntropyCall): Promise<PublishedPulse> {
  const time_ms = Date.parse(words[1] ?? '')
  if (!Number.isFinite(time_ms)) throw new UsageError('Say at which time: beacon at 2026-11-25T19:00:00Z.')
  const { pulse } = await client.call(routes.nistPulseAt, { params: { time_ms } })
  return client.call(routes.getPulse, { params: { pulse_index: pulse.pulseIndex }, query: { chain: pulse.chainIndex } })
}

/** Pulses `from` to `to` of a chain. */
interface PulseRange {
  readonly chain: number
  readonly from: number
  readonly to: number
}

/**
 * Prints one pulse per line as they are made, until Ctrl-C or --count pulses; also fetches the pulses that it missed in
 * between, those of a chain that has ended among them.
 */
async function follow(call: EntropyCall): Promise<void> {
  const { client, terminal, signal } = call
  const most = Number(flagText(call.flags, 'count') ?? Number.POSITIVE_INFINITY)
  if (!(most >= 1)) throw new UsageError('--count takes a number of pulses.')
  let last: PulseRange | null = null
  for (let printed = 0; printed < most && !signal.aborted; ) {
    const { chain, last_pulse, period_ms, last_time } = await client.call(routes.getBeacon)
    if (chain !== null && last_pulse !== null) {
      for (const range of await missedPulses(client, last, { chain, from: last_pulse, to: last_pulse })) {
        const query = { chain: range.chain }
        for (let pulse_index = range.from; pulse_index <= range.to && printed < most; pulse_index += 1, printed += 1)
          terminal.out(JSON.stringify(await client.call(routes.getPulse, { params: { pulse_index }, query })))
        last = range
      }
    }
    if (printed < most) await untilDue(last_time, period_ms, signal)
  }
}

/** The pulses after the `last` that was printed up to the `newest`; that one alone at first, or where its chain is an earlier one. */
async function missedPulses(client: Client, last: PulseRange | null, newest: PulseRange): Promise<PulseRange[]> {
  if (last === null || newest.chain < last.chain) return [newest]
  const missed: PulseRange[] = []
  for (let chain = last.chain; chain <= newest.chain; chain += 1) {
    const from = chain === last.chain ? last.to + 1 : 1
    missed.push({ chain, from, to: chain === newest.chain ? newest.to : await lastPulseOf(client, chain) })
  }
  return missed
}

/** Index of the last pulse of a chain, 0 where it has none. */
async function lastPulseOf(client: Client, chain_index: number): Promise<number> {
  try {
    const { pulse } = await client.call(routes.nistPulse, { params: { chain_index, pulse_index: 'last' } })
    return pulse.pulseIndex
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return 0
    throw error
  }
}

/** Waits until the next pulse is due and signed; at least a second, before the first pulse and while one is late. */
async function untilDue(last_time: string | null, period_ms: number, signal: AbortSignal): Promise<void> {
  const due = last_time === null ? 0 : Date.parse(last_time) + period_ms + 1_500 - Date.now()
  await delay(Math.max(1_000, due), undefined, { signal }).catch(() => undefined)
}
