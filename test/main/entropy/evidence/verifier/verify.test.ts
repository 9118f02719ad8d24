import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReceiptProof } from '../../../../../main/contract/entropy/evidence-files'
import { PublicKeys } from '../../../../../main/contract/entropy/key-record'
import type { BeaconPulse } from '../../../../../main/contract/entropy/pulse'
import type { Receipt } from '../../../../../main/contract/entropy/receipt'
import type { BeaconCertificate } from '../../../../../main/entropy/evidence/beacon/certificate'
import { skipList } from '../../../../../main/entropy/evidence/beacon/chain'
import { publishPulse } from '../../../../../main/entropy/evidence/beacon/pulse'
import { base64Text } from '../../../../../main/entropy/evidence/encoding/bytes'
import { bundlePath } from '../../../../../main/entropy/evidence/merkle/tiles'
import { consistencyProof, inclusionProof } from '../../../../../main/entropy/evidence/merkle/tree'
import { CAUSES, type FailureCause, VerificationFault } from '../../../../../main/entropy/evidence/verifier/causes'
import { type EvidenceFinding, verifyEvidence } from '../../../../../main/entropy/evidence/verifier/verify'
import { vectorJson } from '../../../../vectors/read-vectors'
import { minutes, pulsesAt, testCertificate } from '../beacon/pulsed'
import { evidenceIndex, issueLog, issuer, publishedKeys, signedCheckpoint, utcAt } from '../issued'

const folder = mkdtempSync(join(tmpdir(), 'pentad-verify-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const made = issuer()
const log = issueLog(5, made)
const keys = PublicKeys.parse(publishedKeys(made))
const [first, second] = log.receipts as [Receipt, Receipt]
const pinned = [made.record.kid]
let certificate: BeaconCertificate
let pulses: BeaconPulse[]
beforeAll(async () => {
  certificate = await testCertificate()
  pulses = pulsesAt(minutes('2026-11-23T22:55:00Z', 12), certificate.id)
})

let count = 0
/** Files in a folder of their own; an object is written as JSON, a list as JSON lines. */
function written(files: Record<string, unknown>): string {
  count += 1
  const path = join(folder, String(count))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    const text = Array.isArray(content) ? content.map(line => JSON.stringify(line)).join('\n') : JSON.stringify(content)
    writeFileSync(join(path, name), typeof content === 'string' || content instanceof Uint8Array ? content : text)
  }
  return path
}

async function causesIn(path: string | string[], trusted: string[] = pinned): Promise<(FailureCause | null)[]> {
  const findings: EvidenceFinding[] = []
  const exit = await verifyEvidence({ paths: [path].flat(), keys: trusted, onFinding: one => findings.push(one) })
  const causes = findings.map(({ cause }) => cause)
  const failed = causes.find(cause => cause !== null)
  expect(exit).toBe(failed ? CAUSES[failed].exit : 0)
  return causes
}
const causeOf = async (files: Record<string, unknown>, trusted?: string[]): Promise<FailureCause | null> =>
  (await causesIn(written(files), trusted)).find(cause => cause !== null) ?? null

const proofOf = (index: number) =>
  ReceiptProof.parse({
    format: 'pentad-receipt-proof/1',
    receipt: log.receipts[index],
    proof: inclusionProof(log, index).map(base64Text),
    checkpoint: log.checkpoint,
  })
const growth = (from: number) => ({
  format: 'pentad-consistency-proof/1',
  old_checkpoint: log.checkpointAt(from),
  new_checkpoint: log.checkpoint,
  proof: consistencyProof(log, from).map(base64Text),
})
const exported = () => ({
  'evidence.json': evidenceIndex({ checkpoint: log.checkpoint }),
  'keys.json': keys,
  'receipts.jsonl': log.receipts,
  'pulses.jsonl': pulses.map(pulse => publishPulse(pulse, made.record.kid, made.key)),
  'beacon.pem': certificate.pem,
  checkpoint: log.checkpoint,
  ...Object.fromEntries(log.files),
})

describe('valid evidence', () => {
  it('verifies: receipts, replies, proofs, checkpoints, pulses, skip lists, a whole export', async () => {
    expect(await causeOf({ 'a.json': first, 'keys.json': keys })).toBeNull()
    expect(await causeOf({ 'a.json': log.replies[0], 'keys.json': keys })).toBeNull()
    expect(await causeOf({ 'a.json': proofOf(3), 'keys.json': keys })).toBeNull()
    expect(await causeOf({ 'a.json': growth(2), 'keys.json': keys })).toBeNull()
    expect(await causeOf({ note: log.checkpoint, 'keys.json': keys })).toBeNull()
    expect(await causeOf({ 'a.json': { pulse: pulses[0] }, 'c.pem': certificate.pem }, [certificate.id])).toBeNull()
    const way = skipList(pulses[11]!, 1, index => pulses[index - 1] ?? null).map(pulse => ({ pulse }))
    const skips = { format: 'pentad-skip-list/1', pulses: way }
    expect(await causeOf({ 'a.json': skips, 'c.pem': certificate.pem }, [certificate.id])).toBeNull()
    expect(await causeOf(exported())).toBeNull()
  })

  it('verifies as one file of JSON lines too, keys last', async () => {
    expect(await causeOf({ 'all.jsonl': [...log.receipts, { checkpoint: log.checkpoint }, keys] })).toBeNull()
  })

  it('takes keys and certificates from files of the auditor, and trusts what those endorse', async () => {
    const trusted = written({ 'keys.json': keys, 'c.pem': certificate.pem })
    const evidence = written({ 'a.json': first, 'b.json': { pulse: pulses[0] } })
    expect(await causesIn(evidence, [join(trusted, 'keys.json'), join(trusted, 'c.pem')])).toEqual([null, null])
  })

  it('holds for the real NIST pulses as well', async () => {
    type Snapshot = { certificate_pem: string; previous_pulse: unknown; pulse: unknown }
    const nist = vectorJson<Snapshot>('nist-beacon/pulse-2-1862118-1862119.json')
    const lines = [{ pulse: nist.previous_pulse }, { pulse: nist.pulse }]
    const files = { 'p.jsonl': lines, 'c.json': { certificate_pem: nist.certificate_pem } }
    const id = (nist.pulse as BeaconPulse).certificateId
    expect(await causeOf(files, [id])).toBeNull()
    expect(await causeOf(files, [])).toBe('certificate_not_trusted')
    expect(await causeOf({ ...files, 'p.jsonl': lines.toReversed() }, [id])).toBe('pulse_missing')
  })
})

describe('the verifier names one cause', () => {
  const other = issuer(9)
  const isolated = (change: object) => ({ 'a.json': { ...first, ...change }, 'keys.json': keys })
  const revoked = { ...keys, keys: [{ ...made.record, status: 'revoked' as const }] }
  const ended = { ...keys, keys: [{ ...made.record, status: 'retired' as const, not_after: utcAt(0) }] }
  const swapped = { ...keys, keys: [{ ...made.record, pub: other.record.pub }] }

  it.each<[FailureCause, () => Record<string, unknown>, (() => string[])?]>([
    ['input_malformed', () => isolated({ serial: 7 })],
    ['input_malformed', () => ({ 'a.json': JSON.stringify(first).slice(0, 500) })],
    ['input_malformed', () => ({ 'a.json': JSON.stringify(first).replace('{', '{"v":1,') })],
    ['input_malformed', () => ({ 'a.json': '' })],
    ['input_unknown', () => ({ 'a.json': { hello: 1 } })],
    ['input_unknown', () => ({ 'a.json': '[]' })],
    ['input_unknown', () => ({ 'a.txt': 'hello' })],
    ['input_empty', () => ({ 'keys.json': keys })],
    ['key_unknown', () => ({ 'a.json': first })],
    ['key_invalid', () => ({ 'a.json': first, 'keys.json': swapped })],
    ['key_not_trusted', () => isolated({}), () => []],
    ['key_not_trusted', () => isolated({}), () => [other.record.kid]],
    ['key_revoked', () => ({ 'a.json': first, 'keys.json': revoked })],
    ['key_outside_validity', () => ({ 'a.json': first, 'keys.json': ended })],
    ['certificate_not_trusted', () => ({ 'a.json': { pulse: pulses[0] }, 'c.pem': certificate.pem })],
    ['signature_invalid', () => isolated({ credits: 0 })],
    ['signature_invalid', () => isolated({ signature: second.signature })],
    ['commitment_mismatch', () => ({ 'a.json': { ...log.replies[0], bytes_hex: '00'.repeat(16) }, 'keys.json': keys })],
    ['receipt_chain_broken', () => ({ 'a.jsonl': log.receipts.toSpliced(1, 1), 'keys.json': keys })],
    ['checkpoint_invalid', () => ({ note: log.checkpoint.replace('\n5\n', '\n6\n'), 'keys.json': keys })],
    ['checkpoint_invalid', () => ({ note: signedCheckpoint(5, new Uint8Array(32), other.key), 'keys.json': keys })],
    ['inclusion_invalid', () => ({ 'a.json': { ...proofOf(3), proof: proofOf(2).proof }, 'keys.json': keys })],
    [
      'inclusion_invalid',
      () => ({ 'a.json': { ...proofOf(3), receipt: { ...proofOf(3).receipt, log: first.log } }, 'keys.json': keys }),
    ],
    ['consistency_invalid', () => ({ 'a.json': { ...growth(2), proof: growth(3).proof }, 'keys.json': keys })],
    [
      'log_root_mismatch',
      () => ({
        ...exported(),
        [bundlePath(0, 5)]: log.files.get(bundlePath(0, 5))!.map((byte, at) => (at === 9 ? byte ^ 1 : byte)),
      }),
    ],
    ['log_incomplete', () => ({ ...exported(), [bundlePath(0, 5)]: new Uint8Array(3) })],
    ['log_entry_mismatch', () => ({ ...exported(), 'receipts.jsonl': [{ ...first, log: second.log }] })],
    ['pulse_output_mismatch', () => ({ 'a.json': { pulse: { ...pulses[0], period: 1 } }, 'c.pem': certificate.pem })],
    ['pulse_certificate_mismatch', () => ({ 'a.json': { pulse: pulses[0] } })],
    [
      'pulse_missing',
      () => ({ 'a.jsonl': [1, 3].map(at => ({ pulse: pulses[at] })), 'c.pem': certificate.pem }),
      () => [certificate.id],
    ],
    [
      'pulse_composite_invalid',
      () => ({
        'a.json': { ...publishPulse(pulses[0]!, made.record.kid, made.key), pulse: pulses[1] },
        'c.pem': certificate.pem,
        'keys.json': keys,
      }),
    ],
  ])('%s', async (cause, files, trusted) => expect(await causeOf(files(), trusted?.())).toBe(cause))

  it('for a missing file', async () => {
    const findings: EvidenceFinding[] = []
    const exit = await verifyEvidence({
      paths: [join(folder, 'nowhere')],
      keys: pinned,
      onFinding: one => findings.push(one),
    })
    expect(exit).toBe(CAUSES.input_unreadable.exit)
    expect(findings).toEqual([
      {
        where: join(folder, 'nowhere'),
        kind: 'file',
        cause: 'input_unreadable',
        message: 'there is no such file or folder',
      },
    ])
  })

  it('for a document larger than any evidence', async () => {
    const big = 'x'.repeat(33 * 1024 * 1024)
    expect(await causeOf({ 'a.json': big })).toBe('input_too_large')
    expect(await causeOf({ 'a.jsonl': big })).toBe('input_too_large')
  })

  it('for a key of the auditor that is none', async () => {
    const given = verifyEvidence({
      paths: [],
      keys: [join(written({ 'a.json': first }), 'a.json')],
      onFinding: () => {},
    })
    await expect(given).rejects.toThrow(VerificationFault)
  })

  it('with an exit code of its own', () => {
    const exits = Object.values(CAUSES).map(({ exit }) => exit)
    expect(new Set(exits).size).toBe(exits.length)
    expect(Math.min(...exits)).toBeGreaterThan(2)
  })
})

describe('a damaged receipt', () => {
  const text = JSON.stringify(first)
  it('never verifies, wherever it is cut off or changed, and always has a cause', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.integer({ min: 32, max: 126 }), async (at, code) => {
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
        const path = written({ 'cut.json': text.slice(0, at), 'changed.json': changed, 'keys.json': keys })
        const [cut, other] = await Promise.all(
          ['cut.json', 'changed.json'].map(name => causesIn([join(path, name), join(path, 'keys.json')])),
        )
        expect(cut!.find(cause => cause !== null)).toBe('input_malformed')
        // Its place in the log is proven apart from it.
        const isSame = changed === text || text.slice(0, at).includes('"log"')
        if (!isSame) expect(other!.some(cause => cause !== null)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
