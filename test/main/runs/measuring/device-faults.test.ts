/** What a run on a device makes of a full disk, of rounds that last too long, of a chip that has changed and of a coarse clock. */
import { afterEach, describe, expect, it } from 'vitest'
import { PartialRecord, RunRecord } from '../../../../main/contract/runs/record'
import { type Run, runStates } from '../../../../main/contract/runs/run'
import type { Runs } from '../../../../main/runs/runs'
import type { Store } from '../../../../main/store/store'
import type { ByteTwin } from '../../../../main/twins/model/byte-twin'
import { calibratedNoise, type DeviceNoise } from '../../../../main/twins/sequencer/chip/device-noise'
import { rackOf } from '../../device/rack'
import { readText } from '../../read-text'
import { openMemoryStore } from '../../store/memory-store'
import { DEMO, twinOf } from '../../twins/sequencer/rig'
import { caller, completed, figuresOfLab, MODULE, openLab, request } from '../laboratory'

const LIVE = { backend_id: 'lab', logical_id: 'c0.L0' }
const SHORT = { rounds: [1], shots: 200, states: ['0' as const], preparation: 'projective' as const }
const { profile, snapshot } = figuresOfLab()
const CALIBRATED = calibratedNoise(profile, snapshot)
const qubits = profile.qubits.map(({ index }) => index)

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** What of a station is otherwise. */
interface Changed {
  readonly noise?: DeviceNoise
  readonly around?: (twin: ByteTwin) => ByteTwin
  readonly storing?: (store: Store) => Store
  readonly grid_ns?: number
}

async function station({ noise = CALIBRATED, around = twin => twin, storing = store => store, grid_ns = 4 }: Changed) {
  const sequencer = around(twinOf('twirled', { noise, qubits }))
  const rack = await rackOf({ sequencer, profile: { ...DEMO, grid_ns } })
  const runs = openLab({ store: storing(openMemoryStore()), device: rack.device })
  closing.push(() => rack.registry.close(), runs.stop)
  return { ...rack, runs }
}

async function over(runs: Runs, { run_id }: Run): Promise<Run> {
  for (;;) {
    const run = runs.get({ ...LIVE, run_id })
    if (runStates.isTerminal(run.status)) return run
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** The record as `pentad-run/2`. */
async function measured(runs: Runs) {
  const record = RunRecord.parse(await completed(runs, await runs.submit(LIVE, request(SHORT))))
  if (record.record_version !== 'pentad-run/2') throw new Error('a measured run has a record of version 2')
  return record
}

let undisturbed: ReturnType<typeof measured> | null = null
/** The record of a station with nothing changed, measured once for all that compare with it. */
const unchanged = () => (undisturbed ??= station({}).then(({ runs }) => measured(runs)))

/** No space for the file after so many, until `free` is called. */
function fullAfter(files: number) {
  let [left, isFull] = [files, true]
  const storing = (store: Store): Store => ({
    ...store,
    async writeFile(bytes) {
      left -= 1
      if (isFull && left < 0) throw store.space.explain(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
      return store.writeFile(bytes)
    },
  })
  return { storing, free: () => (isFull = false) }
}

/** Its marks say that every round ended so much later. */
const lateMarks =
  (late_ns: bigint) =>
  (twin: ByteTwin): ByteTwin => {
    let isAsked = false
    const late = (block: Uint8Array) => {
      const changed = block.slice()
      const view = new DataView(changed.buffer)
      const start = 2 + changed[1]! - 48
      for (let at = start + 8; at + 8 < changed.length; at += 16)
        view.setBigUint64(at, view.getBigUint64(at, true) + late_ns, true)
      return changed
    }
    return {
      ...twin,
      receive(bytes) {
        isAsked = Buffer.from(bytes).toString('latin1').includes('MARKs?')
        twin.receive(bytes)
      },
      onSend: listener => twin.onSend(bytes => listener(isAsked && bytes[0] === 35 ? late(bytes) : bytes)),
    }
  }

describe('a run on a device', () => {
  it('ends ABORTED with storage_full on a full disk, after its last whole batch, and gives the device back', async () => {
    // The plan, then batches.
    const disk = fullAfter(6)
    const { runs, device } = await station(disk)
    const run = await over(runs, await runs.submit(LIVE, request(SHORT)))
    expect(run).toMatchObject({ status: 'ABORTED', status_reason: { code: 'storage_full' }, summary: null })
    disk.free()
    const record = PartialRecord.parse(await readText(await runs.record({ ...LIVE, run_id: run.run_id })))
    expect(record.order).toHaveLength(5)
    expect(device.busy()).toBe(false)
    expect(await measured(runs)).toMatchObject({ complete: true })
  })

  it('says which instrument it waits for, and who holds that', async () => {
    const { runs, registry } = await station({})
    const lease = await registry.leases.acquire(['bias'], { id: 'key-1', label: 'key rack', kind: 'operator' })
    const { run_id } = await runs.submit(LIVE, request(SHORT))
    const stage = () => runs.get({ ...LIVE, run_id }).progress.stage
    await expect.poll(stage).toBe('waiting for instruments that others hold: bias (key rack)')
    lease.release()
    await expect.poll(stage).not.toContain('others hold')
    await runs.abort({ ...LIVE, run_id }, caller)
  })

  it('that finds an instrument deaf at its last look is ABORTED, not complete, and says so once', async () => {
    let deafen = () => {}
    const broken: (readonly [string, readonly string[]])[] = []
    const rack = await rackOf({
      sequencer: twinOf('twirled', { noise: CALIBRATED, qubits }),
      onProgress: ({ phase, instrument_id }) => phase === 'running' && instrument_id === 'seq' && deafen(),
      onBrokenOff: (work, ids) => void broken.push([work, ids]),
    })
    const runs = openLab({ store: openMemoryStore(), device: rack.device })
    closing.push(() => rack.registry.close(), runs.stop)
    deafen = () => {
      for (let count = 0; count < 50; count += 1) rack.twins.bias!.inject({ kind: 'drop' })
      deafen = () => {}
    }
    const run = await over(runs, await runs.submit(LIVE, request(SHORT)))
    expect(run).toMatchObject({ status: 'ABORTED', status_reason: { code: 'instrument_lost' }, summary: null })
    expect(run.status_reason!.message).toMatch(/^bias was lost: nobody answers after 3 attempts/)
    const record = PartialRecord.parse(await readText(await runs.record({ ...LIVE, run_id: run.run_id })))
    expect(record).toMatchObject({ complete: false, control_instruments: [{ id: 'bias', snapshot_end: null }] })
    expect(record.shot_files.length, 'every batch was measured before').toBeGreaterThan(0)
    await expect.poll(() => broken.map(([work]) => work)).toEqual([run.run_id])
    expect(rack.device.busy()).toBe(false)
  })

  it('ends FAILED with timing_mismatch where rounds last longer than compiled', async () => {
    const { runs, device } = await station({ around: lateMarks(2_000n) })
    const run = await over(runs, await runs.submit(LIVE, request(SHORT)))
    expect(run).toMatchObject({ status: 'FAILED', status_reason: { code: 'timing_mismatch' }, summary: null })
    expect(run.status_reason!.message).toMatch(/rounds lasted \d+ ns on the device and \d+ ns as compiled/)
    expect(device.busy()).toBe(false)
  })

  it('is not ended by rounds within a step of the grid', async () => {
    const { runs } = await station({ around: lateMarks(4n) })
    const { round_duration_measured: round } = await measured(runs)
    expect(round.value_ns! - round.compiled_ns).toBe(4)
  })

  it('warns of a chip that reads otherwise than its calibration says, and changes neither that nor the decoder', async () => {
    const readout = (qubit: number) => (qubit === 0 ? 0.15 : CALIBRATED.readout(qubit))
    const { runs } = await station({ noise: { ...CALIBRATED, readout } })
    const record = await measured(runs)
    expect(record.warnings).toContainEqual(
      expect.objectContaining({ code: 'calibration_mismatch', message: expect.stringContaining('on qubits 0:') }),
    )
    expect(record.assignment.filter(({ mismatch }) => mismatch).map(({ qubit }) => qubit)).toEqual([0])
    expect(record.assignment[0]!.read_1_of_0).toMatchObject({ expected: expect.closeTo(0.025, 2) })
    const reported = (await unchanged()).warnings.map(({ code }) => code)
    expect(reported).not.toContain('calibration_mismatch')
  })

  it('has every length on the clock of its sequencer, in prediction, schedule, baseline and what is measured', async () => {
    const { runs } = await station({ grid_ns: 16 })
    const record = await measured(runs)
    const plain = await unchanged()
    const reported = record.warnings.find(({ code }) => code === 'grid_rounded')!
    expect(reported.message).toMatch(/CZ of 1-4: 60 → 64 ns/)
    expect(plain.warnings.map(({ code }) => code)).not.toContain('grid_rounded')
    const { value_ns, compiled_ns } = record.round_duration_measured
    expect([value_ns, compiled_ns % 16]).toEqual([compiled_ns, 0])
    expect(compiled_ns).toBeGreaterThan(plain.round_duration_measured.compiled_ns)
  })

  it('is refused by the gate where its round is too long on the clock of its sequencer alone', async () => {
    const { runs } = await station({ grid_ns: 2_000 })
    await expect(runs.submit(LIVE, request(SHORT))).rejects.toMatchObject({ code: 'gate_failed' })
    expect(await runs.predict(LIVE, request(SHORT))).toMatchObject({ gate_passed: false })
  })

  it('is predicted with the time that its link takes, for each batch a program up and its bins down', async () => {
    const predicted = async (shots: number) => {
      const { runs } = await station({})
      const { device_time_s } = await runs.predict(LIVE, request({ ...SHORT, shots }))
      const record = RunRecord.parse(await completed(runs, await runs.submit(LIVE, request({ ...SHORT, shots }))))
      if (record.record_version !== 'pentad-run/2') throw new Error('a measured run has a record of version 2')
      const kinds = record.order.map(({ kind }) => kind)
      const programs = record.sequencers[0]!.programs.filter((_, i) => kinds[i] !== 'wall-time')
      const up = programs.reduce((sum, { bytes }) => sum + bytes, 0) / DEMO.link_bytes_per_s
      return { device_time_s, up }
    }
    const [few, many] = [await predicted(100), await predicted(200)]
    expect(few.device_time_s).toBeGreaterThan(few.up)
    expect(few.device_time_s).toBeLessThan(few.up + 10)
    expect(many.device_time_s - few.device_time_s).toBeGreaterThan(many.up - few.up)
  })

  it('on a mock has a record of version 1, without anything of a machine', async () => {
    const runs = openLab({ store: openMemoryStore() })
    closing.push(runs.stop)
    const record = RunRecord.parse(await completed(runs, await runs.submit(MODULE, request(SHORT))))
    expect(record).toMatchObject({ record_version: 'pentad-run/1', control_instruments: ['none: simulated'] })
    const machine = ['assignment', 'order', 'lost_shots', 'complete']
    expect(machine.filter(name => name in record)).toEqual([])
  })
})
