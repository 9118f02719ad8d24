import { spawnSync } from 'node:child_process'
import { defaultNativeDirs, loadAddon, type NativeAddon } from '../../../main/simulation/native'
import { createNative } from '../../../main/simulation/native_simulator'
import type { Simulator } from '../../../main/simulation/model/simulator'

/** The addon, built first when its sources changed; null where this machine cannot build it, which is said once. */
export function findAddon(): NativeAddon | null {
  spawnSync(process.execPath, ['native/build.mjs'], { stdio: 'ignore' })
  const found = loadAddon(defaultNativeDirs())
  if ('addon' in found) return found.addon
  console.warn(`Skipped, native engine ${found.problem}`)
  return null
}

export const nativeWith = (addon: NativeAddon | null, threads = 2): Simulator => createNative(addon!, { threads })

/** A fresh 64-bit seed; tests print it when they fail. */
export const freshSeed = (): bigint => crypto.getRandomValues(new BigUint64Array(1))[0]!

/** Milliseconds from `abort()` to the rejection, and what it rejected with. */
export async function abortAfter(ms: number, run: (signal: AbortSignal) => Promise<unknown>) {
  const controller = new AbortController()
  const settled = run(controller.signal).then(
    () => 'finished' as const,
    (reason: unknown) => reason,
  )
  await new Promise(resolve => setTimeout(resolve, ms))
  const start = performance.now()
  controller.abort(new Error('enough'))
  const reason = await settled
  return { reason, took: performance.now() - start }
}
