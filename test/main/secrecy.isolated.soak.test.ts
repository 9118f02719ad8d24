/** What a session of draws and keys leaves in its log and on the disk: no drawn byte, no salt, no key, no passphrase. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createClient, runningService } from '../../main/cli/io/client'
import type { DrawReply } from '../../main/contract/entropy/receipt'
import { routes } from '../../main/contract/routes'
import { openKeyFile } from '../../main/entropy/evidence/keys/key-file'
import { startService } from '../../main/service'
import { readEndpoint } from '../../main/store/endpoint'
import { configured } from '../configured'

const logged = vi.hoisted(() => [] as string[])
vi.mock('../../main/log/log', async () => {
  const { pino } = await vi.importActual<typeof import('pino')>('pino')
  return { createLog: () => pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }) }
})

const PASSPHRASE = 'correct horse battery'
let data = ''
/** What nobody may find, by what it is. */
const secrets: (readonly [what: string, secret: Buffer])[] = []

const ofDraw = ({ bytes_hex, salt_hex }: Pick<DrawReply, 'bytes_hex' | 'salt_hex'>) =>
  secrets.push(['drawn bytes', Buffer.from(bytes_hex, 'hex')], ['a salt', Buffer.from(salt_hex, 'hex')])

/** The first source of the demo lab and nothing else, so that nothing else is begun. */
function smallLab(): string {
  const lab = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../resources/labs/demo.json'), 'utf8'))
  const { format, name, description, may_purchase, entropy } = lab
  const path = join(data, 'lab.json')
  const small = {
    format,
    name,
    description,
    may_purchase,
    devices: [],
    entropy: { ...entropy, sources: [entropy.sources[0]] },
  }
  writeFileSync(path, JSON.stringify(small))
  return path
}

async function firstFrame(url: string, token: string): Promise<DrawReply> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ems/v1/entropy/stream?bytes=48&interval_ms=100`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const frame = await new Promise<string>((done, failed) => {
    socket.once('message', text => done(String(text)))
    socket.once('error', failed)
  })
  socket.close()
  return JSON.parse(frame) as DrawReply
}

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'pentad-secrecy-'))
  const service = await startService(configured(data, { log_level: 'trace', lab: smallLab() }))
  const holder = runningService(data)!
  await holder.call(routes.purchaseTokens, { body: { credits: 100 } })
  const { secret } = await holder.call(routes.createKey, { body: { name: 'reader', roles: ['entropy', 'operator'] } })
  secrets.push(['the secret of a key', Buffer.from(secret)])
  const client = createClient({ url: service.url, token: secret })
  const credited = async () => (await client.call(routes.getSourceQuality, { params: { id: 'src-a' } })).entropy
  await vi.waitUntil(async () => (await credited()) !== null, { timeout: 60_000, interval: 50 })
  const again = { body: { mode: 'source' as const, bytes: 64, id: 'src-a' }, idempotency_key: randomUUID() }
  const reply = await client.call(routes.drawEntropy, again)
  ofDraw(reply)
  expect(await client.call(routes.drawEntropy, again)).toEqual(reply)
  ofDraw(await client.call(routes.requestEntropy, { body: { bytes: 300 } }))
  ofDraw(await firstFrame(service.url, secret))
  await expect(client.call(routes.requestEntropy, { body: { bytes: 8, policy: 'high_assurance' } })).rejects.toThrow()
  const documents = [{ name: 'reply.json', text: JSON.stringify(reply) }]
  expect((await client.call(routes.verifyEvidence, { body: { documents, trust_service: true } })).verified).toBe(true)
  await holder.call(routes.changeSigningKey, { body: { action: 'rotate' } })
  await holder.call(routes.exportSigningKeys, { body: { passphrase: PASSPHRASE } })
  const host = readFileSync(join(data, 'entropy', 'passphrase'), 'utf8').trim()
  secrets.push(['the passphrase of an export', Buffer.from(PASSPHRASE)])
  for (const { purpose, bytes } of await openKeyFile(join(data, 'entropy', 'keys.json'), host))
    secrets.push([`the secret of ${purpose}`, Buffer.from(bytes)])
  await service.stop()
})
afterAll(() => rmSync(data, { recursive: true, force: true }))

/** What is there of them: as it is, as hex or as base64, by the first forty characters. */
function found(place: Buffer, sought: typeof secrets): string[] {
  const forms = (secret: Buffer) =>
    (['hex', 'base64', 'base64url'] as const).map(encoding => Buffer.from(secret.toString(encoding).slice(0, 40)))
  const isThere = (secret: Buffer) => [secret, ...forms(secret)].some(form => place.includes(form))
  return sought.filter(([, secret]) => isThere(secret)).map(([what]) => what)
}

const files = () =>
  readdirSync(data, { recursive: true, encoding: 'utf8' }).filter(name => statSync(join(data, name)).isFile())

describe('draws, rotation and export of keys leave', () => {
  it('no secret in the log, not of trace level either', () => {
    const host = readFileSync(join(data, 'entropy', 'passphrase'), 'utf8').trim()
    const tokens: typeof secrets = [['the passphrase of the host', Buffer.from(host)]]
    const local = readEndpoint(data)?.localToken
    if (local) secrets.push(['the local token', Buffer.from(local)])
    expect(logged.length).toBeGreaterThan(5)
    expect(found(Buffer.from(logged.join('')), [...secrets, ...tokens])).toEqual([])
  })

  it('no secret in any file of the data folder, kept replies and key file included', () => {
    const names = files()
    expect(names).toEqual(expect.arrayContaining(['pentad.sqlite', join('entropy', 'keys.json')]))
    expect(
      names.flatMap(name => found(readFileSync(join(data, name)), secrets).map(what => `${name}: ${what}`)),
    ).toEqual([])
  })

  it('what this test would find if it were there', () => {
    for (const [what, secret] of secrets)
      for (const text of [secret.toString('hex'), secret.toString('base64'), secret])
        expect(found(Buffer.concat([Buffer.from('before'), Buffer.from(text)]), secrets)).toContain(what)
  })
})
