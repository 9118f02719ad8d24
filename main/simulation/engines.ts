import { defaultNativeDirs, loadAddon } from './addon/load'
import type { NativeOptions } from './addon/threads'
import type { Simulator } from './model/simulator'
import type { StabilizerSimulator } from './model/stabilizer'
import type { TrajectorySimulator } from './model/trajectory'
import { createNativeSimulator } from './native-simulator'
import { createReferenceSimulator } from './reference-simulator'
import { createNativeStabilizer } from './stabilizer/native'
import { createReferenceStabilizer } from './stabilizer/reference'
import { createNativeTrajectories } from './trajectories/native'
import { createReferenceTrajectories } from './trajectories/reference'

export interface EngineOptions extends NativeOptions {
  /** Folders that may hold the addon, looked at before the usual ones. */
  readonly nativeDirs?: readonly string[]
  /** Told once when the fast engine is not to be had. */
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
