import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../../../main/account/account'
import { runKeys } from '../../../../main/cli/commands/keys'
import { publishEndpoint } from '../../../../main/store/endpoint'
import { openStore } from '../../../../main/store/store'
import { configured } from '../../../configured'
import { startWarmService } from '../../../warm-service'

const ROOT = resolve(import.meta.dirname, '../../../..')
let data = ''
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'pentad-keys-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

async function keys(...argv: string[]) {
  const out: string[] = []
  const said: string[] = []
  const around = {
    env: { PENTAD_DATA: data },
    cwd: data,
    root: ROOT,
    host: 'headless',
    platform: 'linux',
    home: data,
  } as const
  const terminal = { out: (line: string) => void out.push(line), say: (line: string) => void said.push(line) }
  const code = await runKeys(argv, around, terminal)
  return { code, out, said: said.join('\n') }
}

const holderOf = (secret: string) => {
  const store = openStore({ dataDir: data })
  const caller = createAccount({ store, now: Date.now }).authenticate(secret)
  store.close()
  return caller
}

describe('npm run keys', () => {
  it('prints a new secret alone on stdout, and it opens what its roles say', async () => {
    const { code, out } = await keys('create', '--name', 'ci', '--roles', 'jobs,qec,entropy')
    expect(code).toBe(0)
    expect(out).toHaveLength(1)
    expect(holderOf(out[0]!)).toMatchObject({ name: 'ci', roles: ['jobs', 'qec', 'entropy'] })
  })

  it('lists, rotates and revokes', async () => {
    const first = await keys('create', '--name', 'ci', '--roles', 'jobs')
    const listed = await keys('list')
    expect(listed.out).toHaveLength(1)
    expect(listed.out[0]).not.toContain(first.out[0])
    const id = listed.out[0]!.split(' ')[0]!
    const rotated = await keys('rotate', id)
    expect(holderOf(first.out[0]!)).toBeNull()
    expect(holderOf(rotated.out[0]!)?.key_id).toBe(id)
    expect((await keys('revoke', id)).said).toContain('is revoked')
    expect(holderOf(rotated.out[0]!)).toBeNull()
    expect((await keys('list')).out[0]).toContain('revoked')
  })

  it('asks the service that holds the data folder', async () => {
    const service = await startWarmService(configured(data, { segment: 'other' }))
    const { out } = await keys('create', '--name', 'live', '--roles', 'jobs')
    const whoami = await fetch(`${service.url}/api/other/quantum/whoami`, {
      headers: { authorization: `Bearer ${out[0]}` },
    })
    expect(await whoami.json()).toMatchObject({ name: 'live' })
    const id = (await keys('list')).out[0]!.split(' ')[0]!
    expect((await keys('rotate', id)).out[0]).toMatch(/^pk_/)
    expect((await keys('revoke', id)).code).toBe(0)
    expect(await keys('rotate', id)).toMatchObject({ code: 1, said: expect.stringContaining('revoked for good') })
    expect((await keys('link')).out[0]).toMatch(/\/sign-in\?token=signin_/)
    await service.stop()
  })

  it.each([
    [[], /Say what to do/],
    [['crate'], /Unknown command "crate"\. Did you mean create/],
    [['create'], /needs a name and roles/],
    [['create', '--name', 'x', '--roles', 'root'], /no role "root".*jobs, qec, entropy, operator/],
    [['create', '--name', ' ', '--roles', 'jobs'], /--name cannot be " "/],
    [['create', '--nmae', 'x'], /Unknown option --nmae\. Did you mean --name/],
    [['rotate'], /Say which key/],
    [['rotate', 'abc'], /"abc" is not a key id/],
    [['list', 'extra'], /takes options only/],
  ])('called as %j explains itself and answers 2', async (argv, message) => {
    const { code, out, said } = await keys(...argv)
    expect(said).toMatch(message)
    expect({ code, out }).toEqual({ code: 2, out: [] })
  })

  it('answers 1 for a key that does not exist, and for a link when nothing runs', async () => {
    const unknown = await keys('revoke', '00000000-0000-4000-8000-000000000000')
    expect(unknown).toMatchObject({ code: 1, said: expect.stringContaining('No API key') })
    expect(await keys('link')).toMatchObject({ code: 1, said: expect.stringContaining('No service runs') })
  })

  it('explains all commands with --help', async () => {
    const { code, out } = await keys('--help')
    expect(code).toBe(0)
    for (const word of ['create', 'list', 'rotate', 'revoke', 'link', '--data']) expect(out[0]).toContain(word)
  })
})

describe('a service that is not what it says', () => {
  it('and has gone is reported with its address', async () => {
    publish('http://127.0.0.1:1')
    expect(await keys('link')).toMatchObject({
      code: 1,
      said: expect.stringContaining('http://127.0.0.1:1 does not answer'),
    })
  })

  it('and answers nonsense is reported in one sentence', async () => {
    const server: Server = createServer((_, reply) => reply.writeHead(500).end('nonsense'))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    publish(`http://127.0.0.1:${(server.address() as { port: number }).port}`)
    expect(await keys('link')).toMatchObject({ code: 1, said: expect.stringContaining('answered 500') })
    server.close()
  })

  const publish = (url: string) =>
    publishEndpoint(
      data,
      { url, pid: 1, started_at: new Date().toISOString(), version: '0', segment: 'svc' },
      'local_x',
    )
})
