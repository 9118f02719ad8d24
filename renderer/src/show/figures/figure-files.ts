/** A figure as a file, in the colours of paper and at its width in print. */
import { composed } from '../../draw/figures/compose'
import { figureCsv, figureJson } from '../../draw/figures/data'
import type { Drawing } from '../../draw/figures/drawing'
import { fontFaces } from '../../draw/figures/font-subset'
import type { PaperFigure } from '../../draw/figures/model'
import { rgbPng } from '../../draw/figures/png'
import script from '../../draw/figures/redraw.py?raw'
import { svgText } from '../../draw/figures/svg'
import { textFile } from '../controls/save-file'
import { fontFiles } from './font-files'

export const FIGURE_FILES = {
  svg: 'SVG',
  pdf: 'PDF',
  'png-300': 'PNG, 300 dpi',
  'png-600': 'PNG, 600 dpi',
  csv: 'Data (CSV)',
  json: 'Data (JSON)',
  py: 'Script that draws the JSON (Python)',
} as const

export type FigureFile = keyof typeof FIGURE_FILES

/** `name` without an ending. */
export const fileNameOf = (name: string, file: FigureFile): string =>
  `${name}${file === 'png-600' ? '-600dpi' : ''}.${file.split('-')[0]}`

export async function figureFile(figure: PaperFigure, file: FigureFile): Promise<Blob> {
  switch (file) {
    case 'csv':
      return textFile(figureCsv(figure), 'text/csv')
    case 'json':
      return textFile(figureJson(figure))
    case 'py':
      return textFile(script, 'text/x-python')
    case 'pdf': {
      const { figurePdf } = await import('../../draw/pdf/figure-pdf')
      return new Blob([await figurePdf(figure, await fontFiles())], { type: 'application/pdf' })
    }
    case 'svg':
      return textFile(await svgWithFonts(composed(figure, 'light')), 'image/svg+xml')
    case 'png-300':
    case 'png-600':
      return png(composed(figure, 'light'), file === 'png-300' ? 300 : 600)
  }
}

const svgWithFonts = async (drawing: Drawing): Promise<string> =>
  svgText(drawing, { css: await fontFaces(drawing, await fontFiles()) })

const POINTS_PER_INCH = 72

async function png(drawing: Drawing, dpi: number): Promise<Blob> {
  const image = new Image()
  image.src = URL.createObjectURL(textFile(await svgWithFonts(drawing), 'image/svg+xml'))
  try {
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = Math.round((drawing.width * dpi) / POINTS_PER_INCH)
    canvas.height = Math.round((drawing.height * dpi) / POINTS_PER_INCH)
    const paper = canvas.getContext('2d')!
    paper.fillStyle = 'white'
    paper.fillRect(0, 0, canvas.width, canvas.height)
    paper.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await rgbPng(paper.getImageData(0, 0, canvas.width, canvas.height), dpi)
  } finally {
    URL.revokeObjectURL(image.src)
  }
}
