import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runningService } from '../../main/cli/io/client'
import type { SubmitJob } from '../../main/contract/jobs/submit'
import { AppError } from '../../main/contract/model/errors'
import { routes } from '../../main/contract/routes'
import { type Service, startService } from '../../main/service'
import { configured } from '../configured'

const MIB = 2 ** 20
let data = ''
let service: Service | null = null
const ballast = () => join(data, 'ballast')

/** A small disk of its own. Only root may make one; elsewhere the parts' own tests stand for this. */
const mount = (folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder], { stdio: 'ignore' }).status === 0

const mountable = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'pentad-mount-'))
  const mounted = mount(folder)
  if (mounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
  return mounted
})()

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'pentad-full-'))
})
afterEach(async () => {
  await service?.stop()
  service = null
  spawnSync('umount', [data])
  rmSync(data, { recursive: true, force: true })
})

/** Takes all the space there is. */
function fill(): void {
  for (let bytes = 16 * MIB; bytes >= 512; bytes /= 2)
    for (let full = false; !full; ) {
      try {
        writeFileSync(ballast(), new Uint8Array(bytes), { flag: 'a' })
      } catch {
        full = true
      }
    }
}

const client = () => runningService(data)!
const failure = async (call: Promise<unknown>): Promise<AppError> => {
  try {
    await call
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('It succeeded')
}

/** Ends what hangs: on a busy machine the work takes minutes. */
const HANGS = { timeout: 240_000 }

/** Some seconds of work. */
const long: SubmitJob = {
  backend: 'dev-a-mock',
  shots: 1000,
  options: { noise: 'calibrated' },
  circuit: {
    num_qubits: 12,
    instructions: [
      ...Array.from({ length: 1500 }, (_, at) => ({ name: 'rx', qubits: [at % 12], params: [0.1] })),
      { name: 'measure', qubits: [0], clbits: [0] },
    ],
  },
}

describe.skipIf(!mountable)('a service whose disk is full (needs the right to mount a small one)', () => {
  it('answers 507 to what it would have to store, goes on reading, and takes everything up again by itself', async () => {
    mount(data)
    mkdirSync(join(data, 'files'), { recursive: true })
    service = await startService(configured(data, { check_replies: true }))
    const jobs = await Promise.all([1, 2, 3].map(seed => client().call(routes.submitJob, { body: { ...long, seed } })))
    const run = await client().call(routes.createRun, {
      params: { backend_id: 'dev-b-mock', logical_id: 'b00.L0' },
      body: { mode: 'correction', rounds: [1, 2], shots: 200, override: true },
    })
    const study = await client().call(routes.createStudy, {
      params: { backend_id: 'dev-b-mock', logical_id: 'b00.L0' },
      body: { mode: 'correction', rounds: [1, 2], kinds: ['two_qubit'], scales: [0.5, 1], shots: 200 },
    })
    const backend_id = 'dev-b-mock'
    const calibrations = async () => (await client().call(routes.listCalibrations, { params: { backend_id } })).items
    const before = await calibrations()
    const snapshot = await client().call(routes.getCalibration, { params: { backend_id, calibration_id: 'current' } })
    const newer = JSON.stringify({ ...snapshot, calibrated_at: '2026-11-20T00:00:00Z', calibration_id: undefined })
    fill()
    const files = [{ name: 'newer.json', content: newer }]
    const refused = [
      await failure(
        client().call(routes.importCalibration, { params: { backend_id }, body: { format: 'auto', files } }),
      ),
      await failure(client().call(routes.submitJob, { body: { ...long, seed: 4 } })),
      await failure(client().call(routes.createKey, { body: { name: 'ci', roles: ['jobs'] } })),
      await failure(client().call(routes.purchaseTokens, { body: { tokens: 5 } })),
    ]
    for (const error of refused) expect(error.code).toBe('storage_full')
    expect(refused[1]!.message).toMatch(/is full/)
    expect(await calibrations()).toEqual(before)
    const statuses = async () =>
      Promise.all(
        jobs.map(async ({ job_uuid }) => (await client().call(routes.getJob, { params: { job_uuid } })).status),
      )
    const health = () => client().call(routes.health)
    await expect
      .poll(async () => (await health()).parts[0])
      .toMatchObject({ name: 'store', status: 'degraded', detail: expect.stringContaining('wait for space') })
    expect(await statuses()).not.toContain('FAILED')
    rmSync(ballast())
    await expect.poll(statuses, HANGS).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED'])
    const params = { backend_id: 'dev-b-mock', logical_id: 'b00.L0', run_id: run.run_id }
    await expect.poll(async () => (await client().call(routes.getRun, { params })).status, HANGS).toBe('COMPLETED')
    const asked = { backend_id: 'dev-b-mock', logical_id: 'b00.L0', study_id: study.study_id }
    await expect
      .poll(async () => (await client().call(routes.getStudy, { params: asked })).status, HANGS)
      .toBe('COMPLETED')
    await client().call(routes.submitJob, { body: { ...long, seed: 5 } })
  })

  it('refuses a draw with 507, charges nothing for it, and serves the same one once there is space', async () => {
    mount(data)
    service = await startService(configured(data, { check_replies: true }))
    await client().call(routes.purchaseTokens, { body: { credits: 100 } })
    const draw = (idempotency_key: string) =>
      client().call(routes.drawEntropy, { body: { mode: 'source', bytes: 32, id: 'src-a' }, idempotency_key })
    const spent = async () => (await client().call(routes.getAccount)).credits.spent
    const first = await draw('before')
    fill()
    const refused = await failure(draw('meanwhile'))
    expect(refused.code).toBe('storage_full')
    expect(await spent()).toBe(1)
    // What was answered before is answered again without writing.
    expect(await draw('before')).toEqual(first)
    rmSync(ballast())
    const later = await draw('meanwhile')
    expect([await spent(), later.receipt.serial]).toEqual([2, '2'])
    expect((await client().call(routes.emsHealth)).signing.ok).toBe(true)
  })
})
