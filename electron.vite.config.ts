import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { PluginOption } from 'vite'
import { bundleThreads } from './thread.config'

const here = (path: string): string => resolve(import.meta.dirname, path)

/** electron-vite sets './' for file: pages. Ours come from the service and have addresses of several segments. */
const namedFromTheRoot: PluginOption = { name: 'named-from-the-root', enforce: 'post', config: () => ({ base: '/' }) }

/** The programs of the worker threads, beside the entries that start them. */
const threadsBeside: PluginOption = {
  name: 'threads-beside',
  apply: 'build',
  async generateBundle() {
    for (const { file, script } of await bundleThreads())
      this.emitFile({ type: 'asset', fileName: file, source: script })
  },
}

/** Dependencies stay in node_modules: native ones cannot be bundled, and the licences of the others stay beside them. */
export default defineConfig({
  main: {
    plugins: [threadsBeside],
    build: {
      outDir: here('out/main'),
      sourcemap: true,
      rollupOptions: {
        input: {
          shell: here('main/shell/index.ts'),
          headless: here('main/headless.ts'),
          keys: here('main/cli/keys.ts'),
          data: here('main/cli/data.ts'),
          devices: here('main/cli/devices.ts'),
          calibrations: here('main/cli/calibrations.ts'),
          instruments: here('main/cli/instruments.ts'),
          experiment: here('main/cli/experiment.ts'),
          verify: here('main/cli/verify.ts'),
          entropy: here('main/cli/entropy.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: here('out/preload'),
      sourcemap: true,
      // A sandboxed preload is one CommonJS file without requires beyond electron.
      externalizeDeps: false,
      rollupOptions: {
        input: { index: here('preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: here('renderer'),
    plugins: [react(), namedFromTheRoot],
    build: {
      outDir: here('out/renderer'),
      sourcemap: true,
      minify: true,
      rollupOptions: { input: here('renderer/index.html') },
    },
  },
})
