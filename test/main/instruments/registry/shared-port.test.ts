/** Modules of one mainframe: instruments of their own behind one serial port. */
import { afterEach, describe, expect, it } from 'vitest'
import type { Registry } from '../../../../main/instruments/registry/registry'
import { createSim900Twin } from '../../../../main/twins/sources/sim900'
import { configured, createLab } from '../lab'
import { TWIN } from '../table'

const PORT = '/dev/ttyUSB0'
const module = (slot: number, serial: string | null = null) => ({
  ...configured(`bias-${slot}`, 'srs-sim928', serial, PORT),
  options: { slot },
})

const open: Registry[] = []
afterEach(async () => {
  for (const registry of open.splice(0)) await registry.close()
})

/** A mainframe with modules in slots 3 and 5. */
function mainframe(...modules: ReturnType<typeof module>[]) {
  return mainframeOf(createSim900Twin({ ...TWIN, slots: [3, 5] }), modules)
}

function mainframeOf(sim900: ReturnType<typeof createSim900Twin>, modules: ReturnType<typeof module>[]) {
  const lab = createLab(modules)
  open.push(lab.registry)
  const twin = lab.plugIn(PORT, 'srs-sim928', { twin: sim900 })
  return { ...lab, twin }
}
const states = ({ registry }: { registry: Registry }) => registry.list().map(({ id, state }) => `${id} ${state}`)

describe('instruments on one port', () => {
  it('are set and read each by its slot, take turns in one queue, and are known by their own serial numbers', async () => {
    const lab = mainframe(module(3, '001003'), module(5, '001005'))
    await lab.registry.look()
    expect(states(lab)).toEqual(['bias-3 ready', 'bias-5 ready'])
    const [three, five] = [3, 5].map(slot => lab.registry.use(`bias-${slot}`, null))
    await Promise.all([three!.set('voltage', 0.25), five!.set('voltage', -1.5)])
    const read = await Promise.all([three!.read('voltage'), five!.read('voltage'), three!.read('voltage')])
    expect(read.map(({ value }) => value)).toEqual([0.25, -1.5, 0.25])
    expect(lab.opened.map(({ path }) => path)).toEqual([PORT])
  })

  it('are leased each by itself, and the safe state of one goes first through the queue of both', async () => {
    const lab = mainframe(module(3), module(5))
    await lab.registry.look()
    const [three, five] = [3, 5].map(slot => lab.registry.use(`bias-${slot}`, null))
    await three!.set('voltage', 0.05)
    await lab.registry.leases.acquire(['bias-3'], { id: 'run', label: 'a run' })
    expect(() => lab.registry.use('bias-3', 'other')).toThrow('a run holds it')
    const waiting = [1, 2, 3].map(() => five!.read('voltage'))
    const own = three!.read('voltage')
    own.catch(() => undefined)
    three!.preempt()
    await expect(own).rejects.toMatchObject({ fault: 'preempted' })
    await three!.set('voltage', 0, { urgent: true })
    expect((await Promise.all(waiting)).map(({ value }) => value)).toEqual([0, 0, 0])
    expect(lab.registry.list().map(({ state }) => state)).toEqual(['ready', 'ready'])
  })

  it('leave one that is in an empty slot out, saying so, and refuse a second one in the same slot', async () => {
    const again = { ...module(5), id: 'again' }
    const lab = mainframe(module(5), module(7), again, module(3, '999'))
    await lab.registry.look()
    const problems = lab.registry.list().map(({ problem }) => problem && `${problem.fault}: ${problem.message}`)
    expect(problems).toEqual([
      null,
      'module_missing: bias-7: no module answers in slot 7 of the mainframe',
      `port_busy: ${PORT}: bias-5 is connected there, at slot 5: each instrument on the port needs its own`,
      'identity_mismatch: bias-3: serial number 999 expected; SIM928 001003 answers',
    ])
    expect((await lab.registry.use('bias-5', null).read('voltage')).value).toBe(0)
  })

  it('are queried again where the mainframe has no answer of theirs yet', async () => {
    const slow = createSim900Twin({ ...TWIN, slots: [3], moduleMs: 180 })
    const lab = mainframeOf(slow, [module(3)])
    await lab.registry.look()
    expect(states(lab)).toEqual(['bias-3 ready'])
    expect((await lab.registry.use('bias-3', null).read('voltage')).value).toBe(0)
  })

  it('stay when one of them leaves, and are all lost with the port', async () => {
    const lab = mainframe(module(3), module(5))
    await lab.registry.look()
    await lab.registry.remove('bias-3')
    const five = lab.registry.use('bias-5', null)
    expect((await five.read('voltage')).value).toBe(0)
    lab.registry.add(module(3))
    await lab.registry.look()
    expect(states(lab)).toEqual(['bias-5 ready', 'bias-3 ready'])
    lab.twin.inject({ kind: 'unplug', bytes: 3 })
    await expect(five.read('voltage')).rejects.toMatchObject({ fault: 'unplugged' })
    expect(states(lab)).toEqual(['bias-5 lost', 'bias-3 lost'])
  })

  it('come back in step after a fault of the line, whoever asks next', async () => {
    const lab = mainframe(module(3), module(5))
    await lab.registry.look()
    const [three, five] = [3, 5].map(slot => lab.registry.use(`bias-${slot}`, null))
    await three!.set('voltage', 0.5)
    lab.twin.inject({ kind: 'garbage', bytes: 4 })
    const values = await Promise.allSettled([five!.read('voltage'), three!.read('voltage')])
    expect(values.map(one => one.status === 'fulfilled' && one.value.value)).toEqual([0, 0.5])
  })
})
