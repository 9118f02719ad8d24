/** A figure as a vector PDF of its own size, its fonts embedded, its alternate text for those who do not see it. */
import { composed } from '../figures/compose'
import type { FontFiles } from '../figures/font-subset'
import type { PaperFigure } from '../figures/model'
import { putDrawing } from './ink'
import { openFile } from './report-file'

/** Files of figures carry no date of their own: the run that they show has one. */
const NO_DATE = '2000-01-01T00:00:00Z'

export async function figurePdf(figure: PaperFigure, fonts: FontFiles): Promise<Uint8Array<ArrayBuffer>> {
  const drawing = composed(figure, 'light')
  const size = [drawing.width, drawing.height] as const
  const title = figure.source === '' ? 'Figure' : `Figure of ${figure.source}`
  const { doc, root, bytes } = openFile({ title, producer: 'Pentad', created: NO_DATE, size }, fonts)
  doc.addPage()
  const element = doc.struct('Figure', { alt: figure.alt, title })
  root.add(element)
  element.add(() => putDrawing(doc, drawing, 0, 0))
  element.end()
  return bytes()
}
