import { afterEach, describe, expect, it } from 'vitest'
import { RunRequest } from '../../../main/contract/runs/request'
import { ERROR_KINDS, Study } from '../../../main/contract/runs/studies'
import { MAX_SHOT_ROUNDS } from '../../../main/studies/checked-request'
import { MAX_OPEN_STUDIES, type StudyNews } from '../../../main/studies/queue'
import { completed as completedRun } from '../runs/laboratory'
import { openMemoryStore } from '../store/memory-store'
import { unpredicted } from './compared-with-run'
import { caller, completed, fastest, haltingAt, type Lab, MODULE, openLab, request } from './laboratory'

const opened: ReturnType<typeof openLab>[] = []
function lab(options: Lab = {}) {
  const one = openLab(options)
  opened.push(one)
  return one
}
afterEach(async () => {
  const stores = new Set(opened.map(({ store }) => store))
  for (const { studies, runs } of opened.splice(0)) {
    await studies.stop()
    await runs.stop()
  }
  for (const store of stores) store.close()
})

/** Of the least that a map may hold, where its figures are only compared: one state, and rounds that separate ε from A. */
const small = (fields: Parameters<typeof request>[0] = {}) => request({ states: ['0'], ...fields })

/** What two computations of the same map must share. */
const figures = ({ points, crossings, request: asked, engine }: Study) => ({ points, crossings, asked, engine })

describe('a break-even map', () => {
  it('has a point for every kind and factor and says where each gain crosses 1', async () => {
    const { studies } = lab()
    const created = await studies.submit(MODULE, small({ kinds: ['idle', 'two_qubit'], scales: [2, 0.5, 1, 0.5] }))
    expect(Study.parse(created)).toEqual(created)
    expect(created).toMatchObject({ simulated: true, points: [], crossings: [], engine: null })
    expect(['PENDING', 'PROCESSING']).toContain(created.status)
    const study = await completed(studies, created)
    expect(Study.parse(study)).toEqual(study)
    expect(study.points.map(({ kind, scale }) => [kind, scale])).toEqual([
      ['two_qubit', 0.5],
      ['two_qubit', 1],
      ['two_qubit', 2],
      ['idle', 0.5],
      ['idle', 1],
      ['idle', 2],
    ])
    expect(study.crossings.map(({ kind, against }) => [kind, against])).toEqual([
      ['two_qubit', 'best'],
      ['two_qubit', 'median'],
      ['idle', 'best'],
      ['idle', 'median'],
    ])
    expect(study).toMatchObject({ progress: { fraction: 1, stage: 'done' }, engine: fastest.frames_engine })
    expect(study.request).toMatchObject({ kinds: ['two_qubit', 'idle'], scales: [0.5, 1, 2], seed: 7 })
  })

  it('is computed with the preparation and readout that it asks for', async () => {
    const { studies, runs } = lab()
    const chosen = { preparation: 'projective', readout: 'fault-tolerant' } as const
    const asked = { mode: 'correction', rounds: [1], shots: 100, states: ['0' as const], seed: 5, ...chosen } as const
    const map = await studies.submit(MODULE, request({ ...asked, rounds: [1], states: ['0'], scales: [1, 2] }))
    expect(map.request).toMatchObject(chosen)
    const run = await runs.submit(MODULE, RunRequest.parse(asked))
    await completedRun(runs, run)
    const { points } = await completed(studies, map)
    expect(points[0]).toEqual({
      kind: 'all',
      scale: 1,
      ...unpredicted(runs.get({ ...MODULE, run_id: run.run_id }).summary!),
    })
  })

  it('is the same for the same seed, and another for another', async () => {
    const { studies } = lab()
    const make = async (seed: number) => completed(studies, await studies.submit(MODULE, small({ seed })))
    const [one, again, other] = [await make(1), await make(1), await make(2)]
    expect(figures(again)).toEqual(figures(one))
    expect(other.points).not.toEqual(one.points)
  })

  it('warns where preparation and readout are not distinguished, and where an error cannot grow by the factor', async () => {
    const { studies } = lab({ simulator: haltingAt(0).simulator })
    const codes = async (fields: object) =>
      (await studies.submit(MODULE, request(fields))).warnings.map(({ code }) => code)
    expect(await codes({})).toEqual(['readout_not_self_checking'])
    expect(await codes({ rounds: [2] })).toContain('spam_not_separated')
    expect(await codes({ scales: [1, 100] })).toContain('scaled_error_saturated')
  })

  it('reports how it goes', async () => {
    const reported: StudyNews[] = []
    const { studies } = lab({ publish: news => reported.push(news) })
    const { study_id } = await completed(studies, await studies.submit(MODULE, small()))
    expect(new Set(reported.map(news => news.study_id))).toEqual(new Set([study_id]))
    const statuses = reported.map(({ status }) => status)
    expect(statuses.filter((status, i) => status !== statuses[i - 1])).toEqual(['PENDING', 'PROCESSING', 'COMPLETED'])
    const fractions = reported.map(({ progress }) => progress.fraction)
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b))
    expect(reported.at(-1)!.progress).toEqual({ fraction: 1, stage: 'done' })
  })
})

describe('a map that is being computed', () => {
  /** Pilots and baselines of nine qubits and the encoded circuits, one state, two numbers of rounds and none. */
  const CIRCUITS_A_POINT = (9 + 9 + 1) * 3

  it('shows the points it has, and keeps them when it is aborted', async () => {
    const { simulator, started } = haltingAt(CIRCUITS_A_POINT)
    const { studies } = lab({ simulator })
    const created = await studies.submit(MODULE, small({ kinds: ['all', 'idle'] }))
    const next = await studies.submit(MODULE, request({ name: 'next' }))
    await expect.poll(started).toBe(CIRCUITS_A_POINT + 1)
    const params = { ...MODULE, study_id: created.study_id }
    const going = studies.get(params)
    expect(going).toMatchObject({ status: 'PROCESSING', points: [{ kind: 'all', scale: 0.5 }] })
    expect(going.progress.fraction).toBeCloseTo(1 / 4, 6)
    expect(going.progress.stage).toMatch(/^all × 1: pilot shots, qubit 0/)
    const aborted = await studies.abort(params, caller)
    expect(aborted).toMatchObject({ status: 'ABORTED', status_reason: { code: 'user_cancelled' } })
    expect(aborted.points).toHaveLength(1)
    await expect(studies.abort(params, caller)).rejects.toMatchObject({ code: 'conflict' })
    await expect.poll(() => studies.get({ ...MODULE, study_id: next.study_id }).status).toBe('PROCESSING')
    expect(studies.get(params)).toMatchObject({ status: 'ABORTED', points: [{ scale: 0.5 }] })
  })

  it('is aborted before it starts', async () => {
    const { studies } = lab({ simulator: haltingAt(0).simulator })
    await studies.submit(MODULE, request())
    const { study_id } = await studies.submit(MODULE, request())
    expect((await studies.abort({ ...MODULE, study_id }, caller)).status).toBe('ABORTED')
  })

  it('goes on after its last point when the service comes back, with the figures it would have had', async () => {
    const store = openMemoryStore()
    const { simulator, started } = haltingAt(CIRCUITS_A_POINT)
    const first = lab({ store, simulator })
    const asked = small({ kinds: ['all', 'readout'] })
    const created = await first.studies.submit(MODULE, asked)
    await expect.poll(started).toBe(CIRCUITS_A_POINT + 1)
    await first.studies.stop()
    await expect(first.studies.submit(MODULE, asked)).rejects.toMatchObject({ code: 'shutting_down' })
    const second = lab({ store })
    const params = { ...MODULE, study_id: created.study_id }
    expect(second.studies.get(params)).toMatchObject({ status: 'PROCESSING', points: [{ scale: 0.5 }] })
    await second.studies.resume()
    const study = await completed(second.studies, created)
    const undisturbed = lab()
    const whole = await completed(undisturbed.studies, await undisturbed.studies.submit(MODULE, asked))
    expect(figures(study)).toEqual(figures(whole))
  })

  it('fails rather than mix two noise models', async () => {
    const store = openMemoryStore()
    const first = lab({ store, simulator: haltingAt(0).simulator })
    const { study_id } = await first.studies.submit(MODULE, request())
    await first.studies.stop()
    store.db.prepare(`UPDATE studies SET noise_model_version = 'older/1'`).run()
    const second = lab({ store })
    await second.studies.resume()
    await expect.poll(() => second.studies.get({ ...MODULE, study_id }).status).toBe('FAILED')
    expect(second.studies.get({ ...MODULE, study_id }).status_reason).toMatchObject({
      code: 'service_restart',
      message: expect.stringMatching(/noise model/),
    })
  })

  it('that breaks down says so, and the next one is computed', async () => {
    let turn = 0
    const { studies } = lab({
      simulator: {
        ...fastest,
        sampleFrames: (...asked) =>
          turn++ === 0 ? Promise.reject(new Error('broken')) : fastest.sampleFrames(...asked),
      },
    })
    const [broken, next] = [await studies.submit(MODULE, small()), await studies.submit(MODULE, small())]
    await completed(studies, next)
    expect(studies.get({ ...MODULE, study_id: broken.study_id })).toMatchObject({
      status: 'FAILED',
      status_reason: { code: 'engine_error' },
    })
  })
})

describe('a map is refused', () => {
  const refused = async (fields: object, at = MODULE) => {
    const { studies } = lab({ simulator: haltingAt(0).simulator })
    return studies.submit(at, request(fields)).then(
      () => 'taken',
      error => error,
    )
  }

  it('when it needs too many shots, with the number that would be accepted', async () => {
    const scales = Array.from({ length: 41 }, (_, i) => 0.1 * (i + 1))
    const large = { kinds: [...ERROR_KINDS], scales, rounds: [1, 10, 100], shots: 1_000_000 }
    const error = await refused(large)
    expect(error).toMatchObject({ code: 'invalid_request', faults: [{ pointer: '/shots' }] })
    const { max_shots } = error.details
    expect(max_shots * 6 * 41 * 3 * (2 + 11 + 101)).toBeLessThanOrEqual(MAX_SHOT_ROUNDS)
    expect(await refused({ ...large, shots: max_shots })).toBe('taken')
    expect(await refused({ ...large, shots: max_shots + 1 })).toMatchObject({ code: 'invalid_request' })
    const rounds = Array.from({ length: 20 }, (_, i) => 1000 - i)
    const endless = await refused({ ...large, rounds, states: ['0', '1', '+', '-', 'i', '-i'] })
    // The largest map there can be fits with the fewest shots there can be.
    expect(endless.details.max_shots).toBeGreaterThanOrEqual(100)
    const oversize = await refused({ rounds: [999, 1000], shots: 1_000_000, states: ['0'] })
    expect(oversize).toMatchObject({ code: 'invalid_request', faults: [{ pointer: '/shots' }] })
  })

  it('when it has one factor only, or no module', async () => {
    expect(await refused({ scales: [1, 1] })).toMatchObject({ faults: [{ pointer: '/scales' }] })
    expect(await refused({}, { ...MODULE, backend_id: 'lab-dead' })).toMatchObject({ code: 'disqualified' })
    expect(await refused({}, { ...MODULE, backend_id: 'nowhere' })).toMatchObject({ code: 'not_found' })
    expect(await refused({}, { ...MODULE, logical_id: 'c1.L0' })).toMatchObject({ code: 'not_found' })
  })

  it('when too many maps wait', async () => {
    const { studies } = lab({ simulator: haltingAt(0).simulator })
    for (let i = 0; i < MAX_OPEN_STUDIES; i++) await studies.submit(MODULE, request())
    await expect(studies.submit(MODULE, request())).rejects.toMatchObject({ code: 'queue_full' })
  })
})

describe('the list of maps', () => {
  it('has those of one module, newest first, page by page', async () => {
    const { studies } = lab({ simulator: haltingAt(0).simulator })
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.unshift((await studies.submit(MODULE, request({ name: `map ${i}` }))).study_id)
    const first = studies.list(MODULE, { limit: 2 })
    expect(first.items.map(({ study_id }) => study_id)).toEqual(ids.slice(0, 2))
    const second = studies.list({ ...MODULE, logical_id: 'c0' }, { limit: 2, cursor: first.next_cursor! })
    expect(second).toMatchObject({ items: [{ study_id: ids[2], name: 'map 0' }], next_cursor: null })
    await studies.abort({ ...MODULE, study_id: ids[0]! }, caller)
    expect(studies.list(MODULE, { limit: 9, status: 'ABORTED' }).items).toMatchObject([{ study_id: ids[0] }])
    expect(studies.list({ ...MODULE, logical_id: 'c9.L0' }, { limit: 9 }).items).toEqual([])
    expect(() => studies.list({ ...MODULE, backend_id: 'nowhere' }, { limit: 9 })).toThrow(/No backend/)
    expect(() => studies.list(MODULE, { limit: 9, cursor: 'x' })).toThrow(/cursor/)
    const elsewhere = { ...MODULE, logical_id: 'c1.L0', study_id: ids[1]! }
    expect(() => studies.get(elsewhere)).toThrow(expect.objectContaining({ code: 'not_found' }))
  })
})
