/** A drawing as an SVG file: sizes in points, text as text in the font that travels with it. */
import { INKS } from '../charts/colours'
import type { Drawing, DrawnPlace, Shape, Stroke, TextShape } from './drawing'
import { runsText, type TextRun } from './typeset'

export const FIGURE_FONT = 'Arimo, Arial, Helvetica, sans-serif'

/** Fonts of the file; viewers of an SVG without embedded fonts fall back on fonts of the same widths. */
export interface SvgFonts {
  /** `@font-face` rules with their data; empty for none. */
  readonly css: string
}

export function svgText({ width, height, alt, shapes }: Drawing, { css }: SvgFonts = { css: '' }): string {
  const ids = { clips: 0 }
  const [w, h] = [number(width), number(height)]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}pt" height="${h}pt" viewBox="0 0 ${w} ${h}" role="img" font-family="${FIGURE_FONT}">`,
    `<title>${escaped(alt)}</title>`,
    ...(css === '' ? [] : [`<style>${css}</style>`]),
    `<rect width="${w}" height="${h}" fill="${INKS.light.ground}"/>`,
    ...shapes.map(shape => shapeText(shape, ids)),
    '</svg>\n',
  ].join('\n')
}

/** Hundredths of a point. */
export const number = (value: number): string => String(Math.round(value * 100) / 100 || 0)

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Whether XML 1.0 allows the character; others are left out. */
const isCharacter = (code: number) =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 32 && code < 0xd800) ||
  (code >= 0xe000 && code < 0xfffe) ||
  code > 0xffff

const escaped = (text: string): string =>
  [...text]
    .filter(each => isCharacter(each.codePointAt(0)!))
    .join('')
    .replace(/[&<>"]/g, character => ESCAPES[character]!)

export const pathData = (places: readonly DrawnPlace[], closed = false): string =>
  `${places.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${number(x)} ${number(y)}`).join('')}${closed ? 'Z' : ''}`

function shapeText(shape: Shape, ids: { clips: number }): string {
  switch (shape.kind) {
    case 'line':
      return `<path d="${pathData(shape.places)}" fill="none"${strokeText(shape.stroke)}/>`
    case 'area':
      return titled(`<path d="${pathData(shape.places, true)}"${paint(shape)}`, 'path', shape.tip)
    case 'circle':
      return titled(
        `<circle cx="${number(shape.at[0])}" cy="${number(shape.at[1])}" r="${number(shape.radius)}"${paint(shape)}`,
        'circle',
        shape.tip,
      )
    case 'text':
      return textElement(shape)
    case 'clip':
      return clipText(shape, ids)
  }
}

const titled = (opening: string, element: string, tip: string | undefined): string =>
  tip === undefined ? `${opening}/>` : `${opening}><title>${escaped(tip)}</title></${element}>`

const strokeText = ({ colour, width, dash = [] }: Stroke): string =>
  ` stroke="${colour}" stroke-width="${width}"${dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : ''} stroke-linejoin="round"`

function paint({
  fill,
  stroke,
}: {
  readonly fill: { colour: string; opacity: number } | null
  readonly stroke: Stroke | null
}): string {
  const filled =
    fill === null
      ? ' fill="none"'
      : ` fill="${fill.colour}"${fill.opacity < 1 ? ` fill-opacity="${fill.opacity}"` : ''}`
  return `${filled}${stroke === null ? '' : strokeText(stroke)}`
}

/** Base lines are moved by `dy`, which adds up from run to run. */
function textElement({ at: [x, y], runs, size, anchor, colour, turned }: TextShape): string {
  const turn = turned ? ` transform="rotate(-90 ${number(x)} ${number(y)})"` : ''
  const anchored = anchor === 'start' ? '' : ` text-anchor="${anchor}"`
  const opening = `<text x="${number(x)}" y="${number(y)}" font-size="${size}" fill="${colour}"${anchored}${turn} xml:space="preserve">`
  if (runs.length === 1 && runs[0]!.face === 'regular') return `${opening}${escaped(runsText(runs))}</text>`
  let rise = 0
  const spans = runs.map(run => {
    const moved = (rise - run.rise) * size
    rise = run.rise
    return spanText(run, moved, size)
  })
  return `${opening}${spans.join('')}</text>`
}

function spanText({ text, face, scale }: TextRun, moved: number, size: number): string {
  const attributes = [
    moved === 0 ? '' : ` dy="${number(moved)}"`,
    scale === 1 ? '' : ` font-size="${number(size * scale)}"`,
    face === 'italic' ? ' font-style="italic"' : '',
    face === 'bold' ? ' font-weight="bold"' : '',
  ].join('')
  return `<tspan${attributes}>${escaped(text)}</tspan>`
}

function clipText({ box, shapes }: Extract<Shape, { kind: 'clip' }>, ids: { clips: number }): string {
  const id = `clip-${++ids.clips}`
  const { x, y, width, height } = box
  const inside = shapes.map(shape => shapeText(shape, ids)).join('\n')
  return `<clipPath id="${id}"><rect x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}"/></clipPath>\n<g clip-path="url(#${id})">\n${inside}\n</g>`
}
