/** What becomes of a driver when the process at the other end is hostile. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectInstrument } from '../../../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { isFault } from '../../../../main/instruments/model/fault'
import { openSerial } from '../../../../main/instruments/transport/serial'
import { openTcp } from '../../../../main/instruments/transport/tcp'
import { hurried } from '../connected'
import { driverOf } from '../table'
import { type Behaviour, openHostilePeer } from './hostile-peer'

/** Bytes that a process may take beside what it had: an answer of the longest kind, twice, and its own garbage. */
const MAX_GROWTH = 120_000_000

export interface Hostility {
  readonly behaviour: Behaviour
  readonly link: 'tcp' | 'pty'
  /** Hostile from the first question, or once the instrument is connected. */
  readonly from: 'the start' | 'the first reading'
}

interface Ended {
  readonly fault: string
  /** It says where, and what to do. */
  readonly isClear: boolean
  readonly queued: number
  readonly isMemoryBounded: boolean
  /** What the log keeps of it. */
  readonly isLogBounded: boolean
}

const DRIVERS = {
  tcp: { id: 'qdevil-qdac2', identity: 'QDevil, QDAC-II, 0000027, 3-0.9.26', parameter: 'voltage', channel: '1' },
  pty: {
    id: 'srs-dc205',
    identity: 'Stanford_Research_Systems,DC205,s/n00142,ver1.00',
    parameter: 'voltage',
    channel: null,
  },
} as const

export async function meet({ behaviour, link, from }: Hostility): Promise<Ended> {
  const { id, identity, parameter, channel } = DRIVERS[link]
  const driver = {
    ...driverOf(id),
    // A write to a pty goes through libuv's threads: beside three busy programs on two cores it took up to 1.1 s, and 9 of 20 floods ended
    // in write_timeout under the 300 ms for lines in memory. It has the limit of the driver itself, 2 s.
    timing: {
      ...hurried(driverOf(id)).timing,
      write_ms: driverOf(id).timing.write_ms,
      first_byte_ms: 3_000,
      between_bytes_ms: 300,
    },
  }
  // Who it is, and its empty error queues: as many requests as a connection takes.
  const polite = from === 'the start' ? 0 : 1 + driver.errors.length
  const peer = await openHostilePeer(behaviour, identity, polite)
  const folder = mkdtempSync(join(tmpdir(), 'pentad-hostile-'))
  const path = join(folder, 'port')
  const socat =
    link === 'pty'
      ? spawn('socat', [`PTY,link=${path},raw,echo=0`, `TCP:127.0.0.1:${peer.port},nodelay`], { stdio: 'ignore' })
      : null
  while (socat && !existsSync(path)) await new Promise(resolve => setTimeout(resolve, 5))
  const log = createCommandLog()
  const before = process.memoryUsage()
  let most = 0
  const watch = setInterval(() => {
    const { rss } = process.memoryUsage()
    most = Math.max(most, rss - before.rss)
  }, 20)
  try {
    const transport = socat
      ? await openSerial(path, driver.transport.serial!, folder)
      : await openTcp({ host: '127.0.0.1', port: peer.port })
    // The QDAC-II answers its error queue in words.
    const spoken =
      link === 'tcp' ? { ...driver, errors: [{ ...driver.errors[0]!, reply: '^(?<text>0)$', none: '^0$' }] } : driver
    const connecting = connectInstrument({ id: 'dac', driver: spoken, transport, log })
    const instrument = from === 'the start' ? null : await connecting
    const outcome = await (instrument ? instrument.read(parameter, { channel }) : connecting).then(
      () => 'a value',
      (error: unknown) => error,
    )
    const queued = instrument?.queued ?? 0
    await instrument?.close()
    if (!isFault(outcome)) throw outcome
    return {
      fault: outcome.fault,
      isClear: outcome.where !== null && outcome.remedy.length > 0 && outcome.message.length < 2_000,
      queued,
      isMemoryBounded: most < MAX_GROWTH,
      isLogBounded: log.search({}, 10_000).reduce((sum, { text }) => sum + text.length, 0) < 200_000,
    }
  } finally {
    clearInterval(watch)
    await peer.close()
    socat?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}
