/** The built headless host as a process of its own; here, and not among the unit tests, because it needs the build. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const HEADLESS = join(ROOT, 'out', 'main', 'headless.js')
const built = existsSync(HEADLESS)
if (!built) console.info('Skipped: the headless process, because there is no build; npm test makes one.')

let data = ''
const processes: ChildProcess[] = []
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'pentad-headless-'))
})
afterAll(() => {
  for (const child of processes) child.kill('SIGKILL')
  rmSync(data, { recursive: true, force: true })
})

function launch(...argv: string[]) {
  const child = spawn(process.execPath, [HEADLESS, ...argv], {
    env: { PATH: process.env.PATH, HOME: data, PENTAD_DATA: data },
  })
  processes.push(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', chunk => {
    said.out += chunk
  })
  child.stderr.on('data', chunk => {
    said.err += chunk
  })
  const ended = new Promise<number | null>(done => child.once('close', code => done(code)))
  return { child, said, ended }
}

async function up(...argv: string[]) {
  const run = launch('--port', '0', ...argv)
  await vi.waitUntil(() => (run.said.out + run.said.err).includes('Ctrl-C'), { timeout: 120_000, interval: 50 })
  return {
    ...run,
    url: /http:\/\/127\.0\.0\.1:\d+/.exec(run.said.out)![0],
    link: /http\S+token=\S+/.exec(run.said.out)![0],
  }
}

/** Where a process takes TCP connections or datagrams, `host:port` each. */
function listening(pid: number): string[] {
  const sockets = readdirSync(`/proc/${pid}/fd`).flatMap(fd => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
    } catch {
      return []
    }
  })
  const LISTENS = { tcp: '0A', tcp6: '0A', udp: '07', udp6: '07' }
  return Object.entries(LISTENS).flatMap(([table, state]) => {
    const lines = readFileSync(`/proc/${pid}/net/${table}`, 'utf8').trim().split('\n').slice(1)
    return lines.flatMap(line => {
      const [, local = '', , status, , , , , , inode = ''] = line.trim().split(/\s+/)
      const [address = '', port = ''] = local.split(':')
      const host = address
        .match(/../g)
        ?.reverse()
        .map(byte => Number.parseInt(byte, 16))
        .join('.')
      return status === state && sockets.includes(inode) ? [`${host}:${Number.parseInt(port, 16)}`] : []
    })
  })
}

/** To start one costs more than to ask it: all ask the same process, which the last ones end and start again. */
describe.skipIf(!built)('the headless host', () => {
  let running: Awaited<ReturnType<typeof up>>
  beforeAll(async () => {
    running = await up()
  })

  it('prints its address and a link that signs in, and serves the interface there and nowhere else', async () => {
    const { url, link, child } = running
    // What of the lab is simulated speaks bytes inside the process.
    if (process.platform === 'linux') expect(listening(child.pid!)).toEqual([new URL(url).host])
    const signedIn = await fetch(link, { redirect: 'manual' })
    expect(signedIn.status).toBe(303)
    const page = await fetch(url, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('<title>Pentad</title>')
  })

  it('names the port that is taken', async () => {
    const { port } = new URL(running.url)
    const other = launch('--port', port, '--data', join(data, 'other'))
    expect(await other.ended).toBe(1)
    expect(other.said.err).toMatch(new RegExp(`Port ${port} is in use by another program.*--port`))
    expect(other.said.err).not.toMatch(/at .*\.js/)
  })

  it('names the process that holds the data folder', async () => {
    const other = launch('--port', '0')
    expect(await other.ended).toBe(1)
    expect(other.said.err).toContain(`process ${running.child.pid}, ${running.url}`)
  })

  it('answers --help, --version and wrong options without starting', async () => {
    const elsewhere = ['--data', join(data, 'not started')]
    const help = launch('--help', ...elsewhere)
    expect([await help.ended, help.said.out]).toEqual([0, expect.stringContaining('--port')])
    const version = launch('--version', ...elsewhere)
    expect([await version.ended, version.said.out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
    const wrong = launch('--prot', '1', ...elsewhere)
    expect([await wrong.ended, wrong.said.err]).toEqual([2, expect.stringContaining('Did you mean --port?')])
    expect(existsSync(join(data, 'not started'))).toBe(false)
  })

  it('starts again on the same data after a kill -9', async () => {
    running.child.kill('SIGKILL')
    await running.ended
    running = await up()
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('stops cleanly at %s and takes its address back', async signal => {
    if (running.child.exitCode !== null) running = await up()
    running.child.kill(signal)
    expect(await running.ended).toBe(0)
    expect(running.said.out).toContain('Stopping.')
    expect(existsSync(join(data, 'endpoint.json'))).toBe(false)
  })
})
