import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter(file => file !== '' && existsSync(join(ROOT, file)))
const known = new Set(files.flatMap(file => [file, ...foldersOf(file)]))
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

function foldersOf(path: string): string[] {
  const above = dirname(path)
  return above === '.' ? [] : [above, ...foldersOf(above)]
}

/** Sources and documents, and whatever stands below a folder of the tree; data files may be examples, or a user's own. */
const SOURCE = /^[\w@./-]+\.(tsx?|m[jt]s|cc|h|css|md)$/
const BELOW_TREE = /^(main|renderer|native|test|resources|preload)\/[\w@./-]+$/
/** Made by commands. */
const MADE = new Set(['test/artefacts/coverage'])
/** Of the package node-addon-api. */
const FOREIGN = new Set(['napi.h'])

const readmes = files.filter(
  file => basename(file) === 'README.md' || file === 'CONTRIBUTING.md' || file.startsWith('resources/help/traces/'),
)
const namesIn = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, name]) => name!.replace(/\/$/, ''))

it('the READMEs and CONTRIBUTING name files and folders that are there', () => {
  const missing = readmes.flatMap(file =>
    namesIn(file)
      .filter(name => (SOURCE.test(name) || BELOW_TREE.test(name)) && !MADE.has(name) && !FOREIGN.has(name))
      .filter(name => !isThere(name, dirname(file)))
      .map(name => `${file}: ${name}`),
  )
  expect(missing).toEqual([])
})

/** Operations are followed by paths below `main`; a README that speaks of each room at once may name a file that these have. */
const isThere = (name: string, folder: string): boolean =>
  [name, join(folder, name), join('main', name), join('renderer/src', name)].some(path => known.has(normalize(path))) ||
  files.some(file => file.startsWith(`${folder}/`) && dirname(dirname(file)) === folder && basename(file) === name)

it('they name commands of npm that there are', () => {
  const missing = readmes.flatMap(file =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/npm run ([a-z][\w:-]*)/g)]
      .filter(([, name]) => !Object.hasOwn(scripts, name!))
      .map(([command]) => `${file}: ${command}`),
  )
  expect(missing).toEqual([])
})

/** What each folder imports of those beside it, which `rooms.test.ts` holds against the code. */
const ROOM_IMPORTS = new Map(
  readFileSync(join(ROOT, 'test/room-imports.txt'), 'utf8')
    .split('\n')
    .flatMap(line => (line.includes(':') && !line.includes(',') ? [line.split(':') as [string, string]] : []))
    .map(([folder, targets]) => [folder, targets.split(' ').filter(target => /\w/.test(target))]),
)
const SAYS_IMPORTS = /(?:(?<=\. )Imports|(?<=[;:] )imports) (.*?)(?=[.;:](?: |$))/g
/** Sentences of other things: in which direction rooms import, or that a room imports all that may be. */
const OF_DIRECTIONS = /^go |\b(?:all other|every other|those before it|what stands before it)\b/

/** What a README says that its folder imports beside what it does import; null where both are the same. */
function wrongImports(clause: string, folder: string): string | null {
  const real = ROOM_IMPORTS.get(folder)!
  const beside = [...ROOM_IMPORTS.keys()]
    .filter(other => dirname(other) === dirname(folder) && other !== folder)
    .map(other => basename(other))
  const [positive = ''] = clause.split(/, (?:not|never|so|because) /)
  const named = beside.filter(room => positive.split(/[^\w-]+/).includes(room))
  const isNegative = /^(?:neither|not|nothing of) /.test(clause)
  const said = clause.startsWith('every room but') ? beside.filter(room => !named.includes(room)) : named
  const holds = isNegative
    ? !said.some(room => real.includes(room))
    : said.toSorted().join(' ') === real.toSorted().join(' ')
  return holds ? null : `"${clause}" instead of ${real.join(', ') || 'none'}`
}

it('they say of the folders beside theirs those that theirs imports, where they say what it imports', () => {
  const sentences = readmes
    .filter(file => ROOM_IMPORTS.has(dirname(file)))
    .flatMap(file => {
      const text = readFileSync(join(ROOT, file), 'utf8').replaceAll('`', '').replace(/\s+/g, ' ')
      return [...text.matchAll(SAYS_IMPORTS)].map(([, clause]) => ({ file, clause: clause! }))
    })
    .filter(({ clause }) => !OF_DIRECTIONS.test(clause))
  const wrong = sentences.flatMap(({ file, clause }) => {
    const found = wrongImports(clause, dirname(file))
    return found === null ? [] : [`${file}: ${found}`]
  })
  expect(wrong).toEqual([])
  expect(sentences.length).toBeGreaterThan(100)
  expect(wrongImports('model', 'main/lab/view')).toBe('"model" instead of model, profile')
})

/** Operations in READMEs: how many files a reader opens, and where they are listed: numbered, or in the second column of a table. */
const OPERATIONS = [
  { readme: 'resources/help/traces/circuit-job.md', section: 'A circuit job' },
  { readme: 'resources/help/traces/entropy-draw.md', section: 'A draw of random bytes' },
  { readme: 'resources/help/traces/http-request.md', section: 'A request over HTTP' },
  { readme: 'resources/help/traces/module-selection.md', section: 'A calibration' },
  { readme: 'resources/help/traces/qec-run.md', section: 'A QEC run' },
  { readme: 'resources/help/traces/receipt-verification.md', section: 'A receipt' },
  { readme: 'resources/help/traces/sequencer-run.md', section: 'The shots of a run' },
  { readme: 'resources/help/traces/set-parameter.md', section: 'A parameter is set' },
]
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

it.each(OPERATIONS)('$readme lists as many files as it says that an operation takes', ({ readme, section }) => {
  const text = readFileSync(join(ROOT, readme), 'utf8')
    .split(/^#+ /m)
    .find(part => part.startsWith(section))!
  const said = [...text.matchAll(/(\d+) files|open (\w+) more/g)].map(([, files, more]) =>
    Number(files ?? NUMBERS.indexOf(more!)),
  )
  const listed = text
    .split('\n')
    .flatMap(line => (/^\d+\. /.test(line) ? [line] : line.startsWith('|') ? [line.split('|')[2]!] : []))
    .flatMap(line => [...line.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file]) => file!))
  expect(new Set(listed).size).toBe(said.reduce((sum, files) => sum + files, 0))
})
