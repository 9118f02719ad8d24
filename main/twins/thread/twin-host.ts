/** The service's side of its twins: what they compute is done on threads, and a thread that dies is an unplug. */
import { Worker } from 'node:worker_threads'
import { AppError } from '../../contract/model/errors'
import type { ByteTwin } from '../model/byte-twin'
import {
  type FaultScript,
  type FromTwins,
  NO_FAULTS,
  type ToTwins,
  type TwinCalibration,
  type TwinDescription,
  type TwinThreadData,
} from './messages'
import { TWIN_MODELS } from './models'

/** A connection to a twin. */
interface TwinPeer extends ByteTwin {
  onUnplug(listener: () => void): void
}

interface TwinFaults {
  readonly script: FaultScript
  /** False from an unplug until it is back. */
  readonly plugged_in: boolean
}

export interface TwinHost {
  /**
   * A new connection, which ends the one before, once the thread runs; null while nothing is plugged in. Rejects with
   * `not_found`.
   */
  openPeer(name: string): Promise<TwinPeer | null>
  /** In place of those before; plugs it in again, too. Resolves once they are in effect. Rejects with `not_found`. */
  setFaults(name: string, script: FaultScript): Promise<void>
  faults(name: string): TwinFaults
  /** Its device has another calibration: programs that are uploaded from now on err by it. */
  recalibrated(name: string): void
  /** Throws `invalid_request` for a name that is taken and for a driver that has no twin. */
  add(twin: TwinDescription): void
  remove(name: string): void
  close(): Promise<void>
}

interface TwinHostOptions {
  readonly twins: readonly TwinDescription[]
  /** The device behind a sequencer twin, with its current calibration. */
  readonly calibrationOf: (name: string) => TwinCalibration
  /** Same seed, same requests: same answers but for times. */
  readonly seed: number
  /** The threads' program; it finds `TwinThreadData` as its data. */
  readonly script: string
  readonly native_dirs: readonly string[]
  /** Told why a thread died. */
  readonly report: (error: unknown) => void
}

interface Hosted {
  readonly twin: TwinDescription
  readonly thread: TwinThread
  faults: FaultScript
  plugged_in: boolean
}

const LIGHT = ''

export function createTwinHost({ twins, calibrationOf, seed, ...rest }: TwinHostOptions): TwinHost {
  const hosted = new Map<string, Hosted>()
  const threads = new Map<string, TwinThread>()
  let connections = 0

  const isHeavy = ({ driver }: TwinDescription) => TWIN_MODELS[driver]!.is_heavy
  const calibrated = (twin: TwinDescription) => (isHeavy(twin) ? calibrationOf(twin.name) : null)

  function find(name: string): Hosted {
    const found = hosted.get(name)
    if (found) return found
    const known = [...hosted.keys()]
    throw new AppError('not_found', `There is no twin ${name}; there are ${known.join(', ') || 'none'}`, {
      name,
      known,
    })
  }

  function threadFor(key: string): TwinThread {
    const found = threads.get(key)
    if (found) return found
    const thread = createTwinThread({
      ...rest,
      heard({ name, kind }) {
        const at = hosted.get(name)
        if (at) at.plugged_in = kind === 'plugged'
      },
      started: starts => of(thread).map(({ twin }) => adding(twin, starts)),
      died() {
        for (const at of of(thread)) Object.assign(at, { faults: NO_FAULTS, plugged_in: true })
      },
    })
    threads.set(key, thread)
    return thread
  }

  const of = (thread: TwinThread) => [...hosted.values()].filter(at => at.thread === thread)
  const adding = (twin: TwinDescription, starts: number): ToTwins => ({
    ...{ kind: 'add', twin, seed: seedOf(seed, `${twin.name} ${starts}`), calibration: calibrated(twin) },
  })

  function add(twin: TwinDescription): void {
    const { name, driver } = twin
    if (hosted.has(name)) throw new AppError('invalid_request', `There is a twin ${name} already; take another name`)
    if (!Object.hasOwn(TWIN_MODELS, driver)) throw noModel(driver)
    const thread = threadFor(isHeavy(twin) ? name : LIGHT)
    hosted.set(name, { twin, thread, faults: NO_FAULTS, plugged_in: true })
    if (thread.starts() > 0) thread.send(adding(twin, thread.starts()))
  }

  for (const twin of twins) add(twin)
  return {
    async openPeer(name) {
      const { thread, plugged_in } = find(name)
      return plugged_in ? thread.open(name, connections++) : null
    },
    async setFaults(name, script) {
      const at = find(name)
      at.faults = script
      await at.thread.setFaults(name, script)
    },
    faults(name) {
      const { faults: script, plugged_in } = find(name)
      return { script, plugged_in }
    },
    recalibrated(name) {
      const { thread } = find(name)
      if (thread.starts() > 0) thread.send({ kind: 'calibration', name, calibration: calibrationOf(name) })
    },
    add,
    remove(name) {
      const { thread } = find(name)
      hosted.delete(name)
      if (thread.starts() > 0) thread.send({ kind: 'remove', name })
    },
    async close() {
      await Promise.all([...threads.values()].map(thread => thread.close()))
    },
  }
}

const noModel = (driver: string): AppError => {
  const known = Object.keys(TWIN_MODELS)
  const message = `The driver ${driver} has no twin; twins are there for ${known.join(', ')}`
  return new AppError('invalid_request', message, { driver, known })
}

interface TwinThread {
  /** How often it was started. */
  starts(): number
  /** Nothing where it does not run. */
  send(message: ToTwins): void
  /** Starts it where it does not run; resolves as well where it dies meanwhile. */
  setFaults(name: string, script: FaultScript): Promise<void>
  /** Null where it dies meanwhile. */
  open(name: string, connection: number): Promise<TwinPeer | null>
  close(): Promise<void>
}

interface TwinThreadOptions extends Pick<TwinHostOptions, 'script' | 'native_dirs' | 'report'> {
  heard(message: Extract<FromTwins, { kind: 'plugged' | 'unplugged' }>): void
  /** What the new thread is told first. */
  started(starts: number): readonly ToTwins[]
  died(): void
}

interface Line {
  readonly listeners: ((bytes: Uint8Array) => void)[]
  readonly unplugged: (() => void)[]
  opened: () => void
}

/** Started when it is first needed, and again after it died. */
function createTwinThread({ script, native_dirs, ...told }: TwinThreadOptions): TwinThread {
  const lines = new Map<number, Line>()
  const faultsSet = new Map<number, () => void>()
  let requests = 0
  let worker: Worker | null = null
  let starts = 0

  function unplug(connection: number): void {
    const line = lines.get(connection)
    lines.delete(connection)
    for (const listener of line?.unplugged ?? []) listener()
  }

  function settle(request: number): void {
    faultsSet.get(request)?.()
    faultsSet.delete(request)
  }

  function dropAll(): void {
    for (const connection of [...lines.keys()]) unplug(connection)
    for (const request of [...faultsSet.keys()]) settle(request)
  }

  function hear(message: FromTwins): void {
    if (message.kind === 'bytes') {
      for (const listener of lines.get(message.connection)?.listeners ?? []) listener(message.bytes)
      return
    }
    if (message.kind === 'opened') {
      lines.get(message.connection)?.opened()
      return
    }
    if (message.kind === 'faults_set') {
      settle(message.request)
      return
    }
    told.heard(message)
    if (message.kind === 'unplugged' && message.connection !== null) unplug(message.connection)
  }

  function start(): Worker {
    const workerData: TwinThreadData = { native_dirs }
    const starting = new Worker(script, { eval: true, workerData })
    starting.on('message', hear)
    starting.on('error', error => told.report(error))
    starting.on('exit', () => {
      if (worker !== starting) return
      worker = null
      told.died()
      dropAll()
    })
    starting.unref()
    worker = starting
    starts += 1
    for (const message of told.started(starts)) starting.postMessage(message)
    return starting
  }

  const post = (message: ToTwins): void => (worker ?? start()).postMessage(message)
  const send = (message: ToTwins, moved: readonly ArrayBuffer[] = []): void => worker?.postMessage(message, moved)

  return {
    starts: () => (worker ? starts : 0),
    send,
    setFaults: (name, script) =>
      new Promise(resolve => {
        const request = requests++
        faultsSet.set(request, resolve)
        post({ kind: 'faults', name, script, request })
      }),
    async open(name, connection) {
      const line: Line = { listeners: [], unplugged: [], opened: () => undefined }
      lines.set(connection, line)
      const isOpen = () => lines.get(connection) === line
      await new Promise<void>(resolve => {
        line.opened = resolve
        line.unplugged.push(resolve)
        post({ kind: 'open', name, connection })
      })
      // Whoever asked may not listen yet, and hears of an unplug all the same: what is gone is not opened.
      if (!isOpen()) return null
      return {
        receive: bytes => isOpen() && send({ kind: 'bytes', connection, bytes }, [bytes.buffer as ArrayBuffer]),
        onSend: listener => void line.listeners.push(listener),
        onUnplug: listener => void line.unplugged.push(listener),
        close() {
          if (isOpen()) send({ kind: 'close', connection })
          lines.delete(connection)
        },
      }
    },
    async close() {
      const ending = worker
      worker = null
      dropAll()
      await ending?.terminate()
    },
  }
}

/** Another for each twin: FNV-1a of its name over the host's. */
function seedOf(seed: number, name: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193) >>> 0
  return hash
}
