import type { NativeAddon } from './addon/interface'
import { type NativeOptions, threadsOf } from './addon/threads'
import { nativeFlagMap } from './frames/flag-map'
import { nativeFrames } from './frames/native'
import type { Simulator } from './model/simulator'
import { nativeStatevector } from './statevector/native'

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
