import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runEntropy } from '../../../../main/cli/entropy/command'
import { type Service, startService } from '../../../../main/service'
import { readEndpoint } from '../../../../main/store/endpoint'
import { configured } from '../../../configured'

let data = ''
let service: Service
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'pentad-entropy-command-'))
  service = await startService(configured(data, { check_replies: true }))
})
afterAll(async () => {
  await service.stop()
  rmSync(data, { recursive: true, force: true })
})

async function entropy(...argv: string[]) {
  const [out, said]: [string[], string[]] = [[], []]
  const source = {
    env: { PENTAD_DATA: data },
    cwd: data,
    root: process.cwd(),
    host: 'headless',
    platform: 'linux',
    home: data,
  } as const
  const exit = await runEntropy(argv, source, { out: line => void out.push(line), say: line => void said.push(line) })
  return { exit, out, said }
}

async function draw() {
  const headers = { authorization: `Bearer ${readEndpoint(data)!.localToken}`, 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': 'one' },
      body: JSON.stringify(body),
    })
  const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: Record<string, object> }
  const purchase = Object.keys(paths).find(path => /purchase|credits/.test(path) && 'post' in paths[path]!)!
  await post(purchase, { credits: 100 })
  const reply = await post('/ems/v1/entropy/request', { bytes: 32, policy: 'simulated_ok' })
  return { status: reply.status, body: await reply.json() }
}

describe('npm run entropy', () => {
  it('fetches the receipt of a draw with its proof, which verifies offline with the keys it fetches', async () => {
    const { status, body } = await draw()
    expect([status, body]).toMatchObject([200, { receipt: { serial: '1' } }])
    writeFileSync(join(data, 'reply.json'), JSON.stringify(body))
    expect((await entropy('receipt', 'reply.json', '--proof', '--out', 'proof.json')).exit).toBe(0)
    expect((await entropy('receipt', '--keys', '--out', 'keys.json')).exit).toBe(0)
    const verified = await entropy('verify', 'proof.json', 'reply.json', '--key', 'keys.json')
    expect(verified).toMatchObject({ exit: 0, said: ['Verified.'] })
    const reply = { ...body, bytes_hex: `00${body.bytes_hex.slice(2)}` }
    writeFileSync(join(data, 'reply.json'), JSON.stringify(reply))
    expect((await entropy('verify', 'reply.json', '--key', 'keys.json')).exit).toBe(31)
    expect(JSON.parse(readFileSync(join(data, 'proof.json'), 'utf8'))).toMatchObject({ receipt: body.receipt })
  })

  it('tells of the beacon', async () => {
    const { exit, out } = await entropy('beacon')
    expect([exit, out.at(-1)]).toEqual([0, expect.stringContaining('never use them')])
    expect(await entropy('beacon', 'latest')).toMatchObject({ exit: 1, said: ['There is no pulse yet'] })
  })

  it.each([
    [['recept'], 'Did you mean "receipt"'],
    [['receipt'], 'Say which receipt'],
    [['receipt', 'no-such-file'], 'neither a request id'],
    [['beacon', 'first'], 'is no pulse'],
  ])('says what is wrong with %j', async (argv, words) => {
    const { exit, said } = await entropy(...argv)
    expect([exit, said.join()]).toEqual([2, expect.stringContaining(words)])
  })
})
