import { resolve } from 'node:path'
import { build, type Rollup } from 'vite'

/**
 * The program of the worker thread as one CommonJS script that imports nothing beyond Node: the packaged application hands
 * it to the thread as text (main/worker/offload.ts), where nothing else can be loaded.
 */
export async function bundleThread(): Promise<string> {
  const [output] = [
    await build({
      root: import.meta.dirname,
      configFile: false,
      logLevel: 'warn',
      ssr: { noExternal: true, target: 'node' },
      build: {
        ssr: resolve(import.meta.dirname, 'main/thread.ts'),
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
