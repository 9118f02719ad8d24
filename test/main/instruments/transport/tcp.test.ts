/** Over real sockets on the loopback. */
import { afterEach, describe, expect, it } from 'vitest'
import { connectInstrument } from '../../../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { openTcp } from '../../../../main/instruments/transport/tcp'
import { withFaults } from '../../../../main/twins/faults/with-faults'
import { driverOf, TABLE, TWIN } from '../table'
import { openForeignQdac } from './foreign-qdac'
import { serveTwin } from './pty'

const servers: { close(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const tcpRows = TABLE.filter(row => driverOf(row.driver).transport.tcp !== undefined)

describe('TCP', () => {
  it.each(tcpRows.map(row => [row.driver, row] as const))('%s is queried, set and read back', async (_, row) => {
    const { server, port } = await serveTwin(row.twin(TWIN))
    servers.push(server)
    const transport = await openTcp({ host: '127.0.0.1', port })
    const instrument = await connectInstrument({
      id: row.driver,
      driver: driverOf(row.driver),
      transport,
      log: createCommandLog(),
    })
    const { parameter, channel = null, values } = row.setting!
    for (const value of values) expect((await instrument.set(parameter, value, { channel })).read_back).toBe(value)
    await instrument.close()
  })

  it('a connection that the other side ends is unplugged, in the middle of a question too', async () => {
    const row = tcpRows[0]!
    const twin = withFaults(row.twin(TWIN), { seed: 1, clock: TWIN.clock })
    const { server, port, sockets } = await serveTwin(twin)
    servers.push(server)
    const transport = await openTcp({ host: '127.0.0.1', port, simulated: true })
    const instrument = await connectInstrument({
      id: 'dac',
      driver: driverOf(row.driver),
      transport,
      log: createCommandLog(),
    })
    expect(instrument.connection.simulated).toBe(true)
    twin.inject({ kind: 'drop' })
    const asking = instrument.read('voltage', { channel: '1' })
    for (const socket of sockets) socket.destroy()
    await expect(asking).rejects.toMatchObject({ fault: 'unplugged' })
    await expect(instrument.read('voltage', { channel: '1' })).rejects.toMatchObject({ fault: 'unplugged' })
  })

  it('a foreign process that knows the manual alone is queried, set, refuses and is lost when it is killed', async () => {
    const peer = await openForeignQdac()
    servers.push({ close: peer.end })
    const transport = await openTcp({ host: '127.0.0.1', port: peer.port })
    const driver = driverOf('qdevil-qdac2')
    const instrument = await connectInstrument({ id: 'dac', driver, transport, log: createCommandLog() })
    expect(instrument.identity).toMatchObject({ vendor: 'QDevil', model: 'QDAC-II', serial_number: '83' })
    expect(instrument.connection.simulated).toBe(false)
    const channel = '24'
    expect((await instrument.set('voltage', -0.125, { channel })).read_back).toBe(-0.125)
    expect((await instrument.set('range', 'low', { channel })).read_back).toBe('low')
    expect((await instrument.read('output_voltage', { channel })).value).toBe(-0.125)
    expect((await instrument.read('current', { channel })).value).toBe(1.5e-9)
    // Beyond the range that is switched on: the instrument's own word.
    await expect(instrument.set('voltage', 5, { channel })).rejects.toMatchObject({ fault: 'refused' })
    const cause = { actor: 'test', work: null }
    await expect(instrument.console('sour24:volt 5', cause)).rejects.toMatchObject({
      fault: 'refused',
      message: expect.stringContaining('-222,"Data out of range"'),
    })
    expect((await instrument.read('voltage', { channel })).value).toBe(-0.125)
    peer.end()
    await expect(instrument.read('voltage', { channel })).rejects.toMatchObject({ fault: 'unplugged' })
  })

  it('a port without a listener is named', async () => {
    const { server, port } = await serveTwin(tcpRows[0]!.twin(TWIN))
    await new Promise<void>(resolve => server.close(() => resolve()))
    await expect(openTcp({ host: '127.0.0.1', port })).rejects.toMatchObject({
      fault: 'port_missing',
      where: `127.0.0.1:${port}`,
    })
  })
})
