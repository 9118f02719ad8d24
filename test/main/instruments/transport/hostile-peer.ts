/** A process of its own that listens on TCP, sends its identity as often as that is queried, then does its worst. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export const BEHAVIOURS = [
  'silence',
  'flood',
  'hundred megabytes without an end',
  'closes',
  'closes in the middle of an answer',
  'never reads',
  'NULs',
  'invalid UTF-8',
  'echo',
  'a block without end',
  'a block of nonsense length',
  'lines of nothing',
] as const
export type Behaviour = (typeof BEHAVIOURS)[number]

/** Runs in its own process, which knows nothing of the drivers. */
const SOURCE = `
const { createServer } = require('node:net')
const [, behaviour, identity, polite] = process.argv
let left = Number(polite)
const MEGABYTE = Buffer.alloc(2 ** 20, 0x37)
const say = (socket, bytes) => new Promise(resolve => socket.destroyed || socket.write(bytes) ? resolve() : socket.once('drain', resolve))
const worst = {
  'silence'() {},
  async 'flood'(socket) {
    // Thirteen megabytes a second, for as long as anybody listens.
    const piece = Buffer.from('7.25 '.repeat(13_000))
    const timer = setInterval(() => socket.destroyed ? clearInterval(timer) : socket.writableLength < 2 ** 20 && socket.write(piece), 5)
  },
  async 'hundred megabytes without an end'(socket) { for (let count = 0; count < 100; count += 1) await say(socket, MEGABYTE) },
  'closes'(socket) { socket.destroy() },
  'closes in the middle of an answer'(socket) { socket.write('QDev', () => socket.destroy()) },
  'never reads'(socket) { socket.pause() },
  'NULs'(socket) { socket.write(Buffer.alloc(300)) },
  'invalid UTF-8'(socket) { socket.write(Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0x80, 0x0a])) },
  'echo'(socket, bytes) { socket.write(bytes) },
  'a block without end'(socket) { socket.write('#9000999999' + 'x'.repeat(5_000)) },
  'a block of nonsense length'(socket) { socket.write('#0#x#9999999999\\n') },
  async 'lines of nothing'(socket) { for (let count = 0; count < 2_000; count += 1) await say(socket, '\\r\\n\\n\\r') },
}
const server = createServer(socket => {
  let waiting = ''
  socket.on('error', () => {})
  socket.on('data', bytes => {
    waiting += bytes.toString('latin1')
    const lines = waiting.split('\\n')
    waiting = lines.pop().slice(-1_000)
    for (const line of lines) {
      if (left > 0 && line.startsWith('*IDN?')) socket.write(identity + '\\n')
      else if (left > 0) socket.write('0\\n')
      else worst[behaviour](socket, bytes)
      left -= 1
    }
  })
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

export interface HostilePeer {
  readonly port: number
  close(): Promise<void>
}

/** `polite`: so many requests it answers as an instrument does, before it turns. */
export async function openHostilePeer(behaviour: Behaviour, identity: string, polite: number): Promise<HostilePeer> {
  const child = spawn(process.execPath, ['-e', SOURCE, behaviour, identity, String(polite)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await new Promise<string[]>((resolve, reject) => {
    createInterface(child.stdout).once('line', line => resolve([line]))
    child.once('exit', code => reject(new Error(`the peer ended with ${code}`)))
  })
  return {
    port: Number(port),
    close: () =>
      new Promise(resolve => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGKILL')
      }),
  }
}
