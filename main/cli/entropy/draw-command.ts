import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { z } from 'zod'
import { UsageError } from '../../config/options.mjs'
import type { DrawRequest, MultiDrawRequest, PolicyDrawRequest } from '../../contract/entropy/draw'
import type { DrawReply } from '../../contract/entropy/receipt'
import { countedNoun } from '../../contract/numbers/number-text'
import { routes } from '../../contract/routes'
import { flagText } from '../io/service-options'
import { refuseUnwritable, writeWhole } from '../io/write-file'
import { byteCount } from './byte-count'
import type { EntropyCall } from './call'

type EntropyRequest =
  | { readonly route: 'requestEntropy'; readonly body: z.input<typeof PolicyDrawRequest> }
  | { readonly route: 'drawEntropy'; readonly body: z.input<typeof DrawRequest> }
  | { readonly route: 'drawMultiSource'; readonly body: z.input<typeof MultiDrawRequest> }

/**
 * The request by --policy, --pool, --source or --sources; policy `default` without any. Throws UsageError for more than
 * one.
 */
function asked(call: EntropyCall): EntropyRequest {
  const bytes = byteCount(flagText(call.flags, 'bytes') ?? '32')
  const [policy, pool, source, sources] = ['policy', 'pool', 'source', 'sources'].map(name =>
    flagText(call.flags, name),
  )
  const ways = [policy, pool, source, sources].filter(way => way !== undefined)
  if (ways.length > 1) throw new UsageError('Give one of --policy, --pool, --source and --sources.')
  const user_data = flagText(call.flags, 'user-data')
  const common = { bytes, ...(user_data !== undefined && { user_data }) }
  if (source !== undefined) return { route: 'drawEntropy', body: { ...common, mode: 'source', id: source } }
  if (sources !== undefined) return several(call, common, sources.split(','))
  if (pool !== undefined) return { route: 'requestEntropy', body: { ...common, pool } }
  return { route: 'requestEntropy', body: { ...common, ...(policy !== undefined && { policy: policy as 'default' }) } }
}

/** The request for several sources by `--method`: custom (API A's exclusive or), circulant or xor. */
function several(call: EntropyCall, common: { bytes: number; user_data?: string }, sources: string[]): EntropyRequest {
  const method = flagText(call.flags, 'method') ?? 'custom'
  const eps = flagText(call.flags, 'log2-eps')
  if (method === 'custom') return { route: 'drawEntropy', body: { ...common, mode: 'custom', ids: sources } }
  if (method !== 'circulant' && method !== 'xor')
    throw new UsageError(`--method is custom, circulant or xor, not "${method}".`)
  return {
    route: 'drawMultiSource',
    body: { ...common, sources, method, ...(eps !== undefined && { log2_eps: Number(eps) }) },
  }
}

/**
 * Draws bytes to stdout or a file; beside a file it writes the reply (bytes, salt, receipt) and the receipt with its
 * proof.
 */
export async function drawRandomBytes(call: EntropyCall): Promise<void> {
  const { client, flags, streams, terminal } = call
  const out = flagText(call.flags, 'out')
  const isText = flags.hex === true || flags.json === true
  if (out === undefined && !isText && streams.output.isTTY && flags.force !== true)
    throw new UsageError(
      'A terminal would be garbled by bytes: give --out FILE, --hex or --json, or --force to print them.',
    )
  if (out !== undefined) refuseWritten(out, call)
  const { route, body } = asked(call)
  const idempotency_key = flagText(call.flags, 'idempotency-key') ?? randomUUID()
  const reply: DrawReply = await client.call(routes[route] as typeof routes.requestEntropy, {
    body: body as z.input<typeof PolicyDrawRequest>,
    idempotency_key,
  })
  if (out === undefined) give(call, reply)
  else await keep(call, out, reply)
  terminal.say(summary(reply, idempotency_key))
}

function give({ flags, streams, terminal }: EntropyCall, reply: DrawReply): void {
  if (flags.json) terminal.out(JSON.stringify(reply))
  else if (flags.hex) terminal.out(reply.bytes_hex)
  else streams.output.write(Buffer.from(reply.bytes_hex, 'hex'))
}

/** Files of a draw: the bytes, the reply with salt and receipt, and the receipt with its proof. */
const filesOf = (out: string) => [out, `${out}.reply.json`, `${out}.proof.json`] as const

/**
 * Refuses to overwrite the files of an earlier draw without `--force`, as drawn bytes and receipts cannot be recovered.
 */
function refuseWritten(out: string, { cwd, flags }: EntropyCall): void {
  refuseUnwritable(out, cwd)
  const written = filesOf(out).find(name => existsSync(resolve(cwd, name)))
  if (written !== undefined && flags.force !== true)
    throw new UsageError(`${written} exists: name another --out, or give --force to write over it.`)
}

async function keep({ client, cwd, flags, terminal }: EntropyCall, out: string, reply: DrawReply): Promise<void> {
  const { request_id, bytes_hex } = reply
  const [bytes, whole, proven] = filesOf(out)
  writeWhole(bytes, { cwd, content: flags.hex ? `${bytes_hex}\n` : Buffer.from(bytes_hex, 'hex'), readers: 'owner' })
  writeWhole(whole, { cwd, content: `${JSON.stringify(reply)}\n`, readers: 'owner' })
  const proof = await client.call(routes.getReceiptProof, { params: { request_id } })
  writeWhole(proven, { cwd, content: `${JSON.stringify(proof)}\n` })
  if (flags.json) terminal.out(JSON.stringify({ request_id, files: filesOf(out) }))
}

function summary({ receipt }: DrawReply, idempotency_key: string): string {
  const simulated = receipt.sources.some(source => source.simulated) ? ' SIMULATED' : ''
  return (
    `${countedNoun(receipt.bytes, 'byte')} of ${receipt.sources.map(({ id }) => id).join(', ')}${simulated}, ${countedNoun(receipt.credits, 'credit')}.\n` +
    `Request ${receipt.request_id}; asked again under --idempotency-key ${idempotency_key} it answers the same bytes for 24 h.`
  )
}
