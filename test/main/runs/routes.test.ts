import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { RunRecord } from '../../../main/contract/runs/record'
import { Redecoding, Run, RunPrediction } from '../../../main/contract/runs/run'
import { runHandlers } from '../../../main/http/routes/runs'
import { strideOf } from '../../../main/qec/program/frame'
import { type Served, serve } from '../http/test-server'
import { openMemoryStore } from '../store/memory-store'
import { openLab, SHORT_LIVED } from './laboratory'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function served(figures?: typeof SHORT_LIVED): Promise<Served> {
  const store = openMemoryStore()
  const runs = openLab({ store, ...(figures ? { figures } : {}) })
  const server = await serve({ handlers: runHandlers(runs) })
  closing.push(async () => {
    await server.stop()
    await runs.stop()
    store.close()
  })
  return server
}

const PATH = '/v1/backends/lab-mock/logical-qubits/c0.L0/runs'
const BODY = { mode: 'detection', rounds: 2, shots: 50, states: ['0', 'i'], seed: 3 }

function caller({ url, keyFor }: Served) {
  const authorization = `Bearer ${keyFor('qec')}`
  const headers = { authorization, 'content-type': 'application/json' }
  return {
    get: (path: string) => fetch(url + path, { headers }),
    post: (path: string, body: unknown = {}) =>
      fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) }),
  }
}

it('starts a run, shows it, and gives its record and packed shots over HTTP', async () => {
  const { get, post } = caller(await served())
  const created = await post(PATH, BODY)
  expect(created.status).toBe(202)
  const run = Run.parse(await created.json())
  const at = `${PATH}/${run.run_id}`
  let now = run
  while (now.status === 'PENDING' || now.status === 'PROCESSING') now = Run.parse(await (await get(at)).json())
  expect(now.status).toBe('COMPLETED')

  const record = RunRecord.parse(await (await get(`${at}/record`)).json())
  const { sha256, bits_per_shot, shots } = record.shot_files[0]!
  const bytes = await (await get(`${at}/shots/${sha256}`)).arrayBuffer()
  expect(bytes.byteLength).toBe(bits_per_shot * strideOf(shots))
  expect((await get(`${at}/shots/${'0'.repeat(64)}`)).status).toBe(404)

  const lists = await Promise.all([get(PATH), get('/v1/runs?backend_id=lab-mock')])
  for (const list of lists) expect((await list.json()).items).toMatchObject([{ run_id: run.run_id }])
  expect((await post(`${at}/abort`)).status).toBe(409)
})

it('predicts, decodes again and replays over HTTP', async () => {
  const { get, post } = caller(await served())
  const finished = async (at: string): Promise<Run> => {
    for (;;) {
      const run = Run.parse(await (await get(at)).json())
      if (run.status !== 'PENDING' && run.status !== 'PROCESSING') return run
      await setTimeout(50)
    }
  }
  const predicted = await post(`${PATH}/predict`, BODY)
  expect(predicted.status).toBe(200)
  expect(RunPrediction.parse(await predicted.json())).toMatchObject({ predicted: true })
  const run = Run.parse(await (await post(PATH, BODY)).json())
  const early = await post(`${PATH}/${run.run_id}/decode`, { decoder: 'flag-map' })
  expect([early.status, (await early.json()).error]).toEqual([409, 'result_not_ready'])
  await finished(`${PATH}/${run.run_id}`)

  const again = await post(`${PATH}/${run.run_id}/decode`, { decoder: 'flag-map' })
  expect(Redecoding.parse(await again.json())).toMatchObject({ total_shots: 200, recorded: { decoder: 'flag-lut' } })
  const replayed = await post(`${PATH}/${run.run_id}/replay`)
  expect(replayed.status).toBe(202)
  const replay = Run.parse(await replayed.json())
  expect(replay.replay).toEqual({ of: run.run_id, identical: null, differing: [] })
  expect((await finished(`${PATH}/${replay.run_id}`)).replay).toMatchObject({ identical: true })
})

it('answers a failed gate with 409 and the warning', async () => {
  const { post } = caller(await served(SHORT_LIVED))
  const refused = await post(PATH, BODY)
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    error: 'gate_failed',
    details: { warnings: [{ code: 'round_duration_exceeds_gate' }] },
  })
  expect((await post(PATH, { ...BODY, override: true })).status).toBe(202)
})

it.each([
  [{ ...BODY, shots: 0 }, '/shots'],
  [{ ...BODY, rounds: [] }, '/rounds'],
  [{ ...BODY, states: ['2'] }, '/states/0'],
  [{ ...BODY, decoder: 'oracle' }, '/decoder'],
  [{ ...BODY, colour: 'red' }, '/colour'],
  [{ ...BODY, engine: 'photons' }, '/engine'],
  [{ ...BODY, engine: 'trajectories', dd: 'x2' }, '/dd'],
  [{ ...BODY, engine: 'trajectories', dd: true }, '/dd'],
  [{ ...BODY, engine: 'trajectories', rounds: 1000, shots: 1 }, '/rounds'],
  [{ ...BODY, engine: 'trajectories', rounds: 50, shots: 1_000_000 }, '/shots'],
])('refuses %o and points at %s', async (body, pointer) => {
  const { post } = caller(await served())
  const refused = await post(PATH, body)
  expect(refused.status).toBe(400)
  expect((await refused.json()).errors[0].pointer).toBe(pointer)
})
