/** A laboratory whose backend is played on the sequencer twin. */
import { afterEach } from 'vitest'
import type { ServiceTasks, ThreadData } from '../../../../main/composition/tasks'
import { versionsOf } from '../../../../main/runs/sampling/frame-engine'
import { calibratedNoise } from '../../../../main/twins/sequencer/chip/device-noise'
import { threadScript } from '../../../../main/worker/offload'
import { createPool } from '../../../../main/worker/pool'
import { rackOf } from '../../device/rack'
import { openMemoryStore } from '../../store/memory-store'
import { twinOf } from '../../twins/sequencer/rig'
import { referenceEngines } from '../../worker/reference-engines'
import { figuresOfLab, type Lab, openLab } from '../laboratory'

export const LIVE = { backend_id: 'lab', logical_id: 'c0.L0' }
export const SHORT = {
  rounds: [1, 2],
  shots: 200,
  states: ['0', '+'] as ('0' | '+')[],
  preparation: 'projective' as const,
}
const { profile, snapshot } = figuresOfLab()

export const chip = { noise: calibratedNoise(profile, snapshot), qubits: profile.qubits.map(({ index }) => index) }

/** Stations that are closed again after each test, with whatever else is added to `closing`. */
export function stations() {
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  /** As the service computes; the twin stays here. */
  function onThread() {
    const data: ThreadData = { native_dirs: [], versions: versionsOf(referenceEngines()) }
    const computing = createPool<ServiceTasks>({ script: threadScript('thread.cjs'), data, limit_ms: null })
    closing.push(computing.close)
    return computing
  }

  async function station(changed: Parameters<typeof rackOf>[0] = {}, lab: Pick<Lab, 'computing'> = {}) {
    const sequencer = twinOf('twirled', chip)
    const rack = await rackOf({ sequencer, ...changed })
    const store = openMemoryStore()
    const runs = openLab({ store, device: rack.device, ...lab })
    closing.push(() => rack.registry.close(), runs.stop)
    return { ...rack, store, runs }
  }

  return { closing, onThread, station }
}
