/**
 * A data folder as version 0.1.0 left it, opened by this version: what it held then is answered now. A field that
 * is added goes into `ADDED_SINCE`; `PENTAD_WRITE_GOLDEN_FOLDER=1` writes folder and answers anew, for a new major format only.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findAddon } from '../main/simulation/engine-fixtures'
import { JOBS, RUNS } from './cases'
import { ended, hashOf, type Json, MODULE, type Named, openStation, type Station, without } from './station'

const ARCHIVE = resolve(import.meta.dirname, 'data-0.1.0.tar.gz')
const ANSWERS = resolve(import.meta.dirname, 'expected', 'data-0.1.0.json')
const jobs = '/api/svc/quantum'
/** What depends on the hour, or on the machine: calibrations beside a profile are dated by their files. */
const VOLATILE = new Set(['now', 'queue', 'estimated_seconds', 'uptime_s', 'imported_at'])
/** Fields that later versions added: the old folder's answers are compared without them. */
const ADDED_SINCE = [
  ...['credits', 'request_id'],
  ...['partial_record', 'batch_id', 'estimates', 'rows', 'parameter_names', 'overhead_shots', 'imported'],
]
const NOT_COMPARED = new Set([...VOLATILE, ...ADDED_SINCE])
/** A result names its registers since counts can be asked for by register; circuits always did. */
const NOT_COMPARED_OF_RESULTS = new Set([...NOT_COMPARED, 'registers'])

if (process.env.PENTAD_WRITE_GOLDEN_FOLDER && findAddon())
  it('writes the folder and what it answers', async () => {
    const data = mkdtempSync(join(tmpdir(), 'pentad-golden-'))
    const station = await openStation(data)
    await filled(station)
    await station.stop()
    execFileSync('tar', ['-czf', ARCHIVE, '--exclude=*.log', '-C', data, '.'])
    rmSync(data, { recursive: true })
  }, 300_000)

describe('a data folder of version 0.1.0', () => {
  it('is opened with everything that it held', async () => {
    const data = mkdtempSync(join(tmpdir(), 'pentad-golden-'))
    mkdirSync(data, { recursive: true })
    execFileSync('tar', ['-xzf', ARCHIVE, '-C', data])
    const station = await openStation(data)
    try {
      const answers = await allAnswers(station)
      expect(Object.keys(answers).length).toBeGreaterThan(40)
      await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot(ANSWERS)
      const { credits } = await station.get(`${jobs}/account`)
      expect(credits).toMatchObject({ available: 0 })
      const { items } = await station.get(`${jobs}/account/ledger`)
      expect((items as Named[]).map(({ request_id }) => request_id)).toEqual((items as Named[]).map(() => null))
    } finally {
      await station.stop()
      rmSync(data, { recursive: true })
    }
  })
})

/** A little of everything that is stored. */
async function filled(station: Station): Promise<void> {
  await station.post(`${jobs}/account/purchases`, { tokens: 5_000 })
  await station.post(`${jobs}/keys`, { name: 'golden', roles: ['jobs'] })
  const paid = await station.post(`${jobs}/submit`, {
    backend: 'dev-b',
    shots: 20,
    seed: 9,
    circuit: JOBS[0]![1].circuit,
  })
  await ended(station, `${jobs}/jobs/${paid.job_uuid}`)
  for (const [index, [name, { circuit, options }]] of JOBS.entries()) {
    const order = { backend: 'dev-b-mock', shots: 50, seed: index, name, tags: ['golden'], circuit, options }
    const { job_uuid } = await station.post(`${jobs}/submit`, order)
    await ended(station, `${jobs}/jobs/${job_uuid}`)
  }
  for (const [index, request] of RUNS.entries()) {
    const { run_id } = await station.post(`${MODULE}/runs`, {
      ...request,
      seed: index,
      name: `run ${index}`,
      override: true,
    })
    await ended(station, `${MODULE}/runs/${run_id}`)
  }
  const map = { mode: 'correction', scales: [0.1, 1], rounds: [1, 2], shots: 100, seed: 5, name: 'a map' }
  const { study_id } = await station.post(`${MODULE}/break-even`, map)
  await ended(station, `${MODULE}/break-even/${study_id}`)
}

/** SHA-256 of the answer to each GET, by path. */
async function allAnswers(station: Station): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  const ask = async (path: string): Promise<Named> => {
    const answer = await station.get(path)
    answers[path] = hashOf(without(answer, path.includes('/result') ? NOT_COMPARED_OF_RESULTS : NOT_COMPARED))
    return answer
  }
  const items = async (path: string): Promise<Named[]> => (await ask(path)).items as Named[]
  for (const { job_uuid } of await items(`${jobs}/jobs`)) {
    await ask(`${jobs}/jobs/${job_uuid}`)
    await ask(`${jobs}/jobs/${job_uuid}/result?format=memory`)
    answers[`${job_uuid} as b8`] = hashOf(await station.bytes(`${jobs}/jobs/${job_uuid}/result/b8`))
  }
  for (const { run_id } of await items('/v1/runs')) {
    await ask(`${MODULE}/runs/${run_id}`)
    const record = await ask(`${MODULE}/runs/${run_id}/record`)
    for (const { sha256 } of record.shot_files as { sha256: string }[])
      answers[sha256] = hashOf(await station.bytes(`${MODULE}/runs/${run_id}/shots/${sha256}`))
  }
  for (const { study_id } of await items(`${MODULE}/break-even`)) await ask(`${MODULE}/break-even/${study_id}`)
  for (const backend of ['dev-a', 'dev-b', 'dev-c']) await ask(`/v1/backends/${backend}/calibrations`)
  await ask(`${jobs}/account`)
  await ask(`${jobs}/account/ledger`)
  await ask(`${jobs}/keys`)
  return answers satisfies { [path: string]: Json }
}
