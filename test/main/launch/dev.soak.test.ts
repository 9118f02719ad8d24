/** The development servers, as `npm run dev` starts them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')

describe('the development servers', () => {
  let data: string
  let child: ChildProcess
  let window = ''
  let link = ''
  let cookie = ''

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'pentad-dev-'))
    const script = join(ROOT, 'main', 'launch', 'dev.mjs')
    child = spawn(process.execPath, [script, '--data', data, '--port', '0'], { cwd: ROOT })
    let output = ''
    child.stdout!.setEncoding('utf8').on('data', text => {
      output += text
      window = /the window at (\S+)/.exec(output)?.[1] ?? ''
      link = [...output.matchAll(/http\S+\/sign-in\?token=\S+/g)].at(-1)?.[0] ?? ''
    })
    await vi.waitUntil(() => link !== '', { timeout: 80_000 })
  })
  afterAll(async () => {
    const ended = new Promise(done => child.once('exit', done))
    child.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  })

  it('serve the page from its source and pass calls on to the service', async () => {
    const page = await fetch(window, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('/@vite/client')
    expect(await (await fetch(`${window}/healthz`)).json()).toMatchObject({ status: expect.any(String) })
  })

  it('sign a browser in at the address of the window, and take its changes', async () => {
    expect(link.startsWith(window)).toBe(true)
    const signedIn = await fetch(link, { redirect: 'manual' })
    cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
    const own = { cookie, origin: window, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    const made = await fetch(`${window}/api/svc/quantum/keys`, {
      method: 'POST',
      headers: own,
      body: JSON.stringify({ name: 'dev', roles: ['jobs'] }),
    })
    expect(made.status).toBe(201)
    const strange = await fetch(`${window}/api/svc/quantum/keys`, {
      headers: { authorization: `Bearer ${readFileSync(join(data, 'local-token'), 'utf8')}` },
    })
    expect(strange.status).toBe(200)
  })

  it('start the service again once a source of it is saved, and keep the window signed in', async () => {
    const before = link
    const now = new Date()
    utimesSync(join(ROOT, 'main', 'composition', 'health.ts'), now, now)
    await vi.waitUntil(() => link !== before, { timeout: 80_000, interval: 100 })
    const whoami = await fetch(`${window}/api/svc/quantum/whoami`, {
      headers: { cookie, origin: window, 'sec-fetch-site': 'same-origin' },
    })
    expect(whoami.status).toBe(200)
  })
})
