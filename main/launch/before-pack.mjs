/** electron-builder calls this before packing: without the Electron build of better-sqlite3 the package could not start. */
import { ensureElectronSqlite } from './install/electron-sqlite.mjs'

/** @param {{ packager: { projectDir: string } }} context */
export function beforePack({ packager }) {
  const binary = ensureElectronSqlite(packager.projectDir, line => process.stdout.write(`${line}\n`))
  if (!binary) throw new Error('The package needs better-sqlite3 built for Electron')
}
