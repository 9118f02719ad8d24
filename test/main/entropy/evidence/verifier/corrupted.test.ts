/** Every field of every kind of evidence, changed to something else of its form: the cause is that of the field. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PublishedPulse } from '../../../../../main/contract/entropy/pulse'
import { VerificationRequest } from '../../../../../main/contract/entropy/verification'
import type { BeaconCertificate } from '../../../../../main/entropy/evidence/beacon/certificate'
import { publishPulse } from '../../../../../main/entropy/evidence/beacon/pulse'
import { base64Text } from '../../../../../main/entropy/evidence/encoding/bytes'
import { inclusionProof } from '../../../../../main/entropy/evidence/merkle/tree'
import { verifyTexts } from '../../../../../main/entropy/evidence/verifier/verify-texts'
import { minutes, pulsesAt, testCertificate } from '../beacon/pulsed'
import { issueLog, issuer, publishedKeys } from '../issued'

const made = issuer()
const log = issueLog(3, made)
const keys = publishedKeys(made)
const reply = log.replies[1]!
const proof = {
  format: 'pentad-receipt-proof/1' as const,
  receipt: log.receipts[1]!,
  proof: inclusionProof(log, 1).map(base64Text),
  checkpoint: log.checkpoint,
}
let certificate: BeaconCertificate
let pulse: PublishedPulse
beforeAll(async () => {
  certificate = await testCertificate()
  pulse = publishPulse(pulsesAt(minutes('2026-11-23T22:55:00Z', 2), certificate.id)[1]!, made.record.kid, made.key)
})

type Path = readonly (string | number)[]

/** Every place of a document that holds no object or list. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, inner]) =>
    leaves(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  )
}

function changed<T>(document: T, path: Path, change: (value: unknown) => unknown): T {
  const [name, ...rest] = path
  if (name === undefined) return change(document) as T
  const copy = (Array.isArray(document) ? [...document] : { ...document }) as Record<string | number, unknown>
  copy[name] = changed(copy[name], rest, change)
  return copy as T
}

/** Another value of the same form, where there is one that `at` leads to. */
function other(value: unknown, at: number): unknown {
  if (typeof value === 'number') return value === 0 ? 1 : value - 1
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string' || value === '') return null
  const place = at % value.length
  const code = value[place]!
  const next = /\d/.test(code)
    ? String((Number(code) + 1) % 10)
    : /[a-fA-F]/.test(code)
      ? ({ a: 'b', A: 'B' }[code] ?? (code === code.toLowerCase() ? 'a' : 'A'))
      : null
  return next === null ? null : value.slice(0, place) + next + value.slice(place + 1)
}

async function causeOf(document: object): Promise<string | null> {
  const documents = [
    { name: 'evidence.json', text: JSON.stringify(document) },
    { name: 'certificate.pem', text: certificate.pem },
  ]
  const request = VerificationRequest.parse({ documents, keys: [JSON.stringify(keys)] })
  return (await verifyTexts({ request, service: null })).cause
}

/** `allowed`: the causes that a change at a path may have; malformed wherever the form itself forbids it. */
async function everyField(document: object, allowed: (path: string) => readonly (string | null)[]): Promise<void> {
  const paths = leaves(document)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), fc.nat(10_000), async (path, at) => {
      let different = true
      const bad = changed(document, path, value => {
        const next = other(value, at)
        different = next !== null && next !== value
        return different ? next : value
      })
      if (!different) return
      const name = path.filter(part => typeof part === 'string').join('.')
      expect([...allowed(name), 'input_malformed'], `${name} changed at ${at}`).toContain(await causeOf(bad))
    }),
    { numRuns: 2 * paths.length },
  )
}

describe('a change anywhere has the cause of its field', () => {
  const ofReceipt = (path: string): readonly (string | null)[] => {
    if (path === 'kid') return ['key_unknown']
    if (path === 'issued_at') return ['signature_invalid', 'key_outside_validity']
    return ['signature_invalid']
  }

  it('in a receipt, whose place in the log is proven apart', async () => {
    expect(await causeOf(log.receipts[1]!)).toBeNull()
    await everyField(log.receipts[1]!, path => (path.startsWith('log.') ? [null] : ofReceipt(path)))
  })

  it('in a reply', async () => {
    expect(await causeOf(reply)).toBeNull()
    await everyField(reply, path => {
      if (['bytes_hex', 'salt_hex', 'request_id'].includes(path)) return ['commitment_mismatch']
      if (path.startsWith('receipt.log.')) return [null]
      return ofReceipt(path.replace('receipt.', ''))
    })
  })

  it('in a proof', async () => {
    expect(await causeOf(proof)).toBeNull()
    await everyField(proof, path => {
      if (path === 'checkpoint') return ['checkpoint_invalid', null]
      if (path === 'proof' || path.startsWith('receipt.log.')) return ['inclusion_invalid']
      return path === 'format' ? ['input_unknown', 'signature_invalid'] : ofReceipt(path.replace('receipt.', ''))
    })
  })

  it('in a pulse', async () => {
    expect(await causeOf(pulse)).toBeNull()
    await everyField(pulse, path => {
      if (path === 'pentad.kid') return ['key_unknown']
      if (path.startsWith('pentad.')) return ['pulse_composite_invalid']
      // NIST does not sign addresses of links; the composite signature covers them.
      if (path === 'pulse.listValues.uri') return ['pulse_composite_invalid', 'pulse_link_mismatch']
      return path === 'pulse.certificateId'
        ? ['pulse_certificate_mismatch', 'pulse_output_mismatch']
        : ['pulse_output_mismatch', 'pulse_link_mismatch']
    })
  })
})
