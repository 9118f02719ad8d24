import { closeSync, openSync, readdirSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { UsageError } from '../../config/options.mjs'
import type { EvidenceIndex } from '../../contract/entropy/evidence-files'
import type { Receipt } from '../../contract/entropy/receipt'
import { AppError } from '../../contract/model/errors'
import { countedNoun } from '../../contract/numbers/number-text'
import { routes } from '../../contract/routes'
import { bundlePath, TILE_WIDTH } from '../../entropy/evidence/merkle/tiles'
import { parseCheckpoint } from '../../entropy/evidence/notes/checkpoint'
import { entriesText } from '../../entropy/evidence/verifier/check-document'
import { makeFolders } from '../../files/folders'
import { sha256OfFile } from '../../files/sha256'
import { createProgress, type ProgressLine } from '../io/progress'
import { flagText } from '../io/service-options'
import { outFolder, writeWhole } from '../io/write-file'
import type { EntropyCall } from './call'

const PAGE = 100
const RETRY_MS = 1_000

/** Checkpoints are signed shortly after the entries that they cover: interval of polling and time limit, in ms. */
const CHECKPOINT_POLL_MS = 100
const CHECKPOINT_WAIT_MS = 30_000

interface EvidenceExport {
  readonly call: EntropyCall
  readonly folder: string
  readonly progress: ProgressLine
}

/**
 * `export evidence --out FOLDER`: writes the keys, the log, every receipt in it, and every pulse and certificate, in
 * the form that `npm run verify` reads. The checkpoint is fetched first, and later receipts are left out; the index is
 * written last, so that an unfinished export has none.
 */
export async function exportEvidence(call: EntropyCall): Promise<void> {
  const out = flagText(call.flags, 'out')
  if (out === undefined) throw new UsageError('Say where to: export evidence --out FOLDER.')
  const folder = outFolder(out, call.cwd)
  if (readdirSync(folder).length > 0) throw new UsageError(`${out} is not empty: name another folder.`)
  const work = { call, folder, progress: createProgress(call.streams.progress) }
  const [newest] = (await receiptPage(call, undefined)).items
  const log = await checkpointOver(call, newest?.log ?? null)
  await writeLog(work, log)
  const receipts = await writeReceipts(work, log)
  const pulses = await writePulses(work)
  writeWhole('keys.json', { cwd: folder, content: `${JSON.stringify(await call.client.call(routes.getPublicKeys))}\n` })
  await writeIndex(work, log)
  work.progress.end()
  const [received, pulsed] = [countedNoun(receipts, 'receipt'), countedNoun(pulses, 'pulse')]
  call.terminal.say(`${received}, ${entriesText(log.size)} of the log and ${pulsed} in ${out}.`)
}

/**
 * Calls `ask`, and repeats it each second while the service answers `rate_limited`. Throws `conflict` once Ctrl-C was
 * pressed.
 */
async function atAllowedRate<T>({ signal }: EntropyCall, ask: () => Promise<T>): Promise<T> {
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

const receiptPage = (call: EntropyCall, cursor: string | undefined) =>
  atAllowedRate(call, () => call.client.call(routes.listReceipts, { query: { limit: PAGE, cursor } }))

/**
 * Writes the receipts oldest first. The service lists the newest first, so the first pass collects the cursors and the
 * second reads the pages backwards; the first page is read only once, as it changes with every draw.
 */
async function writeReceipts({ call, folder, progress }: EvidenceExport, log: ExportedLog): Promise<number> {
  const cursors: string[] = []
  const newest = await receiptPage(call, undefined)
  for (let next = newest.next_cursor; next !== null; next = (await receiptPage(call, next)).next_cursor)
    cursors.push(next)
  const isCovered = ({ origin, index }: Receipt['log']) => origin !== log.origin || BigInt(index) < BigInt(log.size)
  return written(join(folder, 'receipts.jsonl'), async add => {
    const addPage = (items: readonly Receipt[]) => {
      for (const receipt of items.toReversed()) if (isCovered(receipt.log)) add(receipt)
    }
    for (const [at, cursor] of cursors.toReversed().entries()) {
      addPage((await receiptPage(call, cursor)).items)
      progress.show((1 + (at + 1) / (cursors.length + 1)) / 3, 'receipts')
    }
    addPage(newest.items)
  })
}

/** Writes JSON lines to a new file; returns their number. */
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

/** Writes the pulses of every chain, and their certificates. */
async function writePulses({ call, folder, progress }: EvidenceExport): Promise<number> {
  const { chain } = await call.client.call(routes.getBeacon)
  const certificates = new Set<string>()
  const total = await written(join(folder, 'pulses.jsonl'), async add => {
    for (let number = 1; number <= (chain ?? 0); number += 1) {
      const last = await atAllowedRate(call, () => lastOf(call, number))
      for (let index = 1; index <= last; index += 1) {
        const params = { params: { pulse_index: index }, query: { chain: number } }
        const pulse = await atAllowedRate(call, () => call.client.call(routes.getPulse, params))
        certificates.add(pulse.pulse.certificateId)
        add(pulse)
        progress.show((2 + index / last) / 3, `pulses of chain ${number}`)
      }
    }
  })
  for (const certificate_id of certificates) {
    const pem = await call.client.call(routes.nistCertificate, { params: { certificate_id } })
    writeWhole(`${certificate_id.slice(0, 16)}.pem`, { cwd: folder, content: pem as Uint8Array })
  }
  return total
}

/** Index of the chain's last pulse; 0 when the chain ended before its first. */
async function lastOf({ client }: EntropyCall, chain_index: number): Promise<number> {
  try {
    const { pulse } = await client.call(routes.nistPulse, { params: { chain_index, pulse_index: 'last' } })
    return pulse.pulseIndex
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return 0
    throw error
  }
}

interface ExportedLog {
  readonly note: Uint8Array
  readonly origin: string
  readonly size: number
}

/** Writes the checkpoint and the entries of the log; the hashes between them follow from the entries. */
async function writeLog({ call, folder, progress }: EvidenceExport, { note, size }: ExportedLog): Promise<void> {
  for (let index = 0; index * TILE_WIDTH < size; index += 1) {
    const path = bundlePath(index, Math.min(TILE_WIDTH, size - index * TILE_WIDTH))
    const segments = path.split('/').slice(1)
    const bytes = await atAllowedRate(call, () => call.client.call(routes.getLogTile, { params: { path: segments } }))
    makeFolders(dirname(join(folder, path)), 0o777)
    writeWhole(path, { cwd: folder, content: bytes as Uint8Array })
    progress.show(Math.min(1, ((index + 1) * TILE_WIDTH) / size) / 3, 'log')
  }
  makeFolders(join(folder, 'tile'), 0o777)
  writeWhole('checkpoint', { cwd: folder, content: note })
}

/**
 * Waits for a checkpoint that covers the newest receipt, or that belongs to another log. Throws `conflict` after 30 s.
 */
async function checkpointOver(call: EntropyCall, newest: Receipt['log'] | null): Promise<ExportedLog> {
  for (let waited_ms = 0; ; waited_ms += CHECKPOINT_POLL_MS) {
    const note = (await atAllowedRate(call, () => call.client.call(routes.getCheckpoint))) as Uint8Array
    const { origin, size } = parseCheckpoint(Buffer.from(note).toString('utf8'))
    if (newest === null || newest.origin !== origin || size > BigInt(newest.index))
      return { note, origin, size: Number(size) }
    if (waited_ms >= CHECKPOINT_WAIT_MS)
      throw new AppError(
        'conflict',
        `The log's checkpoint covers ${size} entries, not yet entry ${newest.index}: export again.`,
      )
    await delay(CHECKPOINT_POLL_MS)
  }
}

/** Writes the index of the export's files, except the entries of the log, which the checkpoint covers. */
async function writeIndex({ call, folder }: EvidenceExport, { origin, size }: ExportedLog): Promise<void> {
  const log = await atAllowedRate(call, () => call.client.call(routes.getLogNotes))
  const notes = log.origin === origin ? log.notes.filter(({ index }) => index < size) : []
  const names = readdirSync(folder, { withFileTypes: true }).flatMap(entry => (entry.isFile() ? [entry.name] : []))
  const files = []
  for (const name of names.sort()) files.push({ name, sha256: await sha256OfFile(join(folder, name)) })
  const index: EvidenceIndex = { format: 'pentad-evidence/1', log: { origin, notes }, files }
  writeWhole('evidence.json', { cwd: folder, content: `${JSON.stringify(index)}\n` })
}
