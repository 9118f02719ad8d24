/**
 * `npm run package`: builds better-sqlite3 for Electron first, since the package cannot start without it, and stops
 * when that fails. Arguments are passed to electron-builder.
 */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { ensureElectronSqlite } from './install/electron-sqlite.mjs'

const root = resolve(import.meta.dirname, '../..')
const require = createRequire(import.meta.url)

const run = (/** @type {string} */ script, /** @type {string[]} */ args) => {
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

if (!ensureElectronSqlite(root, line => process.stdout.write(`${line}\n`))) {
  process.stderr.write('No package was made: it needs better-sqlite3 built for Electron.\n')
  process.exit(1)
}
run(join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js'), ['build'])
run(require.resolve('electron-builder/cli.js'), process.argv.slice(2))
