/** As much of a PDF reader as the tests of the writer need; it follows the cross-reference table as a viewer does. */

import { PAGE } from '../../../../renderer/src/draw/pdf/file'

export interface ReadPdf {
  readonly objects: ReadonlyMap<number, string>
  /** The content stream of each page, in the order of the page tree. */
  readonly contents: readonly string[]
  /** What is written on each page; characters of the Symbol font as theirs. */
  readonly texts: readonly string[]
}

export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes).toString('latin1')
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1])
  const [, first, count] = /^xref\n(\d+) (\d+)\n/.exec(file.slice(start)) ?? []
  if (first !== '0') throw new Error('The file has no cross-reference table where it says')
  const entries = file
    .slice(start)
    .split('\n')
    .slice(2, 2 + Number(count))
  const objects = new Map(
    entries.slice(1).map((entry, at) => [at + 1, objectAt(file, Number(entry.slice(0, 10)), at + 1)] as const),
  )
  const kids = /\/Kids \[([^\]]*)\]/
    .exec(objects.get(2)!)![1]!
    .match(/\d+(?= 0 R)/g)!
    .map(Number)
  const contents = kids.map(page => streamOf(objects.get(Number(/\/Contents (\d+)/.exec(objects.get(page)!)![1]))!))
  return { objects, contents, texts: contents.map(textOf) }
}

function objectAt(file: string, offset: number, number: number): string {
  const head = `${number} 0 obj\n`
  if (!file.startsWith(head, offset)) throw new Error(`Object ${number} is not at ${offset}`)
  return file.slice(offset + head.length, file.indexOf('\nendobj\n', offset))
}

function streamOf(object: string): string {
  const length = Number(/\/Length (\d+)/.exec(object)![1])
  const start = object.indexOf('stream\n') + 'stream\n'.length
  if (object.slice(start + length) !== '\nendstream') throw new Error('A stream is not as long as it says')
  return object.slice(start, start + length)
}

const SYMBOLS: Record<number, string> = { 45: '−', 101: 'ε', 68: 'Δ', 174: '→', 241: '⟩' }

function textOf(content: string): string {
  const shown = content.matchAll(/\/(\w+) [\d.]+ Tf [-\d.]+ Ts \(((?:\\.|[^\\)])*)\) Tj|( ET)/g)
  return [...shown].map(([, font, raw, end]) => (end ? '\n' : decoded(raw!, font === 'Symbol'))).join('')
}

function decoded(raw: string, symbol: boolean): string {
  const codes = [...raw.matchAll(/\\(\d{3})|\\(.)|([^\\])/g)].map(([, octal, escaped, plain]) =>
    octal ? Number.parseInt(octal, 8) : (escaped ?? plain)!.charCodeAt(0),
  )
  return codes.map(code => (symbol ? (SYMBOLS[code] ?? '?') : String.fromCharCode(code))).join('')
}

/** Lines broken by the page's width are one text again. */
export const flat = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll(/\s+/g, '')
/** All that is written, flat. */
export const written = (bytes: Uint8Array) => flat(readPdf(bytes).texts.join('\n'))

/** Where a text begins beyond its page. */
export const textsOutside = (bytes: Uint8Array): string[] =>
  readPdf(bytes).contents.flatMap(content =>
    [...content.matchAll(/BT ([-\d.]+) ([-\d.]+) Td/g)].flatMap(([place, x, y]) => {
      const within = (value: number, most: number) => value >= 0 && value < most
      return within(Number(x), PAGE.width) && within(Number(y), PAGE.height) ? [] : [place]
    }),
  )
