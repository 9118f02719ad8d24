import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { UsageError } from '../../config/options.mjs'
import { AppError } from '../../contract/model/errors'
import { isoTime } from '../../contract/model/iso-time'
import { fixed } from '../../contract/numbers/number-text'
import { routes } from '../../contract/routes'
import { createProgress } from '../io/progress'
import { flagText } from '../io/service-options'
import { refuseUnwritable, writeWhole } from '../io/write-file'
import { byteCount } from './byte-count'
import type { EntropyCall } from './call'

/** State file beside an export: its source, form and progress. */
interface ExportState {
  readonly format: 'pentad-export/1'
  readonly source: string
  readonly form: 'raw' | 'conditioned'
  readonly bits_per_sample: number
  readonly simulated: boolean
  /** Bytes of the export that are on disk. */
  bytes: number
  /** Starts of the command with their byte offsets: samples are not contiguous across them. */
  readonly begun: { readonly at: string; readonly byte: number }[]
}

const PIECE = 2 ** 20
const ASSESSED_MS = 120_000

/**
 * `export raw|conditioned SOURCE --bytes N --out FILE`: appends piece by piece; a repeated call continues where the
 * last one stopped.
 */
export async function exportSamples(call: EntropyCall): Promise<void> {
  const [form, source] = call.words
  if ((form !== 'raw' && form !== 'conditioned') || source === undefined)
    throw new UsageError('Say what of which source: export raw src-a, or export conditioned src-a. See --help.')
  const total = byteCount(flagText(call.flags, 'bytes') ?? '1G')
  if (form === 'conditioned') await untilAssessed(call, source)
  const out = flagText(call.flags, 'out')
  if (out === undefined) return pipe(call, { form, source, total })
  refuseUnwritable(out, call.cwd)
  const quality = await call.client.call(routes.getSourceQuality, { params: { id: source } })
  const path = resolve(call.cwd, out)
  const state = stateOf(path, {
    source: quality.id,
    form,
    bits_per_sample: quality.bits_per_sample,
    simulated: quality.simulated,
  })
  await append(call, { path, state, total, source })
}

/**
 * Waits at most two minutes for the source's assessment, without which it gives no conditioned bytes; it takes some
 * seconds after a start.
 */
async function untilAssessed({ client, terminal, signal }: EntropyCall, id: string): Promise<void> {
  const end = performance.now() + ASSESSED_MS
  for (let isReported = false; performance.now() < end && !signal.aborted; isReported = true) {
    const { entropy, state } = await client.call(routes.getSourceQuality, { params: { id } })
    if (entropy !== null || state !== 'enabled') return
    if (!isReported) terminal.say(`${id} is being assessed.`)
    await delay(1_000)
  }
}

interface Piped {
  readonly form: ExportState['form']
  readonly source: string
  readonly total: number
}

async function pipe(call: EntropyCall, { form, source, total }: Piped): Promise<void> {
  if (call.streams.output.isTTY && call.flags.force !== true)
    throw new UsageError('A terminal would be garbled by bytes: give --out FILE, or pipe them on.')
  for (let done = 0; done < total && !call.signal.aborted; ) {
    const bytes = await piece(call, { form, source, bytes: Math.min(PIECE, total - done) })
    call.streams.output.write(bytes)
    done += bytes.length
  }
}

const piece = (
  { client }: EntropyCall,
  { form, source, bytes }: { readonly form: ExportState['form']; readonly source: string; readonly bytes: number },
): Promise<Uint8Array> =>
  client.call(routes.exportSamples, { params: { id: source }, query: { form, bytes } }) as Promise<Uint8Array>

/**
 * State of an unfinished export with the same source and form, else a new one. Throws UsageError where the files belong
 * to another export, `conflict` where the export's file was shortened.
 */
function stateOf(path: string, fresh: Omit<ExportState, 'format' | 'bytes' | 'begun'>): ExportState {
  const beside = `${path}.export.json`
  if (!existsSync(beside)) {
    if (existsSync(path)) throw new UsageError(`${path} is there and no export that was begun: name another --out.`)
    return { format: 'pentad-export/1', ...fresh, bytes: 0, begun: [] }
  }
  const found = readState(beside)
  const isSame = found?.format === 'pentad-export/1' && found.source === fresh.source && found.form === fresh.form
  if (!isSame) throw new UsageError(`${beside} is not of ${fresh.form} samples of ${fresh.source}: name another --out.`)
  const there = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (there < found.bytes)
    throw new AppError('conflict', `${path} is shorter than ${beside} says: it was changed. Name another --out.`, {
      details: { path },
    })
  return found
}

function readState(path: string): ExportState | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ExportState
  } catch {
    return null
  }
}

interface Appending {
  readonly path: string
  readonly state: ExportState
  readonly total: number
  readonly source: string
}

async function append(call: EntropyCall, { path, state, total, source }: Appending): Promise<void> {
  const progress = createProgress(call.streams.progress)
  const [first, started] = [state.bytes, performance.now()]
  const file = openSync(path, existsSync(path) ? 'r+' : 'w')
  try {
    // Cuts off bytes beyond the recorded length.
    ftruncateSync(file, state.bytes)
    if (state.bytes < total) state.begun.push({ at: isoTime(Date.now()), byte: state.bytes })
    while (state.bytes < total && !call.signal.aborted) {
      const bytes = await piece(call, { form: state.form, source, bytes: Math.min(PIECE, total - state.bytes) })
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, state.bytes + at)
      fsyncSync(file)
      state.bytes += bytes.length
      writeWhole(`${path}.export.json`, { cwd: call.cwd, content: `${JSON.stringify(state)}\n` })
      const rate = (state.bytes - first) / (performance.now() - started) / 1_000
      const left_s = (total - state.bytes) / 1e6 / rate
      progress.show(
        state.bytes / total,
        `${fixed(state.bytes / 1e6, 0)} MB, ${fixed(rate, 2)} MB/s, ${fixed(left_s, 0)} s left`,
      )
    }
  } finally {
    progress.end()
    closeSync(file)
  }
  const done = state.bytes >= total
  call.terminal.say(
    `${state.form} samples of ${state.source}${state.simulated ? ' SIMULATED' : ''}: ${state.bytes} bytes in ${path}.${done ? '' : ' Call again to go on.'}`,
  )
  if (!done) throw new AppError('conflict', 'The export was stopped before its end.')
}
