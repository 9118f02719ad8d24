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

/** About a dozen; two more for the last that came. */
const MAX_IN_A_FOLDER = 14
/** One file for each change of the schema is their natural form. */
const MAY_HOLD_MORE = ['main/store/migrations']

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
    const crowded = [...counts].filter(([folder, count]) => count > MAX_IN_A_FOLDER && !MAY_HOLD_MORE.includes(folder))
    expect(crowded).toEqual([])
  })

  it('opens every folder of the service and every room in it with a README of a few lines', () => {
    const folders = new Set(SOURCES.filter(file => /^(main|native|preload)\//.test(file)).map(file => dirname(file)))
    const without = [...folders].filter(folder => !FILES.includes(`${folder}/README.md`))
    expect(without).toEqual([])
  })

  it('is named as it is in every document', () => {
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

  it('names in its comments only files that are there', () => {
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
