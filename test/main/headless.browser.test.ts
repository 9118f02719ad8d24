/** The built headless host as a process of its own; here, and not among the unit tests, because it needs the build. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const HEADLESS = join(ROOT, 'out', 'main', 'headless.js')
const built = existsSync(HEADLESS)
if (!built) console.info('Skipped: the headless process, because there is no build; npm test makes one.')

let data = ''
let processes: ChildProcess[] = []
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'pentad-headless-'))
})
afterEach(() => {
  for (const child of processes) child.kill('SIGKILL')
  processes = []
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
  await expect.poll(() => run.said.out + run.said.err).toContain('Ctrl-C')
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

describe.skipIf(!built)('the headless host', () => {
  it('prints its address and a link that signs in, and serves the interface there and nowhere else', async () => {
    const { url, link, child } = await up()
    // What of the lab is simulated speaks bytes inside the process.
    if (process.platform === 'linux') expect(listening(child.pid!)).toEqual([new URL(url).host])
    const signedIn = await fetch(link, { redirect: 'manual' })
    expect(signedIn.status).toBe(303)
    const page = await fetch(url, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('<title>Pentad</title>')
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('stops cleanly at %s and takes its address back', async signal => {
    const { child, ended, said } = await up()
    child.kill(signal)
    expect(await ended).toBe(0)
    expect(said.out).toContain('Stopping.')
    expect(existsSync(join(data, 'endpoint.json'))).toBe(false)
  })

  it('starts again on the same data after a kill -9', async () => {
    const first = await up()
    first.child.kill('SIGKILL')
    await first.ended
    const second = await up()
    expect((await fetch(`${second.url}/healthz`)).status).toBe(200)
  })

  it('names the port that is taken', async () => {
    const { url } = await up()
    const { port } = new URL(url)
    const other = launch('--port', port, '--data', join(data, 'other'))
    expect(await other.ended).toBe(1)
    expect(other.said.err).toMatch(new RegExp(`Port ${port} is in use by another program.*--port`))
    expect(other.said.err).not.toMatch(/at .*\.js/)
  })

  it('names the process that holds the data folder', async () => {
    const { url, child } = await up()
    const other = launch('--port', '0')
    expect(await other.ended).toBe(1)
    expect(other.said.err).toContain(`process ${child.pid}, ${url}`)
  })

  it('answers --help, --version and wrong options without starting', async () => {
    const help = launch('--help')
    expect([await help.ended, help.said.out]).toEqual([0, expect.stringContaining('--port')])
    const version = launch('--version')
    expect([await version.ended, version.said.out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
    const wrong = launch('--prot', '1')
    expect([await wrong.ended, wrong.said.err]).toEqual([2, expect.stringContaining('Did you mean --port?')])
    expect(existsSync(join(data, 'pentad.sqlite'))).toBe(false)
  })
})
