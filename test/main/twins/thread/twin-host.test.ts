import { readdirSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { connectInstrument, type Instrument } from '../../../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { measureProgram } from '../../../../main/sequencer/host/measure-program'
import type { TwinDescription } from '../../../../main/twins/thread/messages'
import { TWIN_MODELS } from '../../../../main/twins/thread/models'
import { threadScript } from '../../../../main/worker/offload'
import { driverOf, INSTRUMENTS } from '../../instruments/table'
import { ADDRESS, clock, compiledOf, DEMO, device, linkTo, sha256 } from '../sequencer/rig'
import { hosted, SEQUENCER } from './hosted'

const LIGHT: readonly TwinDescription[] = Object.entries(TWIN_MODELS)
  .filter(([, { is_heavy }]) => !is_heavy)
  .map(([driver]) => ({ name: driver, driver, serial_number: null }))
const DC: TwinDescription = { name: 'bias', driver: 'srs-dc205', serial_number: '00142' }

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

function lab(given: Parameters<typeof hosted>[0]) {
  const made = hosted(given)
  open.push(made.host)
  return {
    ...made,
    async connect(name: string, driver: string, expectedSerialNumber: string | null = null): Promise<Instrument> {
      const transport = await made.ports.open({ kind: 'twin', name }, driverOf(driver))
      const instrument = await connectInstrument({
        id: name,
        driver: driverOf(driver),
        transport,
        log: createCommandLog(),
        usbSerialNumber: 'USB-1',
        expectedSerialNumber,
      })
      open.push(instrument)
      return instrument
    },
  }
}

const lost = (instrument: Instrument) =>
  new Promise<string>(resolve => instrument.onFailure(({ fault }) => resolve(fault)))
/** The threads' program, but that a question for the voltage kills it. */
const DYING = `require('node:worker_threads').parentPort.on('message', ({ kind, bytes }) => {
  if (kind === 'bytes' && Buffer.from(bytes).includes('VOLT?')) throw new Error('killed')
})
${threadScript('twin-thread.cjs')}`
const CAUSE = { actor: 'ana', work: null }

describe('twins on threads', () => {
  it('are there for every driver, and identify themselves', async () => {
    const drivers = readdirSync(INSTRUMENTS).flatMap(file => (/^(.*)\.json$/.exec(file)?.[1] ?? []) as string)
    expect(drivers.filter(id => !(id in TWIN_MODELS))).toEqual([])
    const { connect } = lab({ twins: [...LIGHT, SEQUENCER] })
    for (const { name, driver } of [...LIGHT, SEQUENCER]) {
      const { identity } = await connect(name, driver)
      expect({ driver, ...identity }).toMatchObject({ driver, vendor: expect.any(String) })
    }
  })

  it('keep what was set while their line is cut, and come back by themselves', async () => {
    const { connect, host, ports } = lab({ twins: [DC] })
    const first = await connect('bias', 'srs-dc205')
    await first.set('voltage', 0.5, { cause: CAUSE })
    const ended = lost(first)
    await host.setFaults('bias', { seed: 1, faults: [{ reply: 0, fault: { kind: 'unplug', bytes: 0 } }] })
    expect(await ended).toBe('unplugged')
    expect(host.isPluggedIn('bias')).toBe(false)
    await expect(ports.open({ kind: 'twin', name: 'bias' }, driverOf('srs-dc205'))).rejects.toMatchObject({
      fault: 'port_missing',
    })
    await expect.poll(() => host.isPluggedIn('bias')).toBe(true)
    const again = await connect('bias', 'srs-dc205', '00142')
    expect((await again.read('voltage', { cause: CAUSE })).value).toBe(0.5)
  })

  it('come back as another instrument where the script says so, and not before a request where it says that', async () => {
    const { connect, host } = lab({ twins: [DC] })
    const first = await connect('bias', 'srs-dc205')
    const ended = lost(first)
    const fault = { kind: 'unplug', bytes: 3, serial_number: '99999', returns_after_ms: null } as const
    void host.setFaults('bias', { seed: 1, faults: [{ reply: 1, fault }] })
    await first.read('voltage', { cause: CAUSE }).catch(() => undefined)
    await first.read('voltage', { cause: CAUSE }).catch(() => undefined)
    expect(await ended).toBe('unplugged')
    expect(await host.openPeer('bias')).toBe(null)
    void host.setFaults('bias', { seed: 1, faults: [] })
    await expect.poll(() => host.isPluggedIn('bias')).toBe(true)
    await expect(connect('bias', 'srs-dc205', '00142')).rejects.toMatchObject({ fault: 'identity_mismatch' })
    const other = await connect('bias', 'srs-dc205', '99999')
    const swapped = lost(other)
    await host.setFaults('bias', { seed: 1, faults: [] })
    expect(await swapped).toBe('unplugged')
    await expect.poll(() => host.isPluggedIn('bias')).toBe(true)
    expect((await connect('bias', 'srs-dc205', '00142')).identity.serial_number).toBe('00142')
  })

  it('are unplugged without a connection too, and come back', async () => {
    const { connect, host, ports } = lab({ twins: [DC] })
    const unplug = { kind: 'unplug', bytes: 0 } as const
    await host.setFaults('bias', { seed: 1, faults: [{ reply: 0, fault: { ...unplug, returns_after_ms: null } }] })
    expect(host.isPluggedIn('bias')).toBe(false)
    await expect(ports.open({ kind: 'twin', name: 'bias' }, driverOf('srs-dc205'))).rejects.toMatchObject({
      fault: 'port_missing',
    })
    await host.setFaults('bias', { seed: 1, faults: [{ reply: 0, fault: { ...unplug, serial_number: '99999' } }] })
    await expect.poll(() => host.isPluggedIn('bias')).toBe(true)
    expect((await connect('bias', 'srs-dc205', '99999')).identity.serial_number).toBe('99999')
    await host.setFaults('bias', { seed: 1, faults: [{ reply: 1, fault: unplug }] })
    expect(host.isPluggedIn('bias')).toBe(true)
  })

  it('have fewer faults to come as they play them, in turn where several are due, and none that was taken back', async () => {
    const { connect, host } = lab({ twins: [DC] })
    const bias = await connect('bias', 'srs-dc205')
    const kinds = async () => (await host.faultsLeft('bias')).faults.map(({ reply, fault }) => `${fault.kind} ${reply}`)
    const fault = (kind: 'ignore_set' | 'clamp_set' | 'split') => ({ reply: 0, fault: { kind } })
    await host.setFaults('bias', {
      seed: 5,
      faults: [fault('split'), fault('split'), { ...fault('split'), reply: 900 }],
    })
    expect(await kinds()).toEqual(['split 0', 'split 0', 'split 900'])
    await bias.read('voltage', { cause: CAUSE })
    await bias.read('voltage', { cause: CAUSE })
    const [last, ...none] = (await host.faultsLeft('bias')).faults
    expect(none).toEqual([])
    expect(last!.reply).toBeLessThan(900)
    expect((await host.faultsLeft('bias')).seed).toBe(5)

    await host.setFaults('bias', { seed: 5, faults: [fault('ignore_set'), fault('clamp_set')] })
    expect(await kinds()).toEqual(['ignore_set 0', 'clamp_set 0'])
    await expect(bias.set('voltage', 0.5, { cause: CAUSE })).rejects.toMatchObject({ fault: 'set_not_taken' })
    expect(await kinds()).toEqual(['clamp_set 0'])
    await host.setFaults('bias', { seed: 5, faults: [] })
    expect((await bias.set('voltage', 0.5, { cause: CAUSE })).read_back).toBe(0.5)
  })

  it('keep the faults that they have not played when their line is opened again', async () => {
    const { connect, host } = lab({ twins: [DC] })
    const first = await connect('bias', 'srs-dc205')
    await host.setFaults('bias', {
      seed: 1,
      faults: [
        { reply: 0, fault: { kind: 'drop' } },
        { reply: 0, fault: { kind: 'ignore_set' } },
      ],
    })
    await first.read('voltage', { cause: CAUSE }).catch(() => undefined)
    await first.close()
    expect((await host.faultsLeft('bias')).faults).toEqual([{ reply: 0, fault: { kind: 'ignore_set' } }])
    const again = await connect('bias', 'srs-dc205')
    await expect(again.set('voltage', 0.5, { cause: CAUSE })).rejects.toMatchObject({ fault: 'set_not_taken' })
    expect((await host.faultsLeft('bias')).faults).toEqual([])
  })

  it('are unplugged when their thread dies, and there again on another', async () => {
    const errors: unknown[] = []
    const { connect } = lab({ twins: [DC], report: error => errors.push(error), script: DYING })
    const first = await connect('bias', 'srs-dc205')
    const ended = lost(first)
    await first.read('voltage', { cause: CAUSE }).catch(() => undefined)
    expect(await ended).toBe('unplugged')
    expect(errors).toHaveLength(1)
    expect((await connect('bias', 'srs-dc205', '00142')).identity.serial_number).toBe('00142')
  })

  it('are refused by name where there is none, where it is taken, and for a driver without one', async () => {
    const { host, ports } = lab({ twins: [DC] })
    await expect(host.openPeer('basi')).rejects.toThrow('There is no twin basi; there are bias')
    await expect(ports.open({ kind: 'twin', name: 'basi' }, driverOf('srs-dc205'))).rejects.toMatchObject({
      fault: 'port_missing',
      message: expect.stringContaining('There is no twin basi; there are bias'),
    })
    expect(() => host.add(DC)).toThrow('There is a twin bias already')
    expect(() => host.add({ ...DC, name: 'fridge', driver: 'borealis-tc2' })).toThrow('borealis-tc2 has no twin')
  })
})

describe('the sequencer twin on its thread', () => {
  const { program, reference } = compiledOf({ mode: 'detection', rounds: 1 })

  async function shotsOf(host: ReturnType<typeof lab>['host'], shots = 500) {
    const hashes: string[] = []
    const link = linkTo((await host.openPeer('rack'))!)
    const run = await measureProgram(link, {
      program,
      reference,
      profile: { ...DEMO, bins: 250 * program.slots },
      address: ADDRESS,
      sha256,
      clock,
      shots,
      onBatch: async ({ planes }) => void hashes.push(sha256(planes.data)),
    })
    return { run, hashes }
  }

  it('gives the same shots for the same seed and others for another', async () => {
    const twins = [SEQUENCER]
    const [one, two] = [await shotsOf(lab({ twins }).host), await shotsOf(lab({ twins }).host)]
    const other = await shotsOf(lab({ twins, seed: 8 }).host)
    expect(one).toMatchObject({ run: { shots: 500, batches: 2 }, hashes: two.hashes })
    expect(one.hashes[0]).not.toBe(one.hashes[1])
    expect(other.hashes[0]).not.toBe(one.hashes[0])
  })

  it('errs by the calibration that is current when a program comes', async () => {
    let calibration = device
    const { host } = lab({ twins: [SEQUENCER], calibrationOf: () => calibration })
    const before = await shotsOf(host)
    const perfect = device.snapshot.qubits.map(qubit => ({ ...qubit, readout_fidelity: 0.5 }))
    calibration = { ...device, snapshot: { ...device.snapshot, qubits: perfect } }
    host.recalibrated('rack')
    const after = await shotsOf(host)
    expect(after.hashes).not.toEqual(before.hashes)
  })
})
