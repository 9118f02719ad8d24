/** The service's side of its twins: what they compute is done on threads, and a thread that dies is an unplug. */
import { AppError } from '../../contract/model/errors'
import type { FaultScript, ToTwins, TwinCalibration, TwinDescription } from './messages'
import { TWIN_MODELS } from './models'
import { createTwinThread, type TwinPeer, type TwinThread, type TwinThreadOptions } from './twin-thread'

export interface TwinHost {
  /**
   * Opens a connection, which ends the one before, and starts the thread where it does not run; null while the twin is unplugged.
   * Rejects with `not_found`.
   */
  openPeer(name: string): Promise<TwinPeer | null>
  /** Replaces its faults, and plugs it in again. Resolves once they are in effect. Rejects with `not_found`. */
  setFaults(name: string, script: FaultScript): Promise<void>
  /** Faults still to come. Rejects with `not_found`. */
  faultsLeft(name: string): Promise<FaultScript>
  /** False from an unplug until it is back. Throws `not_found`. */
  isPluggedIn(name: string): boolean
  /** To be called when its device has another calibration: it applies to programs that are uploaded from now on. */
  recalibrated(name: string): void
  /** Throws `invalid_request` for a name that is taken and for a driver that has no twin. */
  add(twin: TwinDescription): void
  remove(name: string): void
  close(): Promise<void>
}

interface TwinHostOptions extends Pick<TwinThreadOptions, 'script' | 'native_dirs' | 'report'> {
  readonly twins: readonly TwinDescription[]
  /** The device behind a sequencer twin, with its current calibration. */
  readonly calibrationOf: (name: string) => TwinCalibration
  /** Same seed, same requests: same answers but for times. */
  readonly seed: number
}

interface Hosted {
  readonly twin: TwinDescription
  readonly thread: TwinThread
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
      details: { name, known },
    })
  }

  function threadFor(key: string): TwinThread {
    const found = threads.get(key)
    if (found) return found
    const thread = createTwinThread({
      ...rest,
      plugChanged({ name, kind }) {
        const at = hosted.get(name)
        if (at) at.plugged_in = kind === 'plugged'
      },
      started: starts => of(thread).map(({ twin }) => adding(twin, starts)),
      died() {
        for (const at of of(thread)) at.plugged_in = true
      },
    })
    threads.set(key, thread)
    return thread
  }

  const of = (thread: TwinThread) => [...hosted.values()].filter(at => at.thread === thread)
  const adding = (twin: TwinDescription, starts: number): ToTwins => ({
    kind: 'add',
    twin,
    seed: seedOf(seed, `${twin.name} ${starts}`),
    calibration: calibrated(twin),
  })

  function add(twin: TwinDescription): void {
    const { name, driver } = twin
    if (hosted.has(name)) throw new AppError('invalid_request', `There is a twin ${name} already; take another name`)
    if (!Object.hasOwn(TWIN_MODELS, driver)) throw noModel(driver)
    const thread = threadFor(isHeavy(twin) ? name : LIGHT)
    hosted.set(name, { twin, thread, plugged_in: true })
    if (thread.starts() > 0) thread.send(adding(twin, thread.starts()))
  }

  for (const twin of twins) add(twin)
  return {
    async openPeer(name) {
      const { thread, plugged_in } = find(name)
      return plugged_in ? thread.open(name, connections++) : null
    },
    async setFaults(name, script) {
      await find(name).thread.setFaults(name, script)
    },
    faultsLeft: async name => find(name).thread.faultsLeft(name),
    isPluggedIn: name => find(name).plugged_in,
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
  return new AppError('invalid_request', message, { details: { driver, known } })
}

/** A seed for each twin: FNV-1a of its name, begun with the host's seed. */
function seedOf(seed: number, name: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193) >>> 0
  return hash
}
