import { defaultNativeDirs, loadAddon } from './native'
import { createNative, type NativeOptions } from './native_simulator'
import { createReference } from './reference'
import type { Simulator } from './simulator'

export interface EngineOptions extends NativeOptions {
  /** Folders that may hold the addon, looked at before the usual ones. */
  readonly nativeDirs?: readonly string[]
  /** Told once when the fast engine is not to be had. */
  readonly log?: (line: string) => void
}

/** The native engine where its addon loads, else the reference; `detail` says which and why, for healthz and About. */
export function chooseSimulator(options: EngineOptions = {}): { simulator: Simulator; detail: string } {
  const { nativeDirs = [], log, ...nativeOptions } = options
  const found = loadAddon([...nativeDirs, ...defaultNativeDirs()])
  if ('addon' in found)
    return { simulator: createNative(found.addon, nativeOptions), detail: 'native kernels (C++ addon)' }
  const detail = `TypeScript reference engines, slower: the native addon is ${found.problem}`
  log?.(detail)
  return { simulator: createReference(), detail }
}
