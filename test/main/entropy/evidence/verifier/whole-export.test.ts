/** A whole export, from which any file or line is taken, or cut: verifying it names a cause. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishPulse } from '../../../../../main/entropy/evidence/beacon/pulse'
import { canonicalJson } from '../../../../../main/entropy/evidence/encoding/canonical-json'
import { bundlePath } from '../../../../../main/entropy/evidence/merkle/tiles'
import { CAUSES, type FailureCause } from '../../../../../main/entropy/evidence/verifier/causes'
import { type EvidenceFinding, verifyEvidence } from '../../../../../main/entropy/evidence/verifier/verify'
import { minutes, pulsesAt, testCertificate } from '../beacon/pulsed'
import { evidenceIndex, issueLog, issuer, publishedKeys } from '../issued'
import { isWhole } from './second-export-check'

const folder = mkdtempSync(join(tmpdir(), 'pentad-whole-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const made = issuer()
const keysFile = join(folder, 'trusted.json')
const bundle = bundlePath(0, 3)
/** Texts and bytes by their paths. */
let files: Record<string, string | Uint8Array>

beforeAll(async () => {
  const certificate = await testCertificate()
  const pulses = pulsesAt(minutes('2026-11-23T22:58:00Z', 3), certificate.id)
  const beacon = { chain: '1', index: '3', output: pulses[2]!.outputValue }
  const note = new TextDecoder().decode(canonicalJson(made.record))
  const log = issueLog(2, made, { beacon, note })
  const lines = (documents: readonly object[]) => documents.map(one => `${JSON.stringify(one)}\n`).join('')
  const listed = {
    'beacon.pem': certificate.pem,
    checkpoint: log.checkpoint,
    'keys.json': lines([publishedKeys(made)]),
    'pulses.jsonl': lines(pulses.map(pulse => publishPulse(pulse, made.record.kid, made.key))),
    'receipts.jsonl': lines(log.receipts),
  }
  const index = evidenceIndex(listed, [{ index: 0, kind: 'rekey', text: note }])
  files = { ...listed, 'evidence.json': lines([index]), [bundle]: log.files.get(bundle)! }
  writeFileSync(keysFile, listed['keys.json'])
})

let count = 0
function written(content: Readonly<Record<string, string | Uint8Array>>): string {
  count += 1
  const path = join(folder, String(count))
  for (const [name, bytes] of Object.entries(content)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), bytes)
  }
  return path
}

async function causeAt(path: string): Promise<FailureCause | null> {
  const findings: EvidenceFinding[] = []
  const exit = await verifyEvidence({ paths: [path], keys: [keysFile], onFinding: one => findings.push(one) })
  const cause = findings.find(one => one.cause !== null)?.cause ?? null
  expect(exit).toBe(cause ? CAUSES[cause].exit : 0)
  return cause
}

/** A second verifier, written from the help page, says the same. */
async function causeOf(changed: Readonly<Record<string, string | Uint8Array>>): Promise<FailureCause | null> {
  const cause = await causeAt(written(changed))
  expect(isWhole(changed)).toBe(cause === null)
  return cause
}

const without = (name: string) => Object.fromEntries(Object.entries(files).filter(([other]) => other !== name))
const withoutLine = (name: string, at: number) => {
  const lines = String(files[name]).split('\n')
  return { ...files, [name]: lines.toSpliced(at, 1).join('\n') }
}

it('verifies as it was exported, also within a folder of others and by a link', async () => {
  const path = written(files)
  expect(await causeOf(files)).toBeNull()
  const parent = join(folder, 'parent')
  cpSync(path, join(parent, 'inner'), { recursive: true })
  writeFileSync(join(parent, 'one.json'), String(files['receipts.jsonl']).split('\n')[0]!)
  expect(await causeAt(parent)).toBeNull()
  rmSync(join(parent, 'inner', 'tile'), { recursive: true })
  expect(await causeAt(parent)).toBe('log_incomplete')
  symlinkSync(path, join(folder, 'link'))
  expect(await causeAt(join(folder, 'link'))).toBeNull()
})

it('fails without any one of its files, and with any one of them cut', async () => {
  const found: Record<string, FailureCause | null> = {}
  for (const name of Object.keys(files)) {
    found[name] = await causeOf(without(name))
    for (const part of [0, 0.99])
      expect(
        await causeOf({ ...files, [name]: files[name]!.slice(0, Math.floor(files[name]!.length * part)) }),
        `${name} cut to ${part}`,
      ).not.toBeNull()
  }
  expect(found).toEqual({
    'beacon.pem': 'pulse_certificate_mismatch',
    checkpoint: 'log_incomplete',
    'evidence.json': 'export_incomplete',
    'keys.json': 'export_incomplete',
    'pulses.jsonl': 'pulse_missing',
    'receipts.jsonl': 'receipt_chain_broken',
    [bundle]: 'log_incomplete',
  })
})

it('fails without any one of its lines', async () => {
  for (const name of Object.keys(files).filter(one => one !== bundle)) {
    const lines = String(files[name]).trimEnd().split('\n').length
    // A certificate has many lines that are alike.
    const places = [...Array(lines).keys()].filter(at => name !== 'beacon.pem' || at % 9 === 0)
    for (const at of places) expect(await causeOf(withoutLine(name, at)), `${name} without line ${at}`).not.toBeNull()
  }
})

it.each([
  ['receipts.jsonl', 0, 'receipt_chain_broken'],
  ['receipts.jsonl', 1, 'receipt_chain_broken'],
  ['pulses.jsonl', 0, 'pulse_missing'],
  ['pulses.jsonl', 2, 'pulse_missing'],
] as const)(
  'of %s without line %i says what is missing, whatever the index says of the file',
  async (name, at, cause) => {
    const fewer = withoutLine(name, at)
    const { 'evidence.json': index, [bundle]: _, ...listed } = fewer
    const { log } = JSON.parse(String(index))
    const agreeing = { ...fewer, 'evidence.json': JSON.stringify({ ...evidenceIndex(listed), log }) }
    expect(await causeOf(agreeing)).toBe(cause)
  },
)

it.each([
  ['checkpoint', 'log_incomplete'],
  ['evidence.json', 'export_incomplete'],
] as const)('takes no other evidence for %s, whatever the index says of the file', async (name, cause) => {
  const swapped = { ...files, [name]: files['keys.json']! }
  const listed = Object.entries(swapped).filter(([one]) => one !== 'evidence.json' && one !== bundle)
  const agreeing = { ...swapped, 'evidence.json': JSON.stringify(evidenceIndex(Object.fromEntries(listed))) }
  expect(await causeOf(name === 'checkpoint' ? agreeing : swapped)).toBe(cause)
})

it('takes no receipt for an entry that is none, and no other text for a note', async () => {
  const index = JSON.parse(String(files['evidence.json']))
  const [first] = String(files['receipts.jsonl'])
    .split('\n')
    .map(line => line && JSON.parse(line))
  const { log: _, ...logged } = first
  const receiptText = new TextDecoder().decode(canonicalJson(logged))
  const fewer = withoutLine('receipts.jsonl', 0)
  const claimed = { index: 1, kind: 'checkpoint', text: receiptText }
  const hidden = { ...index, log: { ...index.log, notes: [...index.log.notes, claimed] } }
  expect(await causeOf({ ...fewer, 'evidence.json': JSON.stringify(hidden) })).toBe('receipt_chain_broken')
  const other = { ...index, log: { ...index.log, notes: [] } }
  expect(await causeOf({ ...files, 'evidence.json': JSON.stringify(other) })).toBe('receipt_chain_broken')
})
