import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { runData } from '../../../../main/cli/commands/data'
import { createClient, runningService } from '../../../../main/cli/io/client'
import { PublicKeys } from '../../../../main/contract/entropy/key-record'
import { routes } from '../../../../main/contract/routes'
import { openKeyFile } from '../../../../main/entropy/evidence/keys/key-file'
import type { Service } from '../../../../main/service'
import { configured } from '../../../configured'
import { startWarmService } from '../../../warm-service'

let data = ''
let service: Service
/** As a window's keyring: what it sealed, it opens. */
const keyring = {
  seal: (text: string) => Buffer.from(text).reverse(),
  open: (sealed: Uint8Array) => Buffer.from(sealed).reverse().toString(),
}
const start = () => startWarmService(configured(data, { check_replies: true, keyring }))
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'pentad-evidence-'))
  service = await start()
})
afterAll(async () => {
  await service.stop()
  rmSync(data, { recursive: true, force: true })
})

const get = (path: string, init?: RequestInit) => fetch(service.url + path, init)
const problemAt = async (path: string) => {
  const reply = await get(path)
  return [reply.status, ((await reply.json()) as { error?: string }).error]
}

describe('the routes of evidence', () => {
  it('report the state of signing, log and beacon without credentials', async () => {
    const health = await (await get('/ems/healthz')).json()
    expect(health).toMatchObject({ status: 'ok', signing: { ok: true }, log: { epoch: 1 }, beacon: { failing: false } })
  })

  it('publish keys, and a checkpoint that they sign', async () => {
    const keys = PublicKeys.parse(await (await get('/ems/v1/pubkey')).json())
    const checkpoint = await get('/ems/v1/log/checkpoint')
    expect(checkpoint.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const note = await checkpoint.text()
    expect(note.split('\n')[0]).toBe(keys.logs[0]!.origin)
    expect(note).toContain(`— ${keys.logs[0]!.origin} `)
  })

  it.each([
    ['/ems/v1/log/tile/0/000', 404],
    ['/ems/v1/log/tile/0/000.p/1', 404],
    ['/ems/v1/log/tile/0/000.p/256', 404],
    ['/ems/v1/log/tile/..%2f..%2f/keys.json', 404],
    ['/ems/v1/log/tile/entries/x001/x234/067', 404],
    ['/ems/v1/log/tile/0', 400],
    [`/ems/v1/log/tile/0/${'x001/'.repeat(30)}000`, 400],
    ['/ems/v1/log/consistency?from=7', 404],
    ['/ems/v1/log/consistency?from=-1', 400],
    ['/ems/v1/beacon/latest', 404],
    ['/ems/v1/beacon/pulse/1', 404],
    ['/ems/v1/beacon/pulse/0', 400],
    ['/ems/v1/beacon/pulse/1e400', 400],
    ['/ems/v1/beacon/pulse/1?chain=x', 400],
    ['/ems/v1/beacon/skip-list?from=2', 400],
    ['/beacon/2.0/pulse/last', 404],
    ['/beacon/2.0/chain/last/pulse/last', 404],
    ['/beacon/2.0/chain/1/pulse/last', 404],
    ['/beacon/2.0/chain/last/pulse/9', 404],
    ['/beacon/2.0/pulse/time/253402300799999', 404],
    ['/beacon/2.0/pulse/time/yesterday', 400],
    [`/beacon/2.0/certificate/${'0'.repeat(128)}`, 404],
    ['/beacon/2.0/certificate/x', 400],
    ['/ems/v1/beacon/stream', 426],
    ['/ems/v1/receipts/00000000-0000-4000-8000-000000000000', 401],
    ['/ems/api/v1/receipts', 401],
  ])('answer %s with %i', async (path, status) => {
    const [found, error] = await problemAt(path)
    expect([found, typeof error]).toEqual([status, 'string'])
  })

  it('let a pulse that is not there yet be requested again after a moment', async () => {
    const reply = await get('/ems/v1/beacon/pulse/7?chain=1')
    expect(reply.headers.get('cache-control')).toMatch(/^public, max-age=([1-9]|[1-5]\d|60)$/)
  })

  it('rotate the signing key for operators only, who read of it in the audit log', async () => {
    const client = runningService(data)!
    const before = await client.call(routes.getPublicKeys, {})
    const record = await client.call(routes.changeSigningKey, { body: { action: 'rotate' } })
    const after = await client.call(routes.getPublicKeys, {})
    expect(record.predecessor!.kid).toBe(before.kid)
    expect(after).toMatchObject({ kid: record.kid, keys: [{ status: 'retired' }, { status: 'active' }] })
    const { items } = await client.call(routes.listEntropyAudit, {})
    expect(items[0]).toMatchObject({ action: 'signing_key.rotate', subject: record.kid })
    await expect(client.call(routes.changeSigningKey, { body: { action: 'rekey' } })).rejects.toMatchObject({
      code: 'conflict',
    })
    const anybody = await get('/ems/api/v1/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"action":"rotate"}',
    })
    expect(anybody.status).toBe(401)
  })

  it('give out the signing keys under a passphrase to the account holder alone, also to the command, where a keyring seals theirs', async () => {
    const client = runningService(data)!
    const { kid } = await client.call(routes.getPublicKeys, {})
    const body = { passphrase: 'correct horse battery' }
    const { secret } = await client.call(routes.createKey, { body: { name: 'operator', roles: ['operator'] } })
    const asKey = createClient({ url: service.url, token: secret })
    await expect(asKey.call(routes.exportSigningKeys, { body })).rejects.toMatchObject({ code: 'session_required' })
    const short = client.call(routes.exportSigningKeys, { body: { passphrase: 'eleven char' } })
    await expect(short).rejects.toMatchObject({ code: 'invalid_request', faults: [{ pointer: '/passphrase' }] })
    writeFileSync(join(data, 'words'), `${body.passphrase}\n`)
    const source = { env: {}, cwd: data, root: process.cwd(), host: 'headless', platform: 'linux', home: data } as const
    const said: string[] = []
    const exported = () =>
      runData(['export-signing-key', 'copy.json', '--data', data, '--passphrase-file', 'words'], source, {
        terminal: { out: line => said.push(line), say: line => said.push(line) },
        progress: { isTTY: false, write: () => true },
      })
    expect([await exported(), said.pop()]).toEqual([0, expect.stringContaining(kid)])
    const secrets = await openKeyFile(join(data, 'copy.json'), body.passphrase)
    expect(secrets.map(({ purpose }) => purpose)).toContain('signing')
    const { items } = await client.call(routes.listEntropyAudit, {})
    expect(items[0]).toMatchObject({ action: 'signing_key.export', subject: kid })
    await service.stop()
    rmSync(join(data, 'copy.json'))
    expect([await exported(), said.pop()]).toEqual([1, expect.stringContaining('Open Pentad on')])
    service = await start()
  })

  it('verify what is sent by the keys of the service or by those that are given', async () => {
    const client = runningService(data)!
    const note = await (await get('/ems/v1/log/checkpoint')).text()
    const documents = [{ name: 'checkpoint', text: note }]
    const trusting = await client.call(routes.verifyEvidence, { body: { documents, trust_service: true } })
    expect(trusting).toMatchObject({ verified: true, exit: 0, findings: [{ kind: 'checkpoint', cause: null }] })
    const doubting = await client.call(routes.verifyEvidence, { body: { documents } })
    expect(doubting).toMatchObject({ verified: false, exit: 40, cause: 'checkpoint_invalid' })
    await expect(
      client.call(routes.verifyEvidence, { body: { documents, keys: ['/etc/passwd'] } }),
    ).rejects.toMatchObject({ code: 'invalid_request', faults: [{ pointer: '/keys' }] })
  })

  it('let anybody listen to pulses, and nobody speak', async () => {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ems/v1/beacon/stream`)
    const frames: string[] = []
    socket.on('message', frame => frames.push(String(frame)))
    await new Promise(resolve => socket.once('open', resolve))
    const closed = new Promise(resolve => socket.once('close', resolve))
    socket.send('hello')
    expect(await closed).toBe(1008)
    expect(frames.map(frame => JSON.parse(frame))).toMatchObject([{ type: 'error', error: 'unexpected_message' }])
  })

  it('refuse to sign with a damaged key file until it is put back, while the public keys stay readable', async () => {
    const file = join(data, 'entropy', 'keys.json')
    const kept = readFileSync(file)
    const keys = await (await get('/ems/v1/pubkey')).json()
    await service.stop()
    writeFileSync(file, 'nothing of use')
    service = await start()
    expect(await (await get('/ems/v1/pubkey')).json()).toEqual(keys)
    const draw = runningService(data)!.call(routes.requestEntropy, { body: { bytes: 1 } })
    await expect(draw).rejects.toMatchObject({ code: 'signing_unavailable' })
    expect(await (await get('/ems/healthz')).json()).toMatchObject({ status: 'degraded', signing: { ok: false } })
    writeFileSync(file, kept)
    expect(await (await get('/ems/v1/pubkey')).json()).toEqual(keys)
    expect(await (await get('/ems/healthz')).json()).toMatchObject({ status: 'ok' })
  })
})
