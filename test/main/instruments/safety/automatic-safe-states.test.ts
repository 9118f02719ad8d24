import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asBytes } from '../../../../main/instruments/model/bytes'
import { openLabRecords } from '../../../../main/instruments/records/lab-records'
import {
  createAutomaticSafeStates,
  type PendingDrives,
} from '../../../../main/instruments/safety/automatic-safe-states'
import { driveSafe } from '../../../../main/instruments/safety/safe-states'
import { pendingDriveTable } from '../../../../main/lab/storage/pending-drive-table'
import { openStore } from '../../../../main/store/store'
import { createDc205Twin } from '../../../../main/twins/sources/dc205'
import { configured, createLab } from '../lab'
import { TWIN } from '../table'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-safe-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const nonePending = (): PendingDrives => ({ add: () => {}, clear: () => {}, list: () => new Map() })

describe('safe states without a button', () => {
  const POLICY = { instrument: 'dc', parameter: 'voltage', channel: null, safe_value: 0 } as const
  async function source(policy: object, pending = nonePending()) {
    const records = await openLabRecords({ folder })
    const lab = createLab([configured('dc', 'srs-dc205', null, '/dev/a')], records.log)
    const stop = records.follow(lab.registry)
    const plug = () => {
      const twin = createDc205Twin(TWIN)
      twin.receive(asBytes('VOLT 0.5\n'))
      return lab.plugIn('/dev/a', 'srs-dc205', { twin })
    }
    const line = plug()
    await lab.registry.look()
    const safety = createAutomaticSafeStates({
      registry: lab.registry,
      policies: () => [{ ...POLICY, ...policy }],
      records,
      pending,
    })
    const close = async () => {
      safety.close()
      await lab.registry.close()
      stop()
      await records.close()
    }
    const instrument = await lab.registry.whenReady('dc', 5_000)
    await instrument.set('voltage', 0.5)
    /** Until the log says so. */
    const driven = (text: string) =>
      expect
        .poll(() => records.experiment.newest({ event: 'safe_state' }, 1))
        .toMatchObject([{ text, instrument_id: 'dc' }])
    return { ...lab, records, safety, line, plug, instrument, driven, close }
  }

  it('at quitting drive what is to be safe, and leave what holds', async () => {
    const holding = await source({ on_quit: 'hold' })
    await holding.safety.quit()
    expect((await holding.instrument.read('voltage')).value).toBe(0.5)
    await holding.close()
    const { safety, instrument, records, close } = await source({ on_quit: 'safe' })
    expect(await safety.quit()).toMatchObject([{ instrument: 'dc', outcome: 'safe' }])
    expect((await instrument.read('voltage')).value).toBe(0)
    const [entry] = await records.experiment.newest({ event: 'safe_state' }, 10)
    expect(entry!.text).toBe('The service stops: dc is at its safe values: voltage = 0 V')
    await close()
  })

  it('at quitting bring to its end what a run that broke off has begun, ramp and all', async () => {
    const { safety, instrument, close } = await source({ on_abort: 'safe', on_quit: 'hold' })
    const driven = safety.aborted('run-1', ['dc'])
    expect(await safety.quit()).toMatchObject([{ outcome: 'held' }])
    expect((await instrument.read('voltage')).value).toBe(0)
    expect(await driven).toMatchObject([{ outcome: 'safe' }])
    await close()
  })

  it('after a run that broke off hold what they drive: nobody sets it meanwhile, and the next run waits', async () => {
    const { safety, registry, close } = await source({ on_abort: 'safe' })
    const driven = safety.aborted('run-1', ['dc'])
    expect(registry.leases.holderOf('dc')).toMatchObject({ label: 'the safe state after an abort' })
    expect(() => registry.use('dc', null)).toThrow(/the safe state after an abort holds it/)
    const next = registry.leases.acquire(['dc'], { id: 'run-2', label: 'run 2' })
    const lease = await next
    expect((await registry.use('dc', 'run-2').read('voltage')).value).toBe(0)
    lease.release()
    await driven
    await close()
  })

  it('leave to whoever holds it already what they cannot hold, and give way to the button', async () => {
    const { safety, registry, records, instrument, close } = await source({ on_abort: 'safe' })
    const driven = safety.aborted('run-1', ['dc'])
    await expect.poll(async () => (await instrument.read('voltage', { urgent: true })).value).toBeLessThan(0.5)
    const cause = { actor: 'ana', work: null }
    const [pressed] = await driveSafe({ registry, policies: [], occasion: 'button', cause })
    expect(pressed).toMatchObject({ outcome: 'safe', values: [{ value: 0 }] })
    expect(await driven).toMatchObject([{ outcome: 'held' }])
    expect(registry.use('dc', null), 'the port stayed open').toBe(instrument)
    expect(registry.leases.holderOf('dc')).toBeNull()
    expect(records.alarms.list({ limit: 10, open: true }).items).toEqual([])
    await close()
  })

  it('after a run that broke off drive its instruments only, and say so with the run', async () => {
    const { safety, instrument, records, close } = await source({ on_abort: 'safe' })
    expect(await safety.aborted('run-1', ['other'])).toEqual([])
    expect((await instrument.read('voltage')).value).toBe(0.5)
    expect(await safety.aborted('run-1', ['dc'])).toMatchObject([{ outcome: 'safe' }])
    expect((await records.experiment.newest({ work: 'run-1' }, 10)).map(({ event }) => event)).toContain('safe_state')
    await close()
  })

  it('are pending for a run that broke off until the drive has ended, and driven by the next service', async () => {
    const store = openStore({ dataDir: join(folder, 'data') })
    const pending = pendingDriveTable(store, message => expect.fail(message))
    const killed = await source({ on_abort: 'safe' }, pending)
    const driven = killed.safety.aborted('run-1', ['dc'])
    killed.safety.close()
    await driven
    await killed.close()
    killed.safety.addPending('run-2', ['dc', 'gone'])
    expect([...pending.list().keys()]).toEqual(['run-1', 'run-2'])
    const { safety, instrument, records, close } = await source({ on_abort: 'safe' }, pending)
    const finished: string[] = []
    const waiting = ['dc', 'other'].map(id => safety.whenPendingDriven([id]).then(() => finished.push(id)))
    await expect(Promise.race([...waiting, 'before the start'])).resolves.toBe('before the start')
    await Promise.all([safety.drivePending(), ...waiting])
    expect(finished, 'who else had nothing to wait for').toEqual(['other', 'dc'])
    expect((await instrument.read('voltage')).value).toBe(0)
    for (const work of ['run-1', 'run-2'])
      expect(await records.experiment.newest({ event: 'safe_state', work }, 10)).toMatchObject(
        work === 'run-1' ? [{}, {}] : [{ text: 'The run broke off: dc is at its safe values: voltage = 0 V' }],
      )
    expect(pending.list().size).toBe(0)
    await close()
    store.close()
  })

  it('leave an instrument as it is that somebody has connected again, which is no fault', async () => {
    const { registry, plug, records, close } = await source({ on_link_lost: 'safe' })
    plug()
    expect((await (await registry.reopen('dc')).read('voltage')).value).toBe(0.5)
    const events = async () => (await records.experiment.newest({}, 20)).map(({ event }) => event)
    expect(await events()).not.toContain('safe_state')
    expect(await events()).not.toContain('fault')
    await close()
  })

  it('drive an instrument whose link was lost, once it is back', async () => {
    const { instrument, line, plug, registry, driven, close } = await source({ on_link_lost: 'safe' })
    line.inject({ kind: 'unplug', bytes: 1 })
    await expect(instrument.read('voltage')).rejects.toThrow()
    plug()
    await registry.look()
    await expect.poll(async () => (await registry.use('dc', null).read('voltage')).value).toBe(0)
    await driven('The link was lost: dc is at its safe values: voltage = 0 V')
    await close()
  })

  it('say of a link that comes back where its outputs are, though they were at their safe values before', async () => {
    const { instrument, line, plug, registry, driven, close } = await source({ on_link_lost: 'safe', safe_value: 0.5 })
    line.inject({ kind: 'unplug', bytes: 1 })
    await expect(instrument.read('voltage')).rejects.toThrow()
    plug()
    await registry.look()
    await driven('The link was lost: dc is at its safe values: voltage = 0.5 V')
    await close()
  })

  it('at quitting say of what cannot be reached what was last known, and raise an alarm', async () => {
    const { safety, instrument, line, records, close } = await source({ on_quit: 'safe' })
    line.inject({ kind: 'unplug', bytes: 1 })
    await expect(instrument.read('voltage')).rejects.toThrow()
    expect(await safety.quit()).toMatchObject([{ outcome: 'unreachable' }])
    expect(records.alarms.list({ limit: 10, open: true }).items).toMatchObject([
      {
        code: 'safe_state',
        message: expect.stringMatching(
          /; not reached; last known value, read at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: voltage = [\d.]+ V$/,
        ),
      },
    ])
    await close()
  })
})
