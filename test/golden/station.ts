/** A service on a data folder, spoken to as a script does: what the goldens see of it does not change when files move. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { startService } from '../../main/service'
import { configured } from '../configured'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type Named = { [name: string]: Json }

export interface Station {
  readonly url: string
  get(path: string): Promise<Named>
  text(path: string): Promise<string>
  bytes(path: string): Promise<Uint8Array>
  post(path: string, body: object): Promise<Named>
  stop(): Promise<void>
}

export async function openStation(data: string): Promise<Station> {
  const service = await startService(configured(data))
  const token = readFileSync(join(data, 'local-token'), 'utf8')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async (path: string, body?: object): Promise<Response> => {
    const answer = await fetch(`${service.url}${path}`, {
      headers,
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  return {
    url: service.url,
    get: async path => (await (await ask(path)).json()) as Named,
    text: async path => (await ask(path)).text(),
    bytes: async path => new Uint8Array(await (await ask(path)).arrayBuffer()),
    post: async (path, body) => (await (await ask(path, body)).json()) as Named,
    stop: service.stop,
  }
}

/** Opens a service on a folder of its own for all tests of the caller's `describe`. */
export function stationForTests(): () => Station {
  let data: string
  let station: Station
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'pentad-golden-'))
    station = await openStation(data)
  })
  afterAll(async () => {
    await station?.stop()
    rmSync(data, { recursive: true, force: true })
  })
  return () => station
}

/** Asks until what is at the path has ended well. */
export async function ended({ get }: Station, path: string): Promise<Named> {
  for (;;) {
    const found = await get(path)
    if (found.status === 'COMPLETED') return found
    if (found.status === 'FAILED' || found.status === 'ABORTED') throw new Error(`${path}: ${JSON.stringify(found)}`)
    await delay(20)
  }
}

export const hashOf = (content: Json | Uint8Array | undefined): string =>
  createHash('sha256')
    .update(content instanceof Uint8Array ? content : JSON.stringify(sorted(content ?? null)))
    .digest('hex')

/** With names in order, so that only what is said counts. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  )
}

/** Without the fields that differ each time. */
export function without(value: Json, names: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return value.map(each => without(each, names))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.has(name))
      .map(([name, each]) => [name, without(each, names)]),
  )
}

/** Seeds of which the goldens hold hashes. */
export const SEEDS = 50
export const MODULE = '/v1/backends/dev-a-mock/logical-qubits/a10.L0'

export const golden = (name: string): string => resolve(import.meta.dirname, 'expected', `${name}.json`)
export const listed = (hashes: object): string => `${JSON.stringify(hashes, null, 2)}\n`

const VOLATILE = new Set(['run_id', 'execution_timestamp', 'software', 'of'])

/** Runs to the end: engine, and the hashes of its bits and of its record. */
export async function runOf(station: Station, request: object) {
  const { run_id } = await station.post(`${MODULE}/runs`, { ...request, override: true })
  await ended(station, `${MODULE}/runs/${run_id}`)
  const record = await station.get(`${MODULE}/runs/${run_id}/record`)
  const bits = (record.shot_files as Named[]).map(({ sha256 }) => sha256)
  return { engine: record.engine, bits: hashOf(bits as string[]), record: hashOf(without(record, VOLATILE)) }
}

const JOB_ROUTES = '/api/svc/quantum'

/** By seed, from 1 to `seeds`: engine, and the hashes of counts and shots of a job of that circuit. */
export async function shotsOf(station: Station, job: { circuit: object; options: object }, seeds: number) {
  const { circuit, options } = job
  const circuits = Array.from({ length: seeds }, () => circuit)
  const asked = { backend: 'dev-b-mock', shots: 100, circuits, seed: 1, options }
  const { job_uuids } = await station.post(`${JOB_ROUTES}/submit`, asked)
  const hashes: Record<string, object> = {}
  for (const [i, uuid] of (job_uuids as string[]).entries()) {
    const { engine } = await ended(station, `${JOB_ROUTES}/jobs/${uuid}`)
    const { counts } = await station.get(`${JOB_ROUTES}/jobs/${uuid}/result`)
    const shots = await station.bytes(`${JOB_ROUTES}/jobs/${uuid}/result/b8`)
    hashes[i + 1] = { engine, counts: hashOf(counts), shots: hashOf(shots) }
  }
  return hashes
}
