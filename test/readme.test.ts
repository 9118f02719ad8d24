/** The README's shell examples run as they stand, against a real service. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configured } from './configured'
import { startWarmService } from './warm-service'

const root = resolve(import.meta.dirname, '..')
const blocks = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(
  match => match[1]!,
)
const examples = blocks.slice(1)
const curl = spawnSync('curl', ['--version']).status === 0
if (!curl) console.info('Skipped: the README examples, because curl is not installed.')

const bash = (script: string, env: Record<string, string>) =>
  new Promise<{ code: number | null; out: string }>(done => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], { env: { ...process.env, ...env } })
    let out = ''
    child.stdout.on('data', chunk => (out += chunk))
    child.stderr.on('data', chunk => (out += chunk))
    child.on('close', code => done({ code, out }))
  })

describe.skipIf(!curl)('the README', () => {
  let data: string
  let service: Awaited<ReturnType<typeof startWarmService>>
  let env: Record<string, string>

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'pentad-readme-'))
    service = await startWarmService(configured(data))
    env = { URL: service.url, KEY: await keyOf(service) }
  })

  afterAll(async () => {
    await service?.stop()
    rmSync(data, { recursive: true, force: true })
  })

  it('says first how to name the service and the key', () => {
    expect(blocks[0]).toMatch(/^URL=.*\nKEY=pk_/)
    expect(examples.length).toBeGreaterThan(3)
  })

  it.each(examples.map((script, index) => [index + 1, script] as const))(
    'has a working example %i',
    async (_, script) => {
      const { code, out } = await bash(script, env)
      expect({ code, out }).toMatchObject({ code: 0 })
      expect(out).not.toMatch(/"status": ?4\d\d/)
      expect(out.length).toBeGreaterThan(50)
    },
  )
})

async function keyOf({ signInUrl, url }: { signInUrl(): string; url: string }): Promise<string> {
  const token = new URL(signInUrl()).searchParams.get('token')
  const json = { 'content-type': 'application/json', origin: url }
  const signedIn = await fetch(`${url}/session`, { method: 'POST', headers: json, body: JSON.stringify({ token }) })
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  const created = await fetch(`${url}/api/svc/quantum/keys`, {
    method: 'POST',
    headers: { ...json, cookie },
    body: JSON.stringify({ name: 'readme', roles: ['jobs', 'qec', 'operator'] }),
  })
  return ((await created.json()) as { secret: string }).secret
}
