import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raw, type Served, serve } from '../test-server'

const PAGE = '<!doctype html><meta name="pentad-segment" content="svc" /><title>Pentad</title>'
let folder = ''
let served: Served
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-interface-'))
  mkdirSync(join(folder, 'built', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'outside.txt'), 'not for everybody')
  writeFileSync(join(folder, 'built', 'index.html'), PAGE)
  writeFileSync(join(folder, 'built', 'icon.svg'), '<svg/>')
  writeFileSync(join(folder, 'built', 'assets', 'index-abc.js'), 'export {}')
  served = await serve({ interface_dir: join(folder, 'built'), segment: 'lab' })
})
afterAll(async () => {
  await served.stop()
  rmSync(folder, { recursive: true, force: true })
})

const navigate = (path: string) => fetch(served.url + path, { headers: { accept: 'text/html,*/*' } })

describe('the interface', () => {
  it.each(['/', '/runs', '/entropy', '/entropy?view=draw', '/modules/dev-a/a00', '/index.html'])(
    'opens at %s',
    async path => {
      const reply = await navigate(path)
      expect(reply.status).toBe(200)
      expect(reply.headers.get('cache-control')).toBe('no-cache')
      expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(await reply.text()).toContain('<title>Pentad')
    },
  )

  it('learns the configured segment, and the routes follow it', async () => {
    expect(await (await navigate('/')).text()).toContain('name="pentad-segment" content="lab"')
    expect((await fetch(`${served.url}/api/lab/quantum/whoami`)).status).toBe(401)
    expect((await fetch(`${served.url}/api/svc/quantum/whoami`)).status).toBe(404)
  })

  it('is that of the newest build, although the service began before', async () => {
    const file = join(folder, 'built', 'index.html')
    writeFileSync(file, PAGE.replace('Pentad', 'Pentad, built anew'))
    expect(await (await navigate('/runs')).text()).toContain('Pentad, built anew')
    writeFileSync(file, PAGE)
  })

  it('keeps hashed files for good and asks again for the others', async () => {
    const asset = await fetch(`${served.url}/assets/index-abc.js`)
    expect(asset.headers.get('cache-control')).toContain('immutable')
    expect(asset.headers.get('content-type')).toMatch(/javascript/)
    expect((await fetch(`${served.url}/icon.svg`)).headers.get('cache-control')).toBe('no-cache')
  })

  it.each(['/api/lab/quantum/nothing', '/v1/nothing', '/healthz/x', '/sessions/x/y', '/entropy/x', '/ems/x'])(
    'does not hide that %s does not exist',
    async path => {
      const reply = await navigate(path)
      expect(reply.status).toBe(404)
      expect(reply.headers.get('content-type')).toMatch(/problem/)
    },
  )

  it.each([
    ['a range beyond the end', { range: 'bytes=99999-' }, 200],
    ['a precondition that fails', { 'if-match': '"other"' }, 400],
    ['a date precondition that fails', { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 400],
  ])('is no bug when requested with %s', async (_, headers, status) => {
    expect((await fetch(`${served.url}/icon.svg`, { headers })).status).toBe(status)
  })

  it('does not stand in for a missing file that a page loads', async () => {
    expect((await fetch(`${served.url}/assets/gone.js`, { headers: { accept: '*/*' } })).status).toBe(404)
  })

  it.each([
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/..%2foutside.txt',
    '/assets/..%5c..%5coutside.txt',
    '//etc/passwd',
  ])('serves nothing outside its folder for %s', async path => {
    const reply = await raw(served.port, { path, headers: { host: `127.0.0.1:${served.port}` } })
    expect([400, 403, 404]).toContain(reply.status)
    expect(reply.text).not.toContain('not for everybody')
  })
})
