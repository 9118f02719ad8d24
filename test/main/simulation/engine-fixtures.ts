import { spawnSync } from 'node:child_process'
import { expect } from 'vitest'
import type { NativeAddon } from '../../../main/simulation/addon/interface'
import { defaultNativeDirs, loadAddon } from '../../../main/simulation/addon/load'
import type { NativeTask } from '../../../main/simulation/addon/task'
import { createNativeSimulator } from '../../../main/simulation/engines'
import type { RunOptions } from '../../../main/simulation/model/run-options'
import type { Simulator } from '../../../main/simulation/model/simulator'

/** Whether this process has built it: files of tests share one, and sources do not change meanwhile. */
let isBuilt = false

/** The addon, built first when its sources changed; null where this machine cannot build it, which is said once. */
export function findAddon(): NativeAddon | null {
  if (!isBuilt) spawnSync(process.execPath, ['native/build.mjs'], { stdio: 'ignore' })
  isBuilt = true
  const found = loadAddon(defaultNativeDirs())
  if ('addon' in found) return found.addon
  console.warn(`Skipped, native engine ${found.problem}`)
  return null
}

export const nativeWith = (addon: NativeAddon | null, threads = 2): Simulator =>
  createNativeSimulator(addon!, { threads })

/** A call is refused at once, or by its promise where the fault lies inside an array: either way this rejects. */
export const outcomeOf = async <Result>(call: () => NativeTask<Result>): Promise<Result> => call().promise

/** TypeErrors and RangeErrors of the addon name what is wrong; a kernel that failed otherwise was not refused. */
export const REFUSED = expect.objectContaining({ name: expect.stringMatching(/^(Type|Range)Error$/) })

/** A fresh 64-bit seed; tests print it when they fail. */
export const freshSeed = (): bigint => crypto.getRandomValues(new BigUint64Array(1))[0]!

/** Milliseconds of processor time, of all threads, since `start`: what others do on a busy machine is not in them. */
export function computedSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

/** What the work rejects with when it is aborted after `ms`, and what is computed from `abort()` to then. */
export async function abortAfter(ms: number, run: (signal: AbortSignal) => Promise<unknown>) {
  const controller = new AbortController()
  const settled = run(controller.signal).then(
    () => 'finished' as const,
    (reason: unknown) => reason,
  )
  await new Promise(resolve => setTimeout(resolve, ms))
  const start = process.cpuUsage()
  controller.abort(new Error('enough'))
  const reason = await settled
  return { reason, computed_ms: computedSince(start) }
}

/** The first `count` fractions that a call reports, which is then aborted. */
export async function progressUntil(count: number, run: (options: RunOptions) => Promise<unknown>): Promise<number[]> {
  const controller = new AbortController()
  const seen: number[] = []
  const onProgress = (fraction: number) => {
    if (seen.length < count) seen.push(fraction)
    if (seen.length === count) controller.abort(new Error('enough'))
  }
  await expect(run({ signal: controller.signal, onProgress })).rejects.toThrow('enough')
  return seen
}
