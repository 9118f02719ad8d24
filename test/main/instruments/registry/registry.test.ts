import { describe, expect, it } from 'vitest'
import { InstrumentError } from '../../../../main/instruments/model/fault'
import { createLakeShoreTwin } from '../../../../main/twins/cryostat/lake-shore'
import { createVaunixLdaTwin } from '../../../../main/twins/microwave/vaunix-lda'
import { createDc205Twin } from '../../../../main/twins/sources/dc205'
import { createQdac2Twin } from '../../../../main/twins/sources/qdac2'
import { configured, createLab } from '../lab'
import { driverOf, TWIN } from '../table'

const qdac = (serialNumber: string) => ({ twin: createQdac2Twin({ ...TWIN, serialNumber }), usbSerial: serialNumber })

describe('the registry', () => {
  it('connects what is plugged in, and says of the rest what is missing', async () => {
    const lab = createLab([configured('dac', 'qdevil-qdac2', '0000027'), configured('bias', 'srs-dc205', '00142')])
    lab.plugIn('/dev/ttyACM0', 'qdevil-qdac2', qdac('0000027'))
    await lab.registry.look()
    expect(lab.registry.list().map(({ state }) => state)).toEqual(['ready', 'absent'])
    expect(() => lab.registry.use('bias', null)).toThrow(
      /no Stanford Research Systems DC205 with serial number 00142 at any serial port/,
    )
    await lab.registry.close()
  })

  it('names a model of a long family in a few words, with its USB identity', async () => {
    const lab = createLab([configured('att', 'minicircuits-attenuator', '11904170033')])
    await lab.registry.look()
    expect(() => lab.registry.use('att', null)).toThrow(
      'att: no Mini-Circuits instrument (one of 14 models, USB 20ce:0023) with serial number 11904170033 at any HID port',
    )
    await lab.registry.close()
  })

  it('queries the identity once, and knows by USB the serial number of one that reports none', async () => {
    const lab = createLab([])
    lab.plugIn('/dev/hidraw2', 'vaunix-lda', { twin: createVaunixLdaTwin(TWIN), usbSerial: '11452' })
    const queried = await lab.registry.once({
      id: 'identify',
      driver: driverOf('vaunix-lda'),
      address: { kind: 'hid', path: '/dev/hidraw2' },
    })
    expect(queried.identity).toMatchObject({ model: 'LDA-602', serial_number: '11452' })
    await queried.close()
    await lab.registry.close()
  })

  it('finds an instrument again by its serial number at another port, and not its neighbour', async () => {
    const lab = createLab([configured('dac', 'qdevil-qdac2', '0000027')])
    const first = lab.plugIn('/dev/ttyACM0', 'qdevil-qdac2', qdac('0000027'))
    const changes: string[] = []
    await lab.registry.look()
    lab.registry.onChange(() => changes.push(lab.registry.list()[0]!.state))
    await lab.registry.use('dac', null).set('voltage', 0.25, { channel: '1' })
    first.inject({ kind: 'unplug', bytes: 3 })
    await expect(lab.registry.use('dac', null).read('voltage', { channel: '1' })).rejects.toMatchObject({
      fault: 'unplugged',
    })
    expect(lab.registry.list()[0]).toMatchObject({ state: 'lost', problem: { fault: 'unplugged' } })
    lab.plugIn('/dev/ttyACM0', 'qdevil-qdac2', qdac('0000099'))
    await lab.registry.look()
    expect(lab.registry.list()[0]!.state).not.toBe('ready')
    lab.plugIn('/dev/ttyACM5', 'qdevil-qdac2', qdac('0000027'))
    await lab.registry.look()
    expect(lab.registry.use('dac', null).connection.path).toBe('/dev/ttyACM5')
    expect(changes).toContain('lost')
    expect(changes.at(-1)).toBe('ready')
    await lab.registry.close()
  })

  it('finds an instrument by its serial number alone, at a port whose USB identity names nothing, and takes no other', async () => {
    const lab = createLab([configured('gauge', 'lakeshore-336', 'LSA0001/LSA23KL', '/dev/ttyS0')])
    lab.plugIn('/dev/ttyS4', 'srs-dc205', { twin: createDc205Twin(TWIN), usbKnown: false })
    lab.plugIn('/dev/ttyS5', 'lakeshore-336', {
      twin: createLakeShoreTwin({ ...TWIN, serialNumber: 'LSA0002' }),
      usbKnown: false,
    })
    await lab.registry.look()
    expect(lab.registry.list()[0]!.state).toBe('absent')
    lab.plugIn('/dev/ttyS7', 'lakeshore-336', {
      twin: createLakeShoreTwin({ ...TWIN, serialNumber: 'LSA0001/LSA23KL' }),
      usbKnown: false,
    })
    await lab.registry.look()
    expect(lab.registry.use('gauge', null).connection.path).toBe('/dev/ttyS7')
    await lab.registry.close()
  })

  it('connects and reopens the others while one is deaf', async () => {
    const lab = createLab([
      configured('deaf', 'srs-dc205', null, '/dev/ttyS0'),
      configured('dac', 'qdevil-qdac2', null),
    ])
    let open = () => {}
    const opening = new Promise<void>(resolve => {
      open = resolve
    })
    lab.slow.set('/dev/ttyS0', opening)
    lab.plugIn('/dev/ttyACM0', 'qdevil-qdac2', qdac('0000027'))
    const looking = lab.registry.look()
    const dac = await lab.registry.whenReady('dac', 5_000)
    await dac.close()
    lab.plugIn('/dev/ttyACM0', 'qdevil-qdac2', qdac('0000027'))
    expect((await lab.registry.reopen('dac')).identity.serial_number).toBe('0000027')
    expect(lab.registry.list().map(({ state }) => state)).toEqual(['connecting', 'ready'])
    open()
    await looking
    expect(lab.registry.list()[0]!.state).toBe('absent')
    await lab.registry.close()
  })

  it('opens a port once where it is connected while it is reopened', async () => {
    const lab = createLab([configured('bias', 'srs-dc205', null, '/dev/ttyUSB0')])
    const plugIn = () => lab.plugIn('/dev/ttyUSB0', 'srs-dc205', { twin: createDc205Twin(TWIN) })
    plugIn()
    await lab.registry.look()
    const before = lab.opened.length
    const list = lab.ports.list
    lab.ports.list = async () => {
      lab.ports.list = list
      plugIn()
      const listed = await list()
      await lab.registry.look('bias')
      return listed
    }
    await lab.registry.reopen('bias')
    expect(lab.opened.slice(before)).toHaveLength(1)
    expect(lab.registry.list()[0]!.state).toBe('ready')
    await lab.registry.close()
  })

  it('calls no instrument lost that it closes as it stops', async () => {
    const lab = createLab([configured('bias', 'srs-dc205', null, '/dev/ttyUSB0')])
    lab.plugIn('/dev/ttyUSB0', 'srs-dc205', { twin: createDc205Twin(TWIN) })
    await lab.registry.look()
    const states: string[] = []
    lab.registry.onChange(() => states.push(lab.registry.list()[0]!.state))
    await lab.registry.close()
    expect(states).toEqual([])
    expect(lab.registry.list()[0]).toMatchObject({ instrument: null, problem: null })
  })

  it('connects one of two that are set to the same port, and names it to the other', async () => {
    const two = ['a', 'b'].map(id => configured(id, 'srs-dc205', null, '/dev/ttyUSB0'))
    const lab = createLab(two)
    lab.plugIn('/dev/ttyUSB0', 'srs-dc205', { twin: createDc205Twin(TWIN) })
    await lab.registry.look()
    expect(lab.registry.list().map(({ state, problem }) => [state, problem?.message ?? null])).toEqual([
      ['ready', null],
      ['absent', '/dev/ttyUSB0: a is connected there'],
    ])
    await lab.registry.close()
  })

  it('connects an instrument under one name, and says so to another that finds it at a second port', async () => {
    const lab = createLab([
      configured('bias', 'srs-dc205', null, '/dev/ttyUSB0'),
      configured('other', 'srs-dc205', null, '/dev/ttyUSB1'),
    ])
    lab.plugIn('/dev/ttyUSB0', 'srs-dc205', { twin: createDc205Twin(TWIN) })
    await lab.registry.look()
    // A twin that was closed answers no more.
    const plugInAgain = () => lab.plugIn('/dev/ttyUSB1', 'srs-dc205', { twin: createDc205Twin(TWIN) })
    plugInAgain()
    await lab.registry.look()
    const [bias, other] = lab.registry.list()
    expect(bias).toMatchObject({ state: 'ready' })
    expect(other).toMatchObject({
      state: 'absent',
      problem: {
        fault: 'instrument_taken',
        message: expect.stringMatching(
          /^other: it is bias \(bias\), which is connected at \/dev\/ttyUSB0: serial number /,
        ),
      },
    })
    await lab.registry.remove('bias')
    plugInAgain()
    await lab.registry.look()
    expect(lab.registry.use('other', null).connection.path).toBe('/dev/ttyUSB1')
    await lab.registry.close()
  })

  it('connects anew by a driver file that was corrected, but nobody who is held', async () => {
    const lab = createLab([configured('bias', 'srs-dc205', null, '/dev/ttyUSB0')])
    const { drivers } = lab
    const file = drivers.get('srs-dc205')!
    lab.plugIn('/dev/ttyUSB0', 'srs-dc205', { twin: createDc205Twin(TWIN) })
    await lab.registry.look()
    const first = lab.registry.use('bias', null)
    drivers.set(file.id, { ...file })
    await lab.registry.renewDrivers()
    expect(lab.registry.use('bias', null)).toBe(first)
    drivers.set(file.id, { ...file, manual: 'another edition' })
    const lease = await lab.registry.leases.acquire(['bias'], { id: 'run-7', label: 'run 7' })
    await lab.registry.renewDrivers()
    expect(lab.registry.use('bias', 'run-7')).toBe(first)
    lease.release()
    // A twin that was closed answers no more.
    lab.plugIn('/dev/ttyUSB0', 'srs-dc205', { twin: createDc205Twin(TWIN) })
    await lab.registry.renewDrivers()
    expect(lab.registry.use('bias', null)).not.toBe(first)
    expect(lab.registry.use('bias', null).driver.manual).toBe('another edition')
    await lab.registry.close()
  })

  it('refuses another serial number at the configured port, naming both', async () => {
    const lab = createLab([configured('bias', 'srs-dc205', '00142', '/dev/ttyUSB0')])
    lab.plugIn('/dev/ttyUSB0', 'srs-dc205', { twin: createDc205Twin({ ...TWIN, serialNumber: '00999' }) })
    await lab.registry.look()
    const [{ state, problem }] = lab.registry.list() as [ReturnType<typeof lab.registry.list>[number]]
    expect(state).toBe('absent')
    expect(problem).toMatchObject({
      fault: 'identity_mismatch',
      message: 'bias: serial number 00142 expected; DC205 00999 answers',
    })
    await lab.registry.close()
  })

  it('asks at the other rates of a driver file where nobody answers at the usual one', async () => {
    const lab = createLab([configured('bias', 'srs-dc205', '00142', '/dev/ttyUSB0')])
    lab.plugIn('/dev/ttyUSB0', 'srs-dc205', { twin: createDc205Twin(TWIN), baud: 9_600 })
    await lab.registry.look()
    expect(lab.opened.map(({ baud }) => baud)).toEqual([115_200, 9_600])
    expect((await lab.registry.use('bias', null).read('voltage')).value).toBe(0)
    await lab.registry.close()
  })

  it('explains what keeps it from a port, and connects once that is mended', async () => {
    const lab = createLab([configured('dac', 'qdevil-qdac2', '0000027')])
    lab.plugIn('/dev/ttyACM0', 'qdevil-qdac2', qdac('0000027'))
    lab.refusals.set('/dev/ttyACM0', new InstrumentError('access_denied', 'ana may not open it', '/dev/ttyACM0'))
    lab.listingProblems.push(new InstrumentError('library_missing', 'HID disabled: install libusb-1.0-0'))
    await lab.registry.look()
    expect(lab.registry.list()[0]!.problem).toMatchObject({ fault: 'access_denied', remedy: /udev rules/ })
    expect(lab.registry.problems()).toMatchObject([{ fault: 'library_missing' }])
    lab.refusals.clear()
    await lab.registry.look()
    expect(lab.registry.list()[0]).toMatchObject({ state: 'ready', problem: null })
    await lab.registry.close()
  })

  it('discovers what nobody has configured, with the driver that understood the answer', async () => {
    const lab = createLab([configured('dac', 'qdevil-qdac2', '0000027')])
    lab.plugIn('/dev/ttyACM0', 'qdevil-qdac2', qdac('0000027'))
    lab.plugIn('/dev/ttyUSB0', 'srs-dc205', { twin: createDc205Twin(TWIN) })
    lab.plugIn('/dev/ttyUSB1', 'srs-dc205', { twin: createQdac2Twin(TWIN) })
    await lab.registry.look()
    const { discovered } = await lab.registry.discover()
    expect(discovered.map(({ found, driver, identity }) => [found.path, driver, identity?.serial_number])).toEqual([
      ['/dev/ttyUSB0', 'srs-dc205', '00142'],
      ['/dev/ttyUSB1', null, undefined],
    ])
    expect(discovered[1]!.problem).not.toBeNull()
    await lab.registry.close()
  })

  it('lists ports that no driver names, which may be instruments, and sends them nothing', async () => {
    const lab = createLab([])
    const unknown = { usbKnown: false, twin: createDc205Twin(TWIN) }
    lab.plugIn('/dev/ttyUSB0', 'srs-dc205', unknown)
    lab.plugIn('/dev/hidraw0', 'minicircuits-attenuator', { ...unknown, usagePage: 0xff00 })
    lab.plugIn('/dev/hidraw1', 'minicircuits-attenuator', unknown)
    lab.plugIn('/dev/hidraw2: a keyboard', 'minicircuits-attenuator', { ...unknown, usagePage: 1 })
    const { discovered } = await lab.registry.discover()
    expect(discovered.map(({ found, driver, problem }) => [found.path, driver, problem])).toEqual([
      ['/dev/ttyUSB0', null, null],
      ['/dev/hidraw0', null, null],
      ['/dev/hidraw1', null, null],
    ])
    expect(lab.opened).toEqual([])
    await lab.registry.close()
  })

  it('adds, renames and removes, and refuses a name that is taken', async () => {
    const lab = createLab([])
    lab.plugIn('/dev/ttyACM0', 'qdevil-qdac2', qdac('0000027'))
    lab.registry.add(configured('dac', 'qdevil-qdac2', '0000027'))
    expect(() => lab.registry.add(configured('dac', 'qdevil-qdac2', null))).toThrow(/already/)
    const ready = lab.registry.whenReady('dac', 1_000)
    await lab.registry.look()
    expect((await ready).identity.serial_number).toBe('0000027')
    lab.registry.rename('dac', 'Flux bias')
    expect(lab.registry.list()[0]!.label).toBe('Flux bias')
    await lab.registry.remove('dac')
    expect(lab.registry.list()).toEqual([])
    await expect(async () => lab.registry.use('dac', null)).rejects.toThrow(/no instrument dac/)
    await lab.registry.close()
  })

  it('lets nobody use what another one holds', async () => {
    const lab = createLab([configured('dac', 'qdevil-qdac2', '0000027')])
    lab.plugIn('/dev/ttyACM0', 'qdevil-qdac2', qdac('0000027'))
    await lab.registry.look()
    const lease = await lab.registry.leases.acquire(['dac'], { id: 'run-7', label: 'run 7' })
    expect(() => lab.registry.use('dac', null)).toThrow(/run 7 holds it/)
    expect(lab.registry.use('dac', 'run-7').id).toBe('dac')
    lease.release()
    expect(lab.registry.use('dac', null).id).toBe('dac')
    await lab.registry.close()
  })
})
