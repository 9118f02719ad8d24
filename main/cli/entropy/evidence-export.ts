import { closeSync, mkdirSync, openSync, readdirSync, writeSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { UsageError } from '../../config/options.mjs'
import { AppError } from '../../contract/model/errors'
import { routes } from '../../contract/routes'
import { bundlePath, TILE_WIDTH } from '../../entropy/evidence/merkle/tiles'
import { parseCheckpoint } from '../../entropy/evidence/notes/checkpoint'
import { createProgress, type ProgressLine } from '../io/progress'
import { writeWhole } from '../io/write-file'
import { type EntropyCall, textFlag } from './call'

const PAGE = 100
const RETRY_MS = 1_000

/** Checkpoints are signed a moment after the entries that they cover: how often to ask, and for how long, both ms. */
const CHECKPOINT_POLL_MS = 100
const CHECKPOINT_WAIT_MS = 30_000

/** Where the newest exported receipt stands in the log; null before the first. */
type Newest = { readonly origin: string; readonly index: string } | null

interface EvidenceExport {
  readonly call: EntropyCall
  readonly folder: string
  readonly progress: ProgressLine
}

/**
 * `export evidence --out FOLDER`: keys, every receipt, the log, every pulse and certificate, as `npm run verify` takes them.
 * The checkpoint comes after the receipts, so that it covers them.
 */
export async function exportEvidence(call: EntropyCall): Promise<void> {
  const out = textFlag(call, 'out')
  if (out === undefined) throw new UsageError('Say where to: export evidence --out FOLDER.')
  const folder = resolve(call.cwd, out)
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new UsageError(`${out} is not empty: name another folder.`)
  const work = { call, folder, progress: createProgress(call.streams.progress) }
  const { receipts, newest } = await writeReceipts(work)
  const pulses = await writePulses(work)
  const entries = await writeLog(work, newest)
  writeWhole('keys.json', folder, `${JSON.stringify(await call.client.call(routes.getPublicKeys))}\n`)
  work.progress.end()
  call.terminal.say(`${receipts} receipts, ${entries} entries of the log and ${pulses} pulses in ${out}.`)
}

/** Waits where too much was asked in a minute. */
async function patiently<T>({ signal }: EntropyCall, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    if (signal.aborted) throw new AppError('conflict', 'The export was stopped before its end.')
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
      await delay(RETRY_MS)
    }
  }
}

/** Oldest first, as they follow one another; the service lists the newest first, so the pages are asked for twice. */
async function writeReceipts({ call, folder, progress }: EvidenceExport) {
  let newest: Newest = null
  const pageAt = (cursor: string | undefined) =>
    patiently(call, () => call.client.call(routes.listReceipts, { query: { limit: PAGE, cursor } }))
  const cursors: (string | undefined)[] = [undefined]
  for (let next = (await pageAt(undefined)).next_cursor; next !== null; next = (await pageAt(next)).next_cursor)
    cursors.push(next)
  const receipts = await written(join(folder, 'receipts.jsonl'), async add => {
    for (const [at, cursor] of cursors.toReversed().entries()) {
      const { items } = await pageAt(cursor)
      for (const receipt of items.toReversed()) add(receipt)
      newest = items[0]?.log ?? newest
      progress.show((at + 1) / cursors.length / 3, 'receipts')
    }
  })
  return { receipts, newest: newest as Newest }
}

/** A JSON document a line; answers how many. */
async function written(path: string, run: (add: (document: object) => void) => Promise<void>): Promise<number> {
  const file = openSync(path, 'wx')
  let lines = 0
  try {
    await run(document => {
      writeSync(file, `${JSON.stringify(document)}\n`)
      lines += 1
    })
  } finally {
    closeSync(file)
  }
  return lines
}

/** Of every chain, with its certificates. */
async function writePulses({ call, folder, progress }: EvidenceExport): Promise<number> {
  const { chain } = await call.client.call(routes.getBeacon)
  const certificates = new Set<string>()
  const total = await written(join(folder, 'pulses.jsonl'), async add => {
    for (let number = 1; number <= (chain ?? 0); number += 1) {
      const last = await patiently(call, () => lastOf(call, number))
      for (let index = 1; index <= last; index += 1) {
        const params = { params: { pulse_index: index }, query: { chain: number } }
        const pulse = await patiently(call, () => call.client.call(routes.getPulse, params))
        certificates.add(pulse.pulse.certificateId)
        add(pulse)
        progress.show((1 + index / last) / 3, `pulses of chain ${number}`)
      }
    }
  })
  for (const certificate_id of certificates) {
    const pem = await call.client.call(routes.nistCertificate, { params: { certificate_id } })
    writeWhole(`${certificate_id.slice(0, 16)}.pem`, folder, pem as Uint8Array)
  }
  return total
}

/** A chain may have ended before its first pulse. */
async function lastOf({ client }: EntropyCall, chain_index: number): Promise<number> {
  try {
    const { pulse } = await client.call(routes.nistPulse, { params: { chain_index, pulse_index: 'last' } })
    return pulse.pulseIndex
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return 0
    throw error
  }
}

/** The checkpoint and the entries: hashes between are no evidence of their own. */
async function writeLog({ call, folder, progress }: EvidenceExport, newest: Newest): Promise<number> {
  const { note, size } = await checkpointOver(call, newest)
  for (let index = 0; index * TILE_WIDTH < size; index += 1) {
    const path = bundlePath(index, Math.min(TILE_WIDTH, size - index * TILE_WIDTH))
    const segments = path.split('/').slice(1)
    const bytes = await patiently(call, () => call.client.call(routes.getLogTile, { params: { path: segments } }))
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeWhole(path, folder, bytes as Uint8Array)
    progress.show((2 + Math.min(1, ((index + 1) * TILE_WIDTH) / size)) / 3, 'log')
  }
  mkdirSync(join(folder, 'tile'), { recursive: true })
  writeWhole('checkpoint', folder, note)
  return size
}

/** A checkpoint that covers the receipt, or of another log. */
async function checkpointOver(call: EntropyCall, newest: Newest): Promise<{ note: Uint8Array; size: number }> {
  for (let waited_ms = 0; ; waited_ms += CHECKPOINT_POLL_MS) {
    const note = (await patiently(call, () => call.client.call(routes.getCheckpoint))) as Uint8Array
    const { origin, size } = parseCheckpoint(Buffer.from(note).toString('utf8'))
    if (newest === null || newest.origin !== origin || size > BigInt(newest.index)) return { note, size: Number(size) }
    if (waited_ms >= CHECKPOINT_WAIT_MS)
      throw new AppError(
        'conflict',
        `The log's checkpoint covers ${size} entries, not yet entry ${newest.index}: export again.`,
      )
    await delay(CHECKPOINT_POLL_MS)
  }
}
