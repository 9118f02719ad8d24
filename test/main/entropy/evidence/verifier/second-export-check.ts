/** Whether an export is whole, written from section 6 of the help page of evidence with nothing of ours; signatures are left out. */
import { createHash } from 'node:crypto'

type Files = Readonly<Record<string, string | Uint8Array>>
interface Index {
  readonly log: { readonly notes: readonly { readonly index: number; readonly text: string }[] }
  readonly files: readonly { readonly name: string; readonly sha256: string }[]
}
interface ReceiptLine {
  readonly serial: string
  readonly prev_receipt_sha256: string
  readonly log: { readonly origin: string; readonly index: string }
  readonly beacon: { readonly index: string; readonly output: string } | null
}
interface PulseLine {
  readonly pulse: { readonly pulseIndex: number; readonly outputValue: string }
}

const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`
}
const without = (value: object, ...names: string[]) =>
  canonical(Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))))

const linesOf = <Line>(text: unknown): Line[] =>
  String(text)
    .split('\n')
    .flatMap(line => (line === '' ? [] : [JSON.parse(line) as Line]))

/** Of a log of at most 256 entries. */
export function isWhole(files: Files): boolean {
  try {
    const index = JSON.parse(String(files['evidence.json'])) as Index
    const receipts = linesOf<ReceiptLine>(files['receipts.jsonl'])
    const pulses = linesOf<PulseLine>(files['pulses.jsonl'])
    return isListed(files, index) && isLogCovered(files, index, receipts) && arePulsesWhole(pulses, receipts)
  } catch {
    return false
  }
}

const isListed = (files: Files, index: Index): boolean =>
  index.files.every(({ name, sha256: hash }) => sha256(files[name]!).toString('hex') === hash)

function isLogCovered(files: Files, index: Index, receipts: readonly ReceiptLine[]): boolean {
  const [origin, size, root] = String(files.checkpoint).split('\n') as [string, string, string]
  const bundle = Buffer.from(files[`tile/entries/000.p/${size}`] as Uint8Array)
  const entries = Array.from({ length: Number(size) }, (_, at) => bundle.subarray(34 * at + 2, 34 * at + 34))
  const hashes = new Map<number, Buffer>()
  for (const { index: place, text } of index.log.notes) hashes.set(place, sha256(text))
  for (const one of receipts)
    if (one.log.origin === origin) hashes.set(Number(one.log.index), sha256(without(one, 'log')))
  const isInOrder = receipts.every((one, at) => {
    const before = at === 0 ? '0'.repeat(64) : sha256(without(receipts[at - 1]!, 'signature', 'log')).toString('hex')
    return one.serial === String(at + 1) && one.prev_receipt_sha256 === before
  })
  const isCovered = entries.every((entry, at) => hashes.get(at)?.equals(entry))
  return isInOrder && isCovered && bundle.length === 34 * Number(size) && rootOf(entries).toString('base64') === root
}

function rootOf(entries: readonly Buffer[]): Buffer {
  if (entries.length === 1) return sha256(Buffer.of(0), entries[0]!)
  const half = 2 ** (Math.ceil(Math.log2(entries.length)) - 1)
  return sha256(Buffer.of(1), rootOf(entries.slice(0, half)), rootOf(entries.slice(half)))
}

/** Of one chain. */
function arePulsesWhole(pulses: readonly PulseLine[], receipts: readonly ReceiptLine[]): boolean {
  const named = receipts.flatMap(({ beacon }) => (beacon ? [beacon] : []))
  return (
    pulses.every(({ pulse }, at) => pulse.pulseIndex === at + 1) &&
    named.every(({ index, output }) => pulses[Number(index) - 1]!.pulse.outputValue === output)
  )
}
