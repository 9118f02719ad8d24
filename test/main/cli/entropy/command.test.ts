import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runEntropy } from '../../../../main/cli/entropy/command'
import { runningService } from '../../../../main/cli/io/client'
import { routes } from '../../../../main/contract/routes'
import type { Service } from '../../../../main/service'
import { readEndpoint } from '../../../../main/store/endpoint'
import { configured } from '../../../configured'
import { startWarmService } from '../../../warm-service'

/** The demo lab without what no draw here takes: every source is assessed, and that of qubits simulates a device. */
function labOfTwoSources(folder: string): string {
  const demo = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../../resources/labs/demo.json'), 'utf8'))
  const { format, description, may_purchase } = demo
  const entropy = { ...demo.entropy, sources: demo.entropy.sources.slice(0, 2) }
  const file = join(folder, 'lab.json')
  writeFileSync(file, JSON.stringify({ format, name: 'Sources', description, devices: [], may_purchase, entropy }))
  return file
}

let data = ''
let service: Service
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'pentad-entropy-command-'))
  service = await startWarmService(configured(data, { lab: labOfTwoSources(data), check_replies: true }))
  // A draw waits for its sources for 15 s; a busy machine takes longer over their first assessment.
  const client = runningService(data)!
  const credited = async (id: string) => (await client.call(routes.getSourceQuality, { params: { id } })).entropy
  for (const id of ['src-a', 'src-b'])
    await vi.waitUntil(async () => (await credited(id)) !== null, { timeout: 90_000, interval: 100 })
})
afterAll(async () => {
  await service.stop()
  rmSync(data, { recursive: true, force: true })
})

async function entropy(...argv: string[]) {
  return entropyOn({ isTTY: false }, ...argv)
}

/** With what the command writes as bytes. */
async function entropyOn(output: { isTTY: boolean }, ...argv: string[]) {
  const [out, said]: [string[], string[]] = [[], []]
  const bytes: Uint8Array[] = []
  const streams = {
    output: { ...output, write: (piece: Uint8Array) => bytes.push(Uint8Array.from(piece)) },
    progress: { isTTY: false, write: () => true },
  }
  const source = {
    env: { PENTAD_DATA: data },
    cwd: data,
    root: process.cwd(),
    host: 'headless',
    platform: 'linux',
    home: data,
  } as const
  const terminal = { out: (line: string) => void out.push(line), say: (line: string) => void said.push(line) }
  const exit = await runEntropy(argv, { source, terminal, streams })
  return { exit, out, said, bytes: Buffer.concat(bytes) }
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
    const reply = { ...body, bytes_hex: `${body.bytes_hex.startsWith('00') ? '01' : '00'}${body.bytes_hex.slice(2)}` }
    writeFileSync(join(data, 'reply.json'), JSON.stringify(reply))
    expect((await entropy('verify', 'reply.json', '--key', 'keys.json')).exit).toBe(31)
    expect(JSON.parse(readFileSync(join(data, 'proof.json'), 'utf8'))).toMatchObject({ receipt: body.receipt })
  })

  it('draws to a file with its evidence beside it, which verifies', async () => {
    const { exit, said } = await entropy('draw', '--bytes', '100', '--source', 'src-a', '--out', 'draw.bin')
    expect([exit, said.join()]).toEqual([0, expect.stringContaining('SIMULATED, 1 credit.')])
    const reply = JSON.parse(readFileSync(join(data, 'draw.bin.reply.json'), 'utf8'))
    expect(readFileSync(join(data, 'draw.bin')).toString('hex')).toBe(reply.bytes_hex)
    // The bytes and their salt are their owner's alone.
    for (const file of ['draw.bin', 'draw.bin.reply.json']) expect(statSync(join(data, file)).mode & 0o077).toBe(0)
    expect(reply.receipt).toMatchObject({ mode: 'source', bytes: 100 })
    expect((await entropy('receipt', '--keys', '--out', 'keys.json')).exit).toBe(0)
    const files = ['draw.bin.reply.json', 'draw.bin.proof.json']
    expect(await entropy('verify', ...files, '--key', 'keys.json')).toMatchObject({ exit: 0 })
    const drawn = readFileSync(join(data, 'draw.bin'))
    const other = await entropy('draw', '--bytes', '100', '--source', 'src-a', '--out', 'draw.bin')
    expect([other.exit, other.said.join()]).toEqual([2, expect.stringContaining('draw.bin exists: name another --out')])
    expect(readFileSync(join(data, 'draw.bin'))).toEqual(drawn)
    expect((await entropy('draw', '--bytes', '100', '--source', 'src-a', '--out', 'draw.bin', '--force')).exit).toBe(0)
    expect(readFileSync(join(data, 'draw.bin'))).not.toEqual(drawn)
  })

  it('draws to stdout, the same bytes again under the same key, and none to a terminal', async () => {
    const first = await entropy('draw', '--bytes', '5', '--idempotency-key', 'five', '--policy', 'simulated_ok')
    expect(first.bytes).toHaveLength(5)
    const again = await entropy(
      'draw',
      '--bytes',
      '5',
      '--idempotency-key',
      'five',
      '--policy',
      'simulated_ok',
      '--hex',
    )
    expect(again.out).toEqual([first.bytes.toString('hex')])
    const { exit, said, bytes } = await entropyOn({ isTTY: true }, 'draw')
    expect([exit, said.join(), bytes.length]).toEqual([2, expect.stringContaining('--out FILE, --hex'), 0])
    expect((await entropyOn({ isTTY: true }, 'draw', '--force')).bytes).toHaveLength(32)
    const json = await entropy('draw', '--json', '--sources', 'src-a,src-b', '--method', 'circulant')
    expect(JSON.parse(json.out[0]!).receipt).toMatchObject({ mode: 'multi', construction: 'circulant' })
  })

  it('says why a draw was refused, and who was left out', async () => {
    const { exit, said } = await entropy('draw', '--policy', 'high_assurance')
    expect([exit, said.join()]).toEqual([1, expect.stringMatching(/needed \d+, available \d+\n {2}left out: urn/)])
  })

  it('shows sources, quality and pools, as tables and as JSON', async () => {
    expect((await entropy('sources')).out.join()).toMatch(/src-a +Photon arrivals +photon_arrival .*SIMULATED/)
    expect((await entropy('quality', 'src-a')).out.join()).toMatch(/Credited +0\.\d{4}[\s\S]*Repetition cutoffs/)
    expect((await entropy('pools')).out.join()).toContain('Destroyed')
    expect(JSON.parse((await entropy('sources', '--json')).out[0]!).items).toHaveLength(2)
  })

  it('exports to a file piece by piece, and goes on where it stopped', async () => {
    const name = 'raw.bin'
    const exported = (bytes: string) => entropy('export', 'raw', 'src-a', '--bytes', bytes, '--out', name)
    expect((await exported('1000')).exit).toBe(0)
    const first = readFileSync(join(data, name))
    appendFileSync(join(data, name), 'cut off in the middle of a piece')
    expect((await exported('3k')).exit).toBe(0)
    const all = readFileSync(join(data, name))
    expect([all.length, all.subarray(0, 1_000).equals(first)]).toEqual([3_000, true])
    expect(JSON.parse(readFileSync(join(data, `${name}.export.json`), 'utf8'))).toMatchObject({
      format: 'pentad-export/1',
      form: 'raw',
      bytes: 3_000,
      simulated: true,
      bits_per_sample: 8,
      begun: [{ byte: 0 }, { byte: 1_000 }],
    })
    const other = await entropy('export', 'conditioned', 'src-a', '--bytes', '9k', '--out', name)
    expect([other.exit, other.said.join()]).toEqual([2, expect.stringContaining('name another --out')])
    expect((await entropy('export', 'conditioned', 'src-a', '--bytes', '700')).bytes).toHaveLength(700)
    expect(await entropy('export', 'raw', 'src-z', '--out', 'z')).toMatchObject({ exit: 1 })
  })

  it('refuses to export evidence into a folder that cannot be made', async () => {
    for (const out of ['/proc/evidence/x', 'keys.json']) {
      const { exit, said } = await entropy('export', 'evidence', '--out', out)
      expect([exit, said.join()]).toEqual([2, expect.stringContaining(`--out cannot be ${out}`)])
    }
  })

  it('exports all evidence, which verifies as a whole, and not once a receipt is taken out', async () => {
    expect((await entropy('export', 'evidence', '--out', 'evidence')).exit).toBe(0)
    expect(await entropy('verify', 'evidence', '--key', 'keys.json')).toMatchObject({ exit: 0 })
    expect(JSON.parse(readFileSync(join(data, 'evidence', 'evidence.json'), 'utf8'))).toMatchObject({
      format: 'pentad-evidence/1',
      log: { notes: [] },
      files: ['checkpoint', 'keys.json', 'pulses.jsonl', 'receipts.jsonl'].map(name => ({ name })),
    })
    const file = join(data, 'evidence', 'receipts.jsonl')
    const lines = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, lines.toSpliced(1, 1).join('\n'))
    expect((await entropy('verify', 'evidence', '--key', 'keys.json')).exit).toBe(32)
    expect((await entropy('export', 'evidence', '--out', 'evidence')).exit).toBe(2)
  })

  it('reports the state of the beacon', async () => {
    const { exit, out } = await entropy('beacon')
    expect([exit, out.at(-1)]).toEqual([0, expect.stringContaining('never use them')])
    expect(await entropy('beacon', 'latest')).toMatchObject({ exit: 1, said: ['There is no pulse yet'] })
  })

  it.each([
    [['recept'], 'Did you mean receipt'],
    [['receipt'], 'Say which receipt'],
    [['receipt', 'no-such-file'], 'neither a request id'],
    [['beacon', 'first'], 'is no pulse'],
    [['beacon', 'at', 'noon'], 'Say at which time'],
    [['draw', '--bytes', 'many'], '--bytes takes a number'],
    [['draw', '--pool', 'a', '--source', 'b'], 'Give one of'],
    [['draw', '--sources', 'a,b', '--method', 'mix'], '--method is'],
    [['draw', '--out', 'no/such/folder/x'], '--out cannot be'],
    [['quality'], 'Say of which source'],
    [['export', 'cooked', 'src-a'], 'Say what of which source'],
  ])('says what is wrong with %j', async (argv, words) => {
    const { exit, said } = await entropy(...argv)
    expect([exit, said.join()]).toEqual([2, expect.stringContaining(words)])
  })
})
