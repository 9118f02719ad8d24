import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runVerify } from '../../../../main/cli/commands/verify'
import { issueLog, issuer, publishedKeys } from '../../entropy/evidence/issued'

const cwd = mkdtempSync(join(tmpdir(), 'pentad-verify-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const made = issuer()
const [reply] = issueLog(1, made).replies
writeFileSync(join(cwd, 'reply.json'), JSON.stringify(reply))
writeFileSync(join(cwd, 'forged.json'), JSON.stringify({ ...reply, bytes_hex: '00'.repeat(16) }))
writeFileSync(join(cwd, 'keys.json'), JSON.stringify(publishedKeys(made)))
writeFileSync(join(cwd, 'hostile\u001b[2J.json'), '{"\u009b31m":1,"\u009b31m":1}')

async function verify(...argv: string[]) {
  const out: string[] = []
  const said: string[] = []
  const exit = await runVerify(argv, { cwd }, { out: line => out.push(line), say: line => said.push(line) })
  return { exit, out, said }
}

describe('npm run verify', () => {
  it('verifies with the key that is given, relative to where the user is', async () => {
    const { exit, out, said } = await verify('reply.json', '--key', 'keys.json')
    expect({ exit, said }).toEqual({ exit: 0, said: ['Verified.'] })
    expect(out.join()).toContain('ok')
    expect(out.join()).toContain('the receipt commits to these 16 bytes')
  })

  it('names the cause, and has its exit code', async () => {
    const forged = await verify('forged.json', '--key', 'keys.json')
    expect(forged).toMatchObject({ exit: 31, said: ['NOT VERIFIED: commitment_mismatch (exit code 31).'] })
    expect((await verify('reply.json')).exit).toBe(20)
    expect((await verify('reply.json', 'keys.json')).exit).toBe(22)
    expect((await verify('--key', made.record.kid, 'reply.json', 'keys.json')).exit).toBe(0)
    expect((await verify('nowhere.json')).exit).toBe(10)
  })

  it('answers in JSON, a finding a line and the result last', async () => {
    const { out, said } = await verify('--json', 'forged.json', '--key', 'keys.json')
    const lines = out.map(line => JSON.parse(line))
    expect(lines[0]).toMatchObject({ kind: 'reply', cause: 'commitment_mismatch', exit: 31 })
    expect(lines.at(-1)).toEqual({ verified: false, exit: 31 })
    expect(said).toEqual([])
  })

  it('escapes control characters of foreign files, which a terminal would interpret', async () => {
    const { exit, out } = await verify('hostile\u001b[2J.json')
    expect(exit).toBe(11)
    expect(out.join()).not.toMatch(/\p{Cc}/u)
  })

  it('says how it is called', async () => {
    expect((await verify()).exit).toBe(2)
    expect((await verify('--nonsense', 'x')).exit).toBe(2)
    expect((await verify('reply.json', '--key', 'reply.json')).exit).toBe(2)
    const { exit, out } = await verify('--help')
    expect(exit).toBe(0)
    expect(out.join()).toContain('31  commitment_mismatch')
  })
})
