import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { openingOf, viewOf } from '../../../../renderer/src/draw/circuit-editor/editor-view'
import { circuitPicture, PICTURE_COLUMN } from '../../../../renderer/src/draw/circuit-editor/picture'
import type { DrawnPlace, Shape } from '../../../../renderer/src/draw/figures/drawing'
import { svgText } from '../../../../renderer/src/draw/figures/svg'
import { runsText, runsWidth } from '../../../../renderer/src/draw/figures/typeset'
import { drawingPdf } from '../../../../renderer/src/draw/pdf/figure-pdf'
import { FONTS } from '../fonts'
import { fontsOf, HAS_POPPLER, infoOf, pagesOf } from '../pdf/read-pdf'

const GATES = Array.from({ length: 30 }, (_, at) => `rx(pi / ${at + 2}) data[0];`)
const PROGRAM = `OPENQASM 3.0;
include "stdgates.inc";
gate entangle_both a, b { h a; cx a, b; }
qubit[2] data;
qubit anc;
bit[2] c;
inv @ s data[1];
ctrl @ negctrl @ x data[0], anc, data[1];
cz data[0], data[1];
swap data[1], anc;
barrier data, anc;
for uint i in [0:1] { x data[i]; }
entangle_both data[0], anc;
c[0] = measure data[0];
if (c[0] == 1 && c[1] < 1) z anc;
${GATES.join('\n')}
`
const document = readDocument(PROGRAM)
const picture = circuitPicture(viewOf(document, []))
const textsIn = (shapes: readonly Shape[]) =>
  shapes.flatMap(shape => (shape.kind === 'text' ? [runsText(shape.runs)] : []))
const places = (shape: Shape): readonly DrawnPlace[] =>
  shape.kind === 'clip' ? [] : 'places' in shape ? shape.places : [shape.at]

/** The texts between the tags of the file; every tag must be closed in its place. */
function contents(svg: string): string[] {
  const open: string[] = []
  const texts: string[] = []
  for (const [, text, closes, name, rest] of svg
    .trim()
    .matchAll(/([^<]*)<(\/?)([\w]+)((?:\s+[\w:-]+="[^"<&]*")*\s*\/?)>/g)) {
    if (text!.trim() !== '') texts.push(text!)
    if (closes === '/') expect(open.pop()).toBe(name)
    else if (!rest!.endsWith('/')) open.push(name!)
  }
  expect(open).toEqual([])
  return texts
}

describe('the picture of a circuit', () => {
  it('names every wire and shows every gate, those beyond any view too', () => {
    const texts = textsIn(picture.shapes)
    for (const name of ['data[0]', 'data[1]', 'anc']) expect(texts.filter(text => text === name)).toHaveLength(1)
    expect(texts.filter(text => text === 'RX')).toHaveLength(GATES.length)
    for (const part of ['S†', 'Z', '→c[0]', 'for ×2', 'c[0]==1…', 'π/16', 'entang…']) expect(texts).toContain(part)
    const tips = picture.shapes.flatMap(shape => ('tip' in shape && shape.tip !== undefined ? [shape.tip] : []))
    for (const statement of [...GATES, 'inv @ s data[1];', 'ctrl @ negctrl @ x data[0], anc, data[1];'])
      expect(tips).toContain(statement)
    const circles = picture.shapes.filter(({ kind }) => kind === 'circle')
    // Two controls and one ⊕, and the control of CZ.
    expect(circles).toHaveLength(4)
  })

  it('is as wide as its moments, and nothing lies outside of it', () => {
    const more = circuitPicture(viewOf(readDocument(`${PROGRAM}h data[0];\n`), []))
    expect(more.width - picture.width).toBeCloseTo(PICTURE_COLUMN, 9)
    expect(more.height).toBe(picture.height)
    for (const [x, y] of picture.shapes.flatMap(places)) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(picture.width)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y).toBeLessThanOrEqual(picture.height)
    }
    for (const shape of picture.shapes)
      if (shape.kind === 'text' && shape.anchor === 'middle')
        expect(runsWidth(shape.runs, shape.size), runsText(shape.runs)).toBeLessThan(PICTURE_COLUMN)
  })

  it('is well-formed as SVG, whatever stands in the circuit', () => {
    const texts = contents(svgText(picture))
    expect(texts).toContain('data[0]')
    expect(texts).toContain('if (c[0] == 1 &amp;&amp; c[1] &lt; 1) z anc;')
  })

  it('shows the body that is open, on the wires that it has, and a circuit without gates', () => {
    const call = document.steps.find(step => step.gates[0]?.name === 'entangle_both')!
    const inside = circuitPicture(viewOf(document, [openingOf(document, call)!]))
    expect(inside.alt).toBe('Circuit, gate entangle_both')
    expect(textsIn(inside.shapes)).toEqual(['a', 'b', 'H'])
    const empty = circuitPicture(viewOf(readDocument('OPENQASM 3.0;\nqubit[2] q;\n'), []))
    expect(textsIn(empty.shapes)).toEqual(['q[0]', 'q[1]'])
  })

  it.skipIf(!HAS_POPPLER)(
    'is a PDF of its own size whose text is searchable, where a page can be as large',
    async () => {
      const pdf = await drawingPdf(picture, picture.alt, FONTS)
      const info = infoOf(pdf)
      expect(info).toMatchObject({ Title: 'Circuit', Tagged: 'yes', Pages: '1' })
      expect(Number.parseFloat(info['Page size']!)).toBeCloseTo(picture.width, 1)
      for (const { embedded } of fontsOf(pdf)) expect(embedded).toBe(true)
      const [page] = pagesOf(pdf)
      for (const text of ['data[0]', 'RX', 'S†', 'entang…']) expect(page).toContain(text)
    },
  )

  it('says where it is larger than a page of a PDF', async () => {
    await expect(drawingPdf({ ...picture, width: 14_401 }, '', FONTS)).rejects.toThrow('take SVG')
  })
})
