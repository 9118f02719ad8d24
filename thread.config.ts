import { resolve } from 'node:path'
import { build, type Rollup } from 'vite'
import type { ThreadProgram } from './main/worker/offload'

/** Programs of worker threads, by the file that they are bundled to, and the entry of each. */
const PROGRAMS: Readonly<Record<ThreadProgram, string>> = {
  'thread.cjs': 'main/thread.ts',
  'signing-thread.cjs': 'main/signing-thread.ts',
  'twin-thread.cjs': 'main/twin-thread.ts',
}

interface BundledProgram {
  readonly file: string
  readonly script: string
}

/**
 * Each program as one CommonJS script that imports nothing beyond Node: the packaged application hands it to the thread as
 * text (main/worker/offload.ts), where nothing else can be loaded.
 */
export const bundleThreads = (): Promise<BundledProgram[]> =>
  Promise.all(Object.entries(PROGRAMS).map(async ([file, entry]) => ({ file, script: await bundled(entry) })))

async function bundled(entry: string): Promise<string> {
  const [output] = [
    await build({
      root: import.meta.dirname,
      configFile: false,
      logLevel: 'warn',
      ssr: { noExternal: true, target: 'node' },
      build: {
        ssr: resolve(import.meta.dirname, entry),
        write: false,
        minify: false,
        target: 'node20',
        rollupOptions: { output: { format: 'cjs', codeSplitting: false } },
      },
    }),
  ].flat()
  const [chunk] = (output as Rollup.RollupOutput).output
  return chunk.code
}
