/** Shapes and text on a page of pdfkit. Points from the upper left corner. */
import type { AreaShape, CircleShape, Drawing, Shape, Stroke, TextShape } from '../figures/drawing'
import { runsWidth, type TextRun } from '../figures/typeset'
import type { PdfDocument } from './report-file'
import { shown } from './words'

export interface TextPlace {
  readonly x: number
  /** Height of the baseline. */
  readonly y: number
  readonly size: number
  readonly colour: string
}

export function putRuns(doc: PdfDocument, runs: readonly TextRun[], { x, y, size, colour }: TextPlace): void {
  let at = x
  doc.fillColor(colour, 1)
  for (const run of runs) {
    const text = shown(run.text)
    doc.font(run.face).fontSize(size * run.scale)
    doc.text(text, at, y - run.rise * size, { lineBreak: false, baseline: 'alphabetic' })
    at += doc.widthOfString(text)
  }
}

/** The whole drawing with its upper left corner at x, y. */
export function putDrawing(
  doc: PdfDocument,
  { drawing: { shapes }, x, y }: { readonly drawing: Drawing; readonly x: number; readonly y: number },
): void {
  doc.save()
  doc.translate(x, y)
  for (const shape of shapes) putShape(doc, shape)
  doc.restore()
}

function putShape(doc: PdfDocument, shape: Shape): void {
  switch (shape.kind) {
    case 'line':
      trace(doc, shape.places)
      pen(doc, shape.stroke).stroke()
      return
    case 'area':
      trace(doc, shape.places)
      doc.closePath()
      paint(doc, shape)
      return
    case 'circle':
      doc.circle(shape.at[0], shape.at[1], shape.radius)
      paint(doc, shape)
      return
    case 'text':
      putText(doc, shape)
      return
    case 'clip': {
      const { x, y, width, height } = shape.box
      doc.save()
      doc.rect(x, y, width, height).clip()
      for (const inside of shape.shapes) putShape(doc, inside)
      doc.restore()
    }
  }
}

function trace(doc: PdfDocument, places: readonly (readonly [number, number])[]): void {
  places.forEach(([x, y], at) => {
    if (at === 0) doc.moveTo(x, y)
    else doc.lineTo(x, y)
  })
}

function pen(doc: PdfDocument, { colour, width, dash = [] }: Stroke): PdfDocument {
  doc.lineWidth(width).strokeColor(colour, 1)
  if (dash.length > 0) doc.dash([...dash] as unknown as number, {})
  else doc.undash()
  return doc
}

function paint(doc: PdfDocument, { fill, stroke }: Pick<AreaShape | CircleShape, 'fill' | 'stroke'>): void {
  if (fill) doc.fillColor(fill.colour, fill.opacity)
  if (stroke) pen(doc, stroke)
  if (fill && stroke) doc.fillAndStroke()
  else if (fill) doc.fill()
  else doc.stroke()
}

function putText(doc: PdfDocument, { at: [x, y], runs, size, anchor, colour, turned }: TextShape): void {
  const width = runsWidth(runs, size)
  const before = anchor === 'start' ? 0 : anchor === 'middle' ? width / 2 : width
  doc.save()
  doc.translate(x, y)
  if (turned) doc.rotate(-90)
  putRuns(doc, runs, { x: -before, y: 0, size, colour })
  doc.restore()
}
