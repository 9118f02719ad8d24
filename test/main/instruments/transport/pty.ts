/** A serial port without hardware: socat makes a pty and passes its bytes to a twin behind a socket. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ByteTwin } from '../../../../main/twins/model/byte-twin'

export const hasSocat = ((): boolean => {
  try {
    execFileSync('socat', ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

export interface Pty {
  readonly path: string
  /** Where locks of this test lie. */
  readonly folder: string
  /** Takes the port away, as an unplug does. */
  unplug(): Promise<void>
  /** The instrument's side falls silent; the port stays. */
  mute(): void
  close(): Promise<void>
}

/** What the twin sends goes to whoever has the socket, and back. */
export function serveTwin(twin: ByteTwin): Promise<{ server: Server; port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>()
  twin.onSend(bytes => {
    for (const socket of sockets) socket.write(bytes)
  })
  const server = createServer({ noDelay: true }, socket => {
    sockets.add(socket)
    socket.on('data', bytes => twin.receive(new Uint8Array(bytes)))
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  return new Promise(resolve =>
    server.listen(0, '127.0.0.1', () =>
      resolve({ server, sockets, port: (server.address() as { port: number }).port }),
    ),
  )
}

export async function openPty(twin: ByteTwin, name = 'port'): Promise<Pty> {
  const folder = mkdtempSync(join(tmpdir(), 'pentad-pty-'))
  const path = join(folder, name)
  const { server, port, sockets } = await serveTwin(twin)
  const socat = spawn('socat', [`PTY,link=${path},raw,echo=0`, `TCP:127.0.0.1:${port},nodelay`], { stdio: 'ignore' })
  while (!existsSync(path) || sockets.size === 0) await new Promise(resolve => setTimeout(resolve, 5))
  const end = (child: ChildProcess) =>
    new Promise<void>(resolve => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill('SIGKILL')
    })
  return {
    path,
    folder,
    unplug: () => end(socat),
    mute: () => void socat.kill('SIGSTOP'),
    async close() {
      await end(socat)
      for (const socket of sockets) socket.destroy()
      server.close()
      twin.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
