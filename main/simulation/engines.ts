import type { NativeAddon } from './addon/interface'
import { defaultNativeDirs, loadAddon } from './addon/load'
import { type NativeOptions, threadsOf } from './addon/threads'
import { nativeFlagMap } from './frames/flag-map'
import { nativeFrames } from './frames/native'
import { sampleFramesReference } from './frames/reference'
import { qubitsWithin, stateBudget } from './model/memory'
import type { Simulator } from './model/simulator'
import type { StabilizerSimulator } from './model/stabilizer'
import type { TrajectorySimulator } from './model/trajectory'
import { createNativeStabilizer } from './stabilizer/native'
import { createReferenceStabilizer } from './stabilizer/reference'
import { nativeStatevector } from './statevector/native'
import { countOutcomesReference } from './statevector/reference'
import { createNativeTrajectories } from './trajectories/native'
import { createReferenceTrajectories } from './trajectories/reference'

export interface EngineOptions extends NativeOptions {
  /** Folders that may hold the addon, looked at before the usual ones. */
  readonly nativeDirs?: readonly string[]
  /** Called once when the fast engine is not available. */
  readonly log?: (line: string) => void
}

export interface SimulationEngines {
  readonly simulator: Simulator
  readonly stabilizer: StabilizerSimulator
  readonly trajectories: TrajectorySimulator
  /** Which engines and why, for healthz and About. */
  readonly detail: string
}

/** The native engines where their addon loads, else the reference ones. */
export function loadEngines(options: EngineOptions = {}): SimulationEngines {
  const { nativeDirs = [], log, ...nativeOptions } = options
  const found = loadAddon([...nativeDirs, ...defaultNativeDirs()])
  if ('addon' in found)
    return {
      simulator: createNativeSimulator(found.addon, nativeOptions),
      stabilizer: createNativeStabilizer(found.addon, nativeOptions),
      trajectories: createNativeTrajectories(found.addon, nativeOptions),
      detail: 'native kernels (C++ addon)',
    }
  const detail = `TypeScript reference engines, slower: the native addon is ${found.problem}`
  log?.(detail)
  return {
    simulator: createReferenceSimulator(),
    stabilizer: createReferenceStabilizer(),
    trajectories: createReferenceTrajectories(),
    detail,
  }
}

/** Frames and state vector on the addon; results do not depend on `threads`. */
export function createNativeSimulator(addon: NativeAddon, options: NativeOptions = {}): Simulator {
  const threads = threadsOf(options)
  return {
    kind: 'native',
    frames_engine: 'native-frames/4',
    statevector_engine: 'native-statevector/5',
    ...nativeStatevector(addon, threads),
    sampleFrames: nativeFrames(addon, threads),
    decodeFlagMap: nativeFlagMap(addon, threads),
  }
}

/** A gate on more qubits than this would hold the event loop for longer than 20 ms. */
const MAX_REFERENCE_QUBITS = 20

/** The slow, obvious engine in plain TypeScript; it runs on the calling thread and yields every few milliseconds. */
export function createReferenceSimulator(): Simulator {
  const max_qubits = Math.min(MAX_REFERENCE_QUBITS, qubitsWithin(stateBudget()))
  return {
    kind: 'reference',
    frames_engine: 'reference-frames/2',
    statevector_engine: 'reference-statevector/2',
    max_qubits,
    sampleFrames: sampleFramesReference,
    countOutcomes: (circuit, { shots, seed, ...options }) =>
      countOutcomesReference(circuit, { shots, seed, ...options, max_qubits }),
  }
}
