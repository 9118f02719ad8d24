import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NativeAddon } from './interface'

/** kInterface in native/addon/module.cc: an addon of another number is a stale build. */
const INTERFACE = 7
const FILE = 'pentad_native.node'

/** Where the addon may lie, seen from this file as source (main/simulation/addon) or bundled (out/main, out/main/chunks). */
export function defaultNativeDirs(from = dirname(fileURLToPath(import.meta.url))): string[] {
  const near = ['../..', '../../..'].map(up => join(from, up, 'native', 'build', 'Release'))
  // Inside an Electron archive, binaries lie unpacked beside it.
  const unpacked = near.map(dir => dir.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked'))
  return [...new Set([...unpacked, ...near])]
}

/** Reason that native/build.mjs recorded when it could not build. */
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
