/** Imports between source files, read from their text: no module is loaded. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

const FOLDERS = ['main', 'preload', 'renderer/src', 'test']
const SOURCE = /\.(ts|tsx|mjs)$/
/** Static and dynamic imports and re-exports of values; imports of types alone are left to the type checker. */
const IMPORTS =
  /(?:^|[;\s])(?:import|export)\s+(?!type\s)(?:[^'"`;]*?\bfrom\s*)?['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]/g

/**
 * The importers of each source, as paths relative to `root` with `/` as separator.
 * @param {string} root
 * @returns {Map<string, string[]>}
 */
export function readImporters(root) {
  /** @type {Map<string, string[]>} */
  const importers = new Map()
  const files = FOLDERS.flatMap(folder => sourcesIn(root, folder))
  for (const file of files) importers.set(file, [])
  for (const file of files)
    for (const imported of importsOf(root, file)) {
      const known = importers.get(imported)
      if (known) known.push(file)
      else importers.set(imported, [file])
    }
  return importers
}

/** @param {string} root @param {string} folder */
function sourcesIn(root, folder) {
  if (!existsSync(join(root, folder))) return []
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return names.filter(name => SOURCE.test(name)).map(name => spelled(join(folder, name)))
}

/** @param {string} root @param {string} file @returns {string[]} */
function importsOf(root, file) {
  const text = readFileSync(join(root, file), 'utf8')
  const targets = new Set([...text.matchAll(IMPORTS)].map(([, fixed, dynamic]) => fixed ?? dynamic ?? ''))
  return [...targets].map(target => spelled(relative(root, fileOf(resolve(root, dirname(file), target)))))
}

/** The file that an import refers to; most imports leave the extension out. @param {string} path */
function fileOf(path) {
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}.mjs`]
  return candidates.find(candidate => existsSync(candidate) && statSync(candidate).isFile()) ?? `${path}.ts`
}

/** @param {string} path */
const spelled = path => path.split(sep).join('/')
