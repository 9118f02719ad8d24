import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter(file => file !== '' && existsSync(join(ROOT, file)))
const SOURCES = FILES.filter(file => /\.(ts|tsx|mjs|cjs|cc|h|css)$/.test(file))

/** About a dozen, and two to spare. */
const MAX_IN_A_FOLDER = 14
const MAX_LINES = 300
/** Of text, below the title. */
const MAX_README_LINES = 5
/** Characters of them all: a glance. */
const MAX_README_TEXT = 1_200

describe('the tree', () => {
  it('spells every file and folder in kebab-case', () => {
    const isKebab = (name: string) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
    const wrong = SOURCES.filter(file => {
      const folders = dirname(file)
        .split('/')
        .filter(name => name !== '.')
      return !isKebab(basename(file).split('.')[0]!) || !folders.every(isKebab)
    })
    expect(wrong).toEqual([])
  })

  it('holds about a dozen sources in a folder', () => {
    const counts = new Map<string, number>()
    // A C++ source and its header count as one; a style sheet lies beside the pages that it is for.
    const modules = SOURCES.filter(file => !file.startsWith('test/') && !file.endsWith('.css'))
    for (const module of new Set(modules.map(file => file.replace(/\.\w+$/, ''))))
      counts.set(dirname(module), (counts.get(dirname(module)) ?? 0) + 1)
    const crowded = [...counts].filter(([, count]) => count > MAX_IN_A_FOLDER)
    expect(crowded).toEqual([])
  })

  it('keeps every source within a few screens', () => {
    const long = SOURCES.filter(file => /^(main|renderer|native|preload|test)\//.test(file))
      .map(file => ({ file, lines: readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > MAX_LINES)
      .map(({ file, lines }) => `${file}: ${lines} lines`)
    expect(long).toEqual([])
  })

  it('opens every folder of the service and every room in it with a README of a few lines', () => {
    const rooms = /^(main|native|preload|renderer\/src)\//
    const folders = new Set(SOURCES.filter(file => rooms.test(file)).map(file => dirname(file)))
    const without = [...folders].filter(folder => !FILES.includes(`${folder}/README.md`))
    expect(without).toEqual([])
  })

  it('says in at most five lines what a folder holds', () => {
    const long = FILES.filter(file => /^(main|native|preload|renderer)\/.*README\.md$/.test(file))
      .map(file => ({
        file,
        lines: readFileSync(join(ROOT, file), 'utf8')
          .trimEnd()
          .split('\n')
          .slice(1)
          .filter(line => line !== ''),
      }))
      .filter(({ lines }) => lines.length > MAX_README_LINES || lines.join('').length > MAX_README_TEXT)
      .map(({ file }) => file)
    expect(long).toEqual([])
  })

  it('lists the fields of an object, rather than spreading a literal into it', () => {
    const spreads = SOURCES.filter(file => /\.tsx?$/.test(file) && file !== 'test/tree.test.ts').flatMap(file =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, at) => (/(^|[\s{,([])\.\.\.\{ *[\w'"[]/.test(line) ? [`${file}:${at + 1}`] : [])),
    )
    expect(spreads).toEqual([])
  })

  it('has at most one doc comment above each item', () => {
    const documented = SOURCES.filter(file => /\.(ts|tsx|mjs|cjs)$/.test(file))
    const twice = documented.flatMap(file => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      return [...text.matchAll(/\*\/\s*(?=\/\*\*)/g)]
        .map(({ index }) => text.lastIndexOf('/**', index))
        .filter(start => !isHeader(text, start) && !isTypedef(text, start))
        .map(start => `${file}:${text.slice(0, start).split('\n').length}`)
    })
    expect(twice).toEqual([])
  })

  it('contains every path that a document names', () => {
    const documents = FILES.filter(file => file.endsWith('.md') && !file.startsWith('test/golden'))
    const wrong = documents.flatMap(document =>
      [
        ...readFileSync(join(ROOT, document), 'utf8').matchAll(
          /`((?:main|native|preload|renderer|resources|test)\/[\w./-]+)`/g,
        ),
      ]
        .map(([, path]) => path!)
        .filter(path => !existsSync(join(ROOT, path)) && !/^(test\/artefacts|native\/build)\b/.test(path))
        .map(path => `${document}: ${path}`),
    )
    expect(wrong).toEqual([])
  })

  it('contains every file that a README names, from the root, main, its own folder or the one above', () => {
    const isThere = (folder: string, path: string) =>
      [path, join(folder, path), join(dirname(folder), path), join('main', path)].some(known =>
        existsSync(join(ROOT, known)),
      ) || FILES.some(file => file.startsWith(`${folder}/`) && file.endsWith(`/${path}`))
    const wrong = FILES.filter(file => /^(main|native|preload|renderer)\/.*README\.md$/.test(file)).flatMap(readme =>
      [...readFileSync(join(ROOT, readme), 'utf8').matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|cc|h|css))`/g)]
        .map(([, path]) => path!)
        .filter(path => path !== 'napi.h' && !isThere(dirname(readme), path))
        .map(path => `${readme}: ${path}`),
    )
    expect(wrong).toEqual([])
  })

  it('names only existing files in comments', () => {
    const names = new Set([...FILES.map(file => basename(file)), 'napi.h'])
    const wrong = SOURCES.filter(file => !file.endsWith('.css')).flatMap(file => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      const comments = text.match(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g) ?? []
      return comments
        .flatMap(comment => [
          ...comment.matchAll(/(?<![\w*/.-])((?:[\w-]+\/)*[\w-]+\.(?:ts|tsx|cc|h|mjs|md))(?![\w-])/g),
        ])
        .map(([, path]) => path!)
        .filter(
          path => !names.has(basename(path)) || !FILES.concat('napi.h').some(known => `/${known}`.endsWith(`/${path}`)),
        )
        .map(path => `${file}: ${path}`)
    })
    expect(wrong).toEqual([])
  })
})

/** The first comment of a file describes the file; the first item may have its own below it. */
const isHeader = (text: string, start: number) => /^(#!.*)?\s*$/.test(text.slice(0, start))

const isTypedef = (text: string, start: number) => text.slice(start, text.indexOf('*/', start)).includes('@typedef')

interface LockedPackage {
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The folders in which Node looks for what a package imports: its own `node_modules`, then those of the folders above it. */
function placesOf(name: string, from: string): string[] {
  const above = from === '' ? [] : placesOf(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))
  return [`${from === '' ? '' : `${from}/`}node_modules/${name}`, ...above]
}

describe('package-lock.json', () => {
  it('holds every dependency of every package, those of other platforms too: npm ci fails there otherwise', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, LockedPackage>
    }
    expect(Object.keys(packages).length).toBeGreaterThan(500)
    const missing = Object.entries(packages)
      .filter(([, { link }]) => link !== true)
      .flatMap(([from, { dependencies, devDependencies, optionalDependencies }]) =>
        Object.keys({ ...dependencies, ...optionalDependencies, ...(from === '' && devDependencies) })
          .filter(name => !placesOf(name, from).some(place => Object.hasOwn(packages, place)))
          .map(name => `${name}, which ${from || 'the project'} depends on`),
      )
    expect(missing).toEqual([])
  })
})

describe('test files that share a process', () => {
  const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
  const tests = FILES.filter(file => /^test\/.*\.ts$/.test(file))

  it('take their hooks from a module by a call, as the module is loaded once', () => {
    const modules = tests.filter(file => !/\.(test|bench)\.ts$/.test(file) && file !== 'test/record-cost.ts')
    expect(modules.filter(file => /^(before|after)(All|Each)\(/m.test(textOf(file)))).toEqual([])
  })

  it('replace no modules, as the next file would find them so', () => {
    const sharing = tests.filter(file => /\.test\.ts$/.test(file) && !/\.isolated(\.soak)?\.test\.ts$/.test(file))
    expect(sharing.filter(file => /^\s*vi\.(mock|doMock)\(/m.test(textOf(file)))).toEqual([])
  })
})
