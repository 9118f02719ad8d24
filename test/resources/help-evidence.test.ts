/** A second verifier, written from the help page: it uses Node's crypto and an ML-DSA library, and nothing of ours. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js'
import { describe, expect, it } from 'vitest'

const FOLDER = resolve(import.meta.dirname, '../../resources/help/evidence')
const page = readFileSync(`${FOLDER}/README.md`, 'utf8')
const read = () => JSON.parse(readFileSync(`${FOLDER}/example.json`, 'utf8'))

const hash = (name: string, ...parts: readonly Uint8Array[]) => createHash(name).update(Buffer.concat(parts)).digest()
const sha256 = (...parts: readonly Uint8Array[]) => hash('sha256', ...parts)

/** Enough of RFC 8785 for receipts: names sorted, numbers as JavaScript writes them. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`
}

function without(value: Record<string, unknown>, ...names: string[]) {
  return Buffer.from(canonical(Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))))
}

function ed25519(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }
  return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature)
}

const LABEL = Buffer.from('COMPSIG-MLDSA65-Ed25519-SHA512')
function composite(pub: Buffer, message: Uint8Array, context: string, signature: Buffer): boolean {
  const ctx = Buffer.from(context)
  const head = Buffer.concat([Buffer.from('CompositeAlgorithmSignatures2025'), LABEL, Buffer.of(ctx.length), ctx])
  const both = Buffer.concat([head, hash('sha512', message)])
  return (
    ml_dsa65.verify(signature.subarray(0, 3309), both, pub.subarray(0, 1952), { context: LABEL }) &&
    ed25519(pub.subarray(1952), both, signature.subarray(3309))
  )
}

/** RFC 9162, section 2.1.3.2. */
function rootOf(leaf: Buffer, index: number, size: number, proof: readonly Buffer[]): Buffer | null {
  let [at, last, root] = [index, size - 1, leaf]
  for (const one of proof) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      root = sha256(Buffer.of(1), one, root)
      while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1]
    } else root = sha256(Buffer.of(1), root, one)
    ;[at, last] = [at >> 1, last >> 1]
  }
  return last === 0 ? root : null
}

/** The steps of the page, by their numbers; answers those that fail. */
function failingSteps({ reply, receipt_proof, keys }: ReturnType<typeof read>): number[] {
  const { receipt } = receipt_proof
  const record = keys.keys.find(({ kid }: { kid: string }) => kid === receipt.kid)
  const pub = Buffer.from(record.pub, 'base64url')
  const bytes = sha256(Buffer.from(reply.salt_hex, 'hex'), Buffer.from(reply.bytes_hex, 'hex'))
  const isCommitted = bytes.toString('hex') === reply.receipt.output_commitment
  const thumbprint = sha256(Buffer.from(canonical({ alg: record.alg, kty: 'AKP', pub: record.pub })))
  const isSigned =
    thumbprint.toString('base64url') === receipt.kid &&
    composite(
      pub,
      without(receipt, 'signature', 'log'),
      'pentad/receipt/1',
      Buffer.from(receipt.signature, 'base64url'),
    )
  return [isCommitted, isSigned, isLogged(receipt_proof, pub)].flatMap((holds, at) => (holds ? [] : [at + 1]))
}

function isLogged({ receipt, proof, checkpoint }: ReturnType<typeof read>, pub: Buffer): boolean {
  const [text, lines] = checkpoint.split('\n\n') as [string, string]
  const [origin, size, root] = text.split('\n') as [string, string, string]
  const type = Buffer.concat([Buffer.of(0xff), Buffer.from('pentad/id-MLDSA65-Ed25519-SHA512')])
  const id = sha256(Buffer.from(`${origin}\n`), type, pub).subarray(0, 4)
  const signature = lines
    .split('\n')
    .map(line => Buffer.from(line.split(' ')[2] ?? '', 'base64'))
    .find(one => one.subarray(0, 4).equals(id))
  const leaf = sha256(Buffer.of(0), sha256(without(receipt, 'log')))
  const hashes = proof.map((one: string) => Buffer.from(one, 'base64'))
  const found = rootOf(leaf, Number(receipt.log.index), Number(size), hashes)
  return (
    origin === receipt.log.origin &&
    signature !== undefined &&
    composite(pub, Buffer.from(`${text}\n`), 'pentad/checkpoint/1', signature.subarray(4)) &&
    found?.toString('base64') === root
  )
}

describe('the help page of evidence', () => {
  it('is enough to write a second verifier, which takes its example', () => {
    expect(failingSteps(read())).toEqual([])
  })

  it.each([
    [
      'the bytes',
      1,
      (example: ReturnType<typeof read>) => (example.reply.bytes_hex = `00${example.reply.bytes_hex.slice(2)}`),
    ],
    ['what was paid', 2, (example: ReturnType<typeof read>) => (example.receipt_proof.receipt.credits += 1)],
    ['the place in the log', 3, (example: ReturnType<typeof read>) => (example.receipt_proof.receipt.log.index = '1')],
  ])('whose verifier finds the step that fails when %s changed', (_, step, change) => {
    const example = read()
    change(example)
    expect(failingSteps(example)).toContain(step)
  })

  it('names only files that are there', () => {
    for (const [, file] of page.matchAll(/`(test\/[^`]+)`/g))
      expect(existsSync(resolve(FOLDER, '../../..', file!))).toBe(true)
  })
})
