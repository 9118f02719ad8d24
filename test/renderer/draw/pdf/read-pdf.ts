/** Reads a PDF with poppler's programs, which know nothing of the writer. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'

const isThere = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(`${folder}/${program}`))

/**
 * Tests that read PDF files are skipped without poppler; `npm test` installs it where it may, and says so where it may
 * not.
 */
export const HAS_POPPLER = ['pdftotext', 'pdffonts', 'pdfinfo'].every(isThere)

function run(program: string, args: readonly string[], pdf: Uint8Array): string {
  const { stdout, stderr, status } = spawnSync(program, [...args], { input: pdf, maxBuffer: 1 << 26 })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
  return stdout.toString('utf8')
}

/** The text of each page. */
export const pagesOf = (pdf: Uint8Array): string[] => run('pdftotext', ['-', '-'], pdf).split('\f').slice(0, -1)

/** The name of each font, whether it is embedded, and whether only as a subset. */
export const fontsOf = (pdf: Uint8Array) =>
  run('pdffonts', ['-'], pdf)
    .trim()
    .split('\n')
    .slice(2)
    .map(line => {
      const [, name, embedded, subset] = /^(\S+) .* (yes|no) +(yes|no) +(yes|no) +\d+ +\d+$/.exec(line)!
      return { name: name!, embedded: embedded === 'yes', subset: subset === 'yes' }
    })

/** The entries of pdfinfo, by its own names. */
export const infoOf = (pdf: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    run('pdfinfo', ['-'], pdf)
      .trim()
      .split('\n')
      .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )

/** The structure of a tagged file with its text, as screen readers see it. */
export const structureOf = (pdf: Uint8Array): string => run('pdfinfo', ['-struct-text', '-'], pdf)

/** Words that reach beyond their page. */
export function wordsOutside(pdf: Uint8Array): string[] {
  const pages = run('pdftotext', ['-bbox', '-', '-'], pdf).split('<page ').slice(1)
  return pages.flatMap(page => {
    const [width, height] = ['width', 'height'].map(name => Number(new RegExp(`${name}="([\\d.]+)"`).exec(page)![1]))
    return [...page.matchAll(/xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g)]
      .filter(
        ([, left, top, right, bottom]) =>
          Number(left) < 0 || Number(top) < 0 || Number(right) > width! || Number(bottom) > height!,
      )
      .map(([, , , , , word]) => word!)
  })
}

/** The text without blanks, line breaks and signs of indices, so that texts can be looked for in it. */
export const flat = (text: string): string =>
  text
    .replaceAll('⟨', '‹')
    .replaceAll('⟩', '›')
    .replace(/[\s_^]+/g, '')

export const written = (pdf: Uint8Array): string => flat(pagesOf(pdf).join(''))
