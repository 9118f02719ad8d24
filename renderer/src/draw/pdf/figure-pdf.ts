/** A figure or drawing as a vector PDF of its own size, its fonts embedded, its alternate text for those who do not see it. */
import { composed } from '../figures/compose'
import type { Drawing } from '../figures/drawing'
import type { FontFiles } from '../figures/font-subset'
import { type PaperFigure, panelsOf } from '../figures/model'
import { putDrawing } from './ink'
import { openFile } from './report-file'

/** Files of figures carry no date of their own: the run that they show has one. */
const NO_DATE = '2000-01-01T00:00:00Z'
/** Points of a side of a page: readers show no larger one (ISO 32000-1, annex C). */
const MAX_SIDE = 14_400

type PdfFile = Promise<Uint8Array<ArrayBuffer>>

export function figurePdf(figure: PaperFigure, fonts: FontFiles): PdfFile {
  const title = [panelsOf(figure)[0]?.name ?? 'Figure', figure.source].filter(Boolean).join(': ')
  return drawingPdf({ ...composed(figure, 'light'), alt: figure.alt }, title, fonts)
}

/** Rejects a drawing that is larger than a page can be. */
export async function drawingPdf(drawing: Drawing, title: string, fonts: FontFiles): PdfFile {
  const size = [drawing.width, drawing.height] as const
  if (Math.max(...size) > MAX_SIDE) {
    const points = size.map(Math.ceil).join(' × ')
    throw new Error(`A page of a PDF has at most ${MAX_SIDE} points a side, and the picture ${points}: take SVG.`)
  }
  const { doc, root, bytes } = openFile({ title, producer: 'Pentad', created: NO_DATE, size }, fonts)
  doc.addPage()
  const element = doc.struct('Figure', { alt: drawing.alt, title })
  root.add(element)
  element.add(() => putDrawing(doc, { drawing, x: 0, y: 0 }))
  element.end()
  return bytes()
}
