/** Runs on the sequencer twin, from their POST to their record; a run in many batches is in device.soak.test.ts. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PartialRecord, RunRecord } from '../../../../main/contract/runs/record'
import type { Run } from '../../../../main/contract/runs/run'
import { runStates } from '../../../../main/contract/runs/run'
import { strideOf } from '../../../../main/qec/program/frame'
import type { Runs } from '../../../../main/runs/runs'
import { BREACH } from '../../device/rack'
import { readText } from '../../read-text'
import { DEMO, twinOf } from '../../twins/sequencer/rig'
import { caller, completed, openLab, PLANES, request } from '../laboratory'
import { chip, LIVE, SHORT, stations } from './device-station'

const { closing, station } = stations()

async function over(runs: Runs, { run_id }: Run): Promise<Run> {
  for (;;) {
    const run = runs.get({ ...LIVE, run_id })
    if (runStates.isTerminal(run.status)) return run
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** The progress of a run while it is at a stage. */
async function fractionsAt(runs: Runs, { run_id }: Run, stage: RegExp): Promise<number[]> {
  const found: number[] = []
  for (;;) {
    const run = runs.get({ ...LIVE, run_id })
    if (runStates.isTerminal(run.status)) return found
    if (stage.test(run.progress.stage)) found.push(run.progress.fraction)
    await new Promise(resolve => setTimeout(resolve, 1))
  }
}

/** The outcomes of a file, with what was executed of them, say what its planes say relative to the noiseless ones. */
async function expectOutcomes(runs: Runs, { run_id }: Run, file: RunRecord['shot_files'][number]): Promise<void> {
  const { sha256, state, rounds, shots, bits_per_shot } = file
  const params = { ...LIVE, run_id, sha256 }
  const [data, planes, b8, mask, described] = [
    await runs.shots(params, PLANES),
    strideOf(shots),
    await runs.shots(params, { format: 'b8', state, rounds }),
    await runs.shots(params, { format: 'mask', state, rounds }),
    await runs.slots(params, { state, rounds }),
  ]
  expect(described).toMatchObject({ state, rounds, shots, bytes_per_shot: Math.ceil(bits_per_shot / 8) })
  expect([described.b8_sha256, described.mask_sha256]).toEqual([sha256Of(b8), sha256Of(mask)])
  expect([b8.length, mask.length]).toEqual([shots * described.bytes_per_shot, shots * described.bytes_per_shot])
  expect(described.slots).toHaveLength(bits_per_shot)
  const wrong: string[] = []
  const executed = described.slots.map(() => 0)
  for (let shot = 0; shot < shots; shot++)
    described.slots.forEach(({ name, reference }, slot) => {
      const bitOf = (of: Uint8Array) => (of[shot * described.bytes_per_shot + (slot >> 3)]! >> (slot & 7)) & 1
      const stored = (data[slot * planes + (shot >> 3)]! >> (shot & 7)) & 1
      executed[slot]! += bitOf(mask)
      const expected = bitOf(mask) === 1 ? stored ^ reference : 0
      if (bitOf(b8) !== expected || (bitOf(mask) === 0 && stored === 1)) wrong.push(`${shot} ${name}`)
    })
  expect(wrong).toEqual([])
  const readouts = described.slots.flatMap(({ name }, slot) => (name.startsWith('final.') ? [executed[slot]] : []))
  expect(readouts, 'the final reading is in every shot').toEqual(readouts.map(() => shots))
  if (rounds > 1)
    expect(
      executed.some(count => count > 0 && count < shots),
      'some blocks are conditional',
    ).toBe(true)
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('a run on a device', () => {
  it('is measured, and its record says with what, when, and in which order', async () => {
    const { runs, store } = await station()
    const run = await runs.submit(LIVE, request(SHORT))
    const at = await fractionsAt(runs, run, /wall times/)
    expect(at, 'where the baselines at the wall times begin').toEqual([...at].sort((a, b) => a - b))
    expect(at[0]).toBeGreaterThan(0.5)
    expect(at[0]).toBeLessThan(0.8)
    const record = RunRecord.parse(await completed(runs, run))
    if (record.record_version !== 'pentad-run/2') throw new Error('a measured run has a record of version 2')
    expect(record).toMatchObject({ complete: true, simulated: true, decay: 'twirled', dd_applied: false })
    expect(record.round_duration_measured).toMatchObject({ source: 'measured' })
    expect(record.round_duration_measured.n).toBeGreaterThan(100)
    expect(record.control_instruments).toMatchObject([{ id: 'bias', simulated: true, leased: true }])
    const [{ programs }] = record.sequencers as [(typeof record.sequencers)[number]]
    expect(record.order.slice(0, 2).map(({ kind }) => kind)).toEqual(['assignment', 'assignment'])
    expect(programs).toHaveLength(record.order.length)
    for (const { sha256, batches } of programs) expect(batches[0]!.program_sha256).toBe(sha256)
    expect(new Set(record.order.map(({ kind }) => kind))).toEqual(
      new Set(['assignment', 'pilot', 'baseline', 'encoded', 'wall-time']),
    )
    expect(record.assignment.filter(({ mismatch }) => mismatch)).toEqual([])
    for (const { iq } of record.assignment)
      expect(iq).toMatchObject({ rotation_deg: { method: 'normal' }, threshold: {} })
    expect(record.shot_files).toHaveLength(6)
    for (const { sha256, seed, shots } of record.shot_files) {
      expect([seed, shots]).toEqual([null, 200])
      expect((await runs.shots({ ...LIVE, run_id: run.run_id, sha256 }, PLANES)).length).toBeGreaterThan(0)
    }
    for (const file of record.shot_files) await expectOutcomes(runs, run, file)
    const again = await runs.redecode({ ...LIVE, run_id: run.run_id }, { decoder: record.decoder as 'flag-lut' })
    expect(again.changed_shots).toBe(0)
    await expect(runs.replay({ ...LIVE, run_id: run.run_id })).rejects.toMatchObject({ code: 'conflict' })
    expect(store.db.prepare('SELECT count(*) FROM run_batches').pluck().get()).toBeGreaterThanOrEqual(20)
  })

  it.each(['uploading', 'armed', 'running', 'fetching'] as const)(
    'that loses its sequencer while %s is ABORTED with its whole batches and no error figures',
    async phase => {
      let unplug = () => {}
      const received: string[] = []
      const { runs, twins } = await station({
        onProgress(progress) {
          received.push(progress.phase)
          if (progress.phase === phase && received.filter(one => one === phase).length === 8) unplug()
        },
      })
      unplug = () => twins.seq!.inject({ kind: 'unplug', bytes: 20 })
      const run = await over(runs, await runs.submit(LIVE, request(SHORT)))
      expect(run).toMatchObject({ status: 'ABORTED', status_reason: { code: 'instrument_lost' }, summary: null })
      const record = PartialRecord.parse(await readText(await runs.record({ ...LIVE, run_id: run.run_id })))
      expect(record).toMatchObject({ complete: false, status_reason: { code: 'instrument_lost' } })
      expect(record.order.length).toBeGreaterThan(1)
      expect(record.sequencers).toHaveLength(1)
      for (const { sha256 } of record.shot_files)
        expect((await runs.shots({ ...LIVE, run_id: run.run_id, sha256 }, PLANES)).length).toBeGreaterThan(0)
    },
  )

  it('that is aborted keeps what was measured, charges no more, and gives the device back', async () => {
    let abort = () => {}
    const { runs, device } = await station({
      onProgress: ({ phase, bytes }) => phase === 'fetching' && bytes > 100_000 && abort(),
    })
    const submitted = await runs.submit(LIVE, request({ ...SHORT, shots: 2_000 }))
    abort = () => void runs.abort({ ...LIVE, run_id: submitted.run_id }, caller).catch(() => {})
    const run = await over(runs, submitted)
    expect(run).toMatchObject({ status: 'ABORTED', status_reason: { code: 'user_cancelled' } })
    await until(() => !device.busy())
    const record = PartialRecord.parse(await readText(await runs.record({ ...LIVE, run_id: run.run_id })))
    expect(record.complete).toBe(false)
  })

  it.each([
    { reason: 'bins', limit: 16, changed: { bins: 16 } },
    { reason: 'program_bytes', limit: 3_000, changed: { program_bytes: 3_000 } },
  ])(
    'is refused at submit where the sequencer cannot hold its $reason, naming limit, value and remedy',
    async given => {
      const { reason, limit, changed } = given
      const { runs } = await station({ profile: { ...DEMO, ...changed } })
      const refusal = { reason, limit, value: expect.any(Number), remedy: 'take fewer rounds' }
      await expect(runs.submit(LIVE, request(SHORT))).rejects.toMatchObject({
        code: 'invalid_request',
        details: { refusals: [expect.objectContaining(refusal)] },
        faults: [expect.objectContaining({ pointer: '/rounds', exceeds: refusal })],
      })
    },
  )

  it('does not start where a limit is not met, naming what and where', async () => {
    const message = 'temperature 6 of fridge is 0.4 K, above 0.02 K'
    const breach = { ...BREACH, message }
    const { runs } = await station({ guards: { check: async () => [breach], watch: () => () => {} } })
    const run = await over(runs, await runs.submit(LIVE, request(SHORT)))
    expect(run).toMatchObject({ status: 'FAILED', status_reason: { code: 'precondition_failed', message } })
  })

  it('that a stop of the service interrupted is ABORTED after the restart, never started over', async () => {
    const { runs, store, device } = await station()
    const submitted = await runs.submit(LIVE, request({ ...SHORT, shots: 20_000 }))
    await until(() => store.db.prepare('SELECT count(*) FROM run_batches').pluck().get() !== 0)
    await runs.stop()
    expect(device.busy()).toBe(false)
    const after = openLab({ store, device })
    closing.push(after.stop)
    await after.resume()
    const run = after.get({ ...LIVE, run_id: submitted.run_id })
    expect(run).toMatchObject({ status: 'ABORTED', status_reason: { code: 'service_restart' } })
  })
  it('is never started over once a byte may have gone out for it, and says who was held where nothing was measured', async () => {
    let received = () => {}
    const twin = twinOf('twirled', chip)
    const receive = (bytes: Uint8Array) => {
      received()
      twin.receive(bytes)
    }
    const { runs, store, device } = await station({ sequencer: { ...twin, receive } })
    const machine = store.db.prepare<[], string | null>('SELECT machine FROM runs').pluck()
    const known: (string | null | undefined)[] = []
    const stopped = new Promise(resolve => {
      received = () => {
        if (known.push(machine.get()) === 1) resolve(runs.stop())
      }
    })
    const { run_id } = await runs.submit(LIVE, request(SHORT))
    await stopped
    expect(JSON.parse(known[0]!)).toMatchObject({
      control_instruments: [{ id: 'bias', leased: true, snapshot_start: null }],
      sequencers: [{ id: 'seq', programs: [] }],
    })
    const after = openLab({ store, device })
    closing.push(after.stop)
    await after.resume()
    const run = after.get({ ...LIVE, run_id })
    const message = expect.stringContaining('before its first batch was stored')
    const status_reason = { code: 'service_restart', message }
    expect(run).toMatchObject({ status: 'ABORTED', status_reason, partial_record: true })
    const record = PartialRecord.parse(await readText(await after.record({ ...LIVE, run_id })))
    expect(record).toMatchObject({ complete: false, order: [], control_instruments: [{ id: 'bias' }] })
  })
})

it('that waits for its device when the service stops keeps its place: nothing of it was measured', async () => {
  const { runs, store, device } = await station()
  const session = await device.lease({ id: 'other', kind: 'job', label: 'another' })
  const submitted = await runs.submit(LIVE, request(SHORT))
  const asked = { ...LIVE, run_id: submitted.run_id }
  await until(() => /position 1/.test(runs.get(asked).progress?.stage ?? ''))
  await runs.stop()
  const after = openLab({ store, device })
  closing.push(after.stop, () => session.release())
  await after.resume()
  await until(() => /position 1/.test(after.get(asked).progress?.stage ?? ''))
  expect(after.get(asked)).toMatchObject({ status: 'PROCESSING', partial_record: false })
  const aborted = await after.abort(asked, caller)
  expect(aborted, 'it never had its device').toMatchObject({ status: 'ABORTED', partial_record: false })
})

async function until(met: () => boolean): Promise<void> {
  while (!met()) await new Promise(resolve => setTimeout(resolve, 5))
}
