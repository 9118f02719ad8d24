/** Files of a figure, in print colours and at its width in print. */
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
  'png-150': 'PNG, 150 dpi',
  'png-300': 'PNG, 300 dpi',
  'png-600': 'PNG, 600 dpi',
  csv: 'Data (CSV)',
  json: 'Data (JSON)',
  py: 'Script that draws the JSON (Python)',
} as const

export type FigureFile = keyof typeof FIGURE_FILES
export type PictureFile = 'svg' | 'pdf' | `png-${150 | 300 | 600}`

/** File name for `name`, which has no extension. */
export function fileNameOf(name: string, file: FigureFile): string {
  const [ending, dpi] = file.split('-')
  return `${name}${dpi === undefined ? '' : `-${dpi}dpi`}.${ending}`
}

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
      return pdfBlob(await figurePdf(figure, await fontFiles()))
    }
    default:
      return pictureFile(composed(figure, 'light'), file)
  }
}

const pdfBlob = (bytes: Uint8Array<ArrayBuffer>): Blob => new Blob([bytes], { type: 'application/pdf' })

/** Rejects when a PNG would exceed the pixels of a canvas, or a PDF the size of a page. */
export async function pictureFile(drawing: Drawing, file: PictureFile): Promise<Blob> {
  if (file === 'svg') return textFile(await svgWithFonts(drawing), 'image/svg+xml')
  if (file === 'pdf') {
    const { drawingPdf } = await import('../../draw/pdf/figure-pdf')
    return pdfBlob(await drawingPdf(drawing, drawing.alt, await fontFiles()))
  }
  return png(drawing, Number(file.split('-')[1]))
}

const svgWithFonts = async (drawing: Drawing): Promise<string> =>
  svgText(drawing, { css: await fontFaces(drawing, await fontFiles()) })

const POINTS_PER_INCH = 72
/** Largest side of a canvas in Chromium, in pixels; beyond it nothing is drawn and no error reported. */
const MAX_SIDE = 16_384
/** A canvas of 256 MiB, at four bytes a pixel. */
const MAX_PIXELS = 2 ** 26

async function png(drawing: Drawing, dpi: number): Promise<Blob> {
  const [width, height] = [drawing.width, drawing.height].map(side => Math.round((side * dpi) / POINTS_PER_INCH)) as [
    number,
    number,
  ]
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) throw new Error(tooLarge(width, height))
  const image = new Image()
  image.src = URL.createObjectURL(textFile(await svgWithFonts(drawing), 'image/svg+xml'))
  try {
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const paper = canvas.getContext('2d')!
    paper.fillStyle = 'white'
    paper.fillRect(0, 0, canvas.width, canvas.height)
    paper.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await rgbPng(paper.getImageData(0, 0, canvas.width, canvas.height), dpi)
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

const tooLarge = (width: number, height: number): string =>
  `As a PNG the picture would have ${width} × ${height} pixels, more than a browser draws (${MAX_SIDE} a side, ${MAX_PIXELS} in all): take fewer dpi, or SVG.`
