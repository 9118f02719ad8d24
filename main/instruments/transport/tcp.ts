import { connect, type Socket } from 'node:net'
import { InstrumentError } from '../model/fault'
import { createPortEvents, type Transport } from './transport'

const CONNECT_MS = 3_000

/** `simulated` comes from the configuration: a socket does not show it. */
export async function openTcp({
  host,
  port,
  simulated = false,
}: {
  host: string
  port: number
  simulated?: boolean
}): Promise<Transport> {
  const path = `${host}:${port}`
  const socket = connect({ host, port, noDelay: true })
  await connected(socket, path)
  const events = createPortEvents()
  socket.on('data', bytes => events.received(bytes))
  socket.on('error', error => events.end(gone(path, error.message)))
  socket.on('close', () => events.end(gone(path, 'the other side closed the connection')))
  return {
    kind: 'tcp',
    path,
    simulated,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    chunkBytes: 65_536,
    onData: events.onData,
    onClose: events.onClose,
    write: bytes =>
      new Promise((resolve, reject) => {
        if (events.ended) return reject(events.refusal(path))
        socket.write(bytes, error => (error ? reject(gone(path, error.message)) : resolve()))
      }),
    flush: async () => {},
    close: async () => {
      events.end(null)
      socket.destroy()
    },
  }
}

const gone = (path: string, reason: string) =>
  new InstrumentError('unplugged', `the connection ended (${reason})`, path)

function connected(socket: Socket, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      socket.destroy()
      reject(new InstrumentError('port_missing', `no connection (${reason})`, path))
    }
    socket.setTimeout(CONNECT_MS, () => fail(`no answer within ${CONNECT_MS / 1000} s`))
    socket.once('error', error => fail(error.message))
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.removeAllListeners('error')
      resolve()
    })
  })
}
