/** Over real sockets on the loopback. */
import { afterEach, describe, expect, it } from 'vitest'
import { connectInstrument } from '../../../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { openTcp } from '../../../../main/instruments/transport/tcp'
import { withFaults } from '../../../../main/twins/faults/with-faults'
import { driverOf, TABLE, TWIN } from '../table'
import { serveTwin } from './pty'

const servers: { close(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const tcpRows = TABLE.filter(row => driverOf(row.driver).transport.tcp !== undefined)

describe('TCP', () => {
  it.each(tcpRows.map(row => [row.driver, row] as const))('%s is asked, set and read back', async (_, row) => {
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
    const asking = instrument.get('voltage', { channel: '1' })
    for (const socket of sockets) socket.destroy()
    await expect(asking).rejects.toMatchObject({ fault: 'unplugged' })
    await expect(instrument.get('voltage', { channel: '1' })).rejects.toMatchObject({ fault: 'unplugged' })
  })

  it('a port where nobody listens is named', async () => {
    const { server, port } = await serveTwin(tcpRows[0]!.twin(TWIN))
    await new Promise<void>(resolve => server.close(() => resolve()))
    await expect(openTcp({ host: '127.0.0.1', port })).rejects.toMatchObject({
      fault: 'port_missing',
      where: `127.0.0.1:${port}`,
    })
  })
})
