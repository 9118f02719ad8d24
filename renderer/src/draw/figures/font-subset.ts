/** Subsets of the fonts with the characters of a drawing, embedded so that an SVG file looks the same everywhere and its text stays text. */
import type { Drawing, Shape } from './drawing'
import type { Face, TextRun } from './typeset'

/** TrueType files of the figures' font. */
export type FontFiles = Readonly<Record<Face, Uint8Array>>

const FIGURE_FAMILY = 'Arimo'

const LOOKS: Readonly<Record<Face, string>> = {
  regular: 'font-weight:400;font-style:normal',
  bold: 'font-weight:700;font-style:normal',
  italic: 'font-weight:400;font-style:italic',
}

const runsIn = (shapes: readonly Shape[]): TextRun[] =>
  shapes.flatMap(shape => {
    if (shape.kind === 'clip') return runsIn(shape.shapes)
    return shape.kind === 'text' ? shape.runs : []
  })

/** Code points of each face, in order. */
export function usedCharacters({ shapes }: Pick<Drawing, 'shapes'>): Map<Face, number[]> {
  const used = new Map<Face, Set<number>>()
  for (const { face, text } of runsIn(shapes)) {
    const known = used.get(face) ?? new Set<number>()
    for (const character of text) known.add(character.codePointAt(0)!)
    used.set(face, known)
  }
  return new Map([...used].map(([face, codes]) => [face, [...codes].sort((a, b) => a - b)]))
}

/** `@font-face` rules that hold what the drawing needs of each face, as data. */
export async function fontFaces(drawing: Pick<Drawing, 'shapes'>, files: FontFiles): Promise<string> {
  const { createFont } = await import('fonteditor-core')
  return [...usedCharacters(drawing)]
    .map(([face, subset]) => {
      const file = files[face]
      const whole = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer
      const options = { type: 'ttf', hinting: false } as const
      const font = createFont(whole, { ...options, subset }).write({ ...options, toBuffer: false })
      const data = base64(new Uint8Array(font as ArrayBuffer))
      return `@font-face{font-family:${FIGURE_FAMILY};${LOOKS[face]};src:url(data:font/ttf;base64,${data})}`
    })
    .join('')
}

const base64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
