import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { VerificationRequest } from '../../../../../main/contract/entropy/verification'
import { VerificationFault } from '../../../../../main/entropy/evidence/verifier/causes'
import { verifyEvidence } from '../../../../../main/entropy/evidence/verifier/verify'
import { verifyTexts } from '../../../../../main/entropy/evidence/verifier/verify-texts'
import { issueLog, issuer, publishedKeys } from '../issued'

const folder = mkdtempSync(join(tmpdir(), 'pentad-verify-texts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const made = issuer()
const log = issueLog(3, made)
const keys = publishedKeys(made)
const lines = (values: readonly object[]) => values.map(value => JSON.stringify(value)).join('\n')
const texts = (...documents: [name: string, text: string][]) => documents.map(([name, text]) => ({ name, text }))
const verifying = (documents: { name: string; text: string }[], trusted: string[], trust_service = false) =>
  verifyTexts({
    request: VerificationRequest.parse({ documents, keys: trusted, trust_service }),
    service: trust_service ? { keys, certificate_pem: null } : null,
  })

describe('evidence that is sent', () => {
  it.each<[string, ReturnType<typeof texts>]>([
    ['receipts in order', texts(['receipts.jsonl', lines(log.receipts)], ['keys.json', JSON.stringify(keys)])],
    ['receipts with a hole', texts(['receipts.jsonl', lines(log.receipts.toSpliced(1, 1))], ['k.json', lines([keys])])],
    ['a reply', texts(['reply.json', lines([log.replies[0]!])], ['keys.json', lines([keys])])],
    ['other bytes', texts(['reply.json', lines([{ ...log.replies[0]!, bytes_hex: '00'.repeat(16) }, keys])])],
    ['a checkpoint', texts(['checkpoint', log.checkpoint], ['keys.json', lines([keys])])],
    ['nothing but keys', texts(['keys.json', lines([keys])])],
    ['what is no evidence', texts(['a.txt', 'hello'], ['b.json', '{"hello":1}'])],
  ])('has the findings of the same files: %s', async (name, documents) => {
    const paths = documents.map(({ name: file, text }) => {
      const path = join(folder, `${name.replaceAll(' ', '-')}-${file}`)
      writeFileSync(path, text)
      return path
    })
    const found: (string | null)[] = []
    const exit = await verifyEvidence({
      paths,
      keys: [made.record.kid],
      onFinding: ({ kind, cause }) => found.push(`${kind} ${cause}`),
    })
    const sent = await verifying(documents, [made.record.kid])
    expect({ exit: sent.exit, found: sent.findings.map(({ kind, cause }) => `${kind} ${cause}`) }).toEqual({
      exit,
      found,
    })
  })

  it('is trusted by keys that are given as text, by their id, or as those of the service', async () => {
    const receipt = texts(['receipt.json', JSON.stringify(log.receipts[0])])
    expect(await verifying(receipt, [])).toMatchObject({ cause: 'key_unknown' })
    expect(await verifying(receipt, [JSON.stringify(keys)])).toMatchObject({ exit: 0, cause: null })
    expect(await verifying(receipt, [], true)).toMatchObject({ exit: 0 })
    expect(
      await verifying([...receipt, ...texts(['k.json', JSON.stringify(keys)])], [` ${made.record.kid}\n`]),
    ).toMatchObject({ exit: 0 })
  })

  it('never reads a file of the computer as a key', async () => {
    const file = join(folder, 'secret.json')
    writeFileSync(file, JSON.stringify(keys))
    await expect(verifying(texts(['a.json', '{}']), [file])).rejects.toThrow(VerificationFault)
  })

  it('is given up between documents', async () => {
    let passed = 0
    const stop = () => {
      passed += 1
      if (passed > 4) throw new RangeError('given up')
    }
    const request = VerificationRequest.parse({ documents: texts(['r.jsonl', lines(log.receipts)]) })
    await expect(verifyTexts({ request, service: null }, stop)).rejects.toThrow('given up')
  })
})
