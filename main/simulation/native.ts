import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PackedCounts } from './model/counts'
import type { EncodedFrames } from './encoding/frames'
import type { EncodedCircuit } from './encoding/statevector'
import type { EncodedStabilizer } from './encoding/stabilizer'
import type { EncodedTrajectories } from './encoding/trajectories'

/** A call under way in the addon. `promise` rejects once the kernel has noticed `cancel()`. */
export interface NativeTask<Result> {
  readonly promise: Promise<Result>
  cancel(): void
  /** Fraction done, 0..1. */
  progress(): number
}

/**
 * What native/addon.cc exports. Arguments are copied in; wrong ones throw TypeError or RangeError at once, what is wrong
 * inside an array rejects with RangeError: arrays are read on the thread of the call.
 */
export interface NativeAddon {
  readonly interface: number
  sampleFrames(
    call: EncodedFrames & { shots: number; seed: bigint; planes: Uint8Array; threads: number },
  ): NativeTask<Uint8Array>
  runCircuit(call: CircuitCall): NativeTask<PackedCounts>
  /** (re, im) of each amplitude after a circuit of gates alone; for tests. */
  finalState(call: CircuitCall): NativeTask<Float64Array>
  /** `path` is StabilizerPath in native/stabilizer.h: 0 affine, 1 frames, 2 groups. */
  sampleStabilizer(
    call: EncodedStabilizer & { shots: number; seed: bigint; threads: number },
  ): NativeTask<{ readonly path: number; readonly planes: Uint8Array }>
  packStabilizer(
    call: EncodedStabilizer & { shots: number; seed: bigint; threads: number },
  ): NativeTask<{ readonly path: number; readonly packed: Uint8Array }>
  countStabilizer(
    call: EncodedStabilizer & { shots: number; seed: bigint; threads: number; most_bytes: number },
  ): NativeTask<PackedCounts & { readonly path: number }>
  runTrajectories(call: TrajectoryCall): NativeTask<PackedCounts>
  decodeBeliefs(call: BeliefCall): NativeTask<BeliefOutcomes>
}

export type TrajectoryCall = EncodedTrajectories & {
  shots: number
  seed: bigint
  /** Of all states together, unless one takes more. */
  state_bytes: number
  precision: 32 | 64
  threads: number
}

/** Fields as in native/beliefs.h. */
export interface BeliefCall {
  readonly planes: Uint8Array
  readonly shots: number
  readonly rounds: number
  readonly per_round: 8 | 12
  readonly tail: 0 | 4
  readonly start: Float64Array
  readonly quiet: Float64Array
  readonly steps: Float64Array
  readonly turning: number
  readonly first: number
  readonly count: number
  readonly bits: Int32Array
  readonly conditional: 0 | 1
  readonly base: Uint8Array
  readonly rows: Float64Array
  readonly threads: number
}

export interface BeliefOutcomes {
  /** One bit a shot, 32 to a word; padded to whole words of 64. */
  readonly accepted: Int32Array
  readonly wrong: Int32Array
  /** By generator: executed, raised, triggers. */
  readonly counts: Float64Array
}

/** `precision` in bits, 32 or 64; states are kept in up to `kept_bytes` where branches divide. */
export type CircuitCall = EncodedCircuit & {
  shots: number
  seed: bigint
  kept_bytes: number
  precision: 32 | 64
  threads: number
}

/** kInterface in native/addon.cc: an addon of another number is a stale build. */
const INTERFACE = 6
const FILE = 'pentad_native.node'

/** Where the addon may lie, seen from this file as source (main/simulation) or bundled (out/main, out/main/chunks). */
export function defaultNativeDirs(from = dirname(fileURLToPath(import.meta.url))): string[] {
  const near = ['../..', '../../..'].map(up => join(from, up, 'native', 'build', 'Release'))
  // Inside an Electron archive, binaries lie unpacked beside it.
  const unpacked = near.map(dir => dir.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked'))
  return [...new Set([...unpacked, ...near])]
}

/** What native/build.mjs noted down when it could not build. */
function buildProblem(dirs: readonly string[]): string | null {
  for (const dir of dirs) {
    try {
      const stamp = JSON.parse(readFileSync(join(dir, '..', 'stamp.json'), 'utf8'))
      if (typeof stamp.problem === 'string') return `${stamp.problem}; ${stamp.remedy}`
    } catch {
      // No stamp there.
    }
  }
  return null
}

/** The addon, or the reason why there is none, in words for the health page. */
export function loadAddon(dirs: readonly string[]): { addon: NativeAddon } | { problem: string } {
  const file = dirs.map(dir => join(dir, FILE)).find(candidate => existsSync(candidate))
  if (file === undefined) return { problem: `not built: ${buildProblem(dirs) ?? 'run node native/build.mjs'}` }
  try {
    const addon = createRequire(import.meta.url)(file) as NativeAddon
    if (addon.interface === INTERFACE) return { addon }
    return { problem: `built from other sources (interface ${addon.interface}): run node native/build.mjs --force` }
  } catch (error) {
    return { problem: `does not load: ${error instanceof Error ? error.message : String(error)}` }
  }
}
