/** A PDF 1.7 file that is opened for writing: tagged, titled, with embedded fonts, the same bytes for the same arguments. */
import PDFDocument from 'pdfkit'
import type { FontFiles } from '../figures/font-subset'
import { plainFont } from './plain-font'

export type PdfDocument = PDFKit.PDFDocument
export type StructureElement = PDFKit.PDFStructureElement

export interface About {
  readonly title: string
  readonly producer: string
  /** ISO 8601. */
  readonly created: string
  /** Points; A4 upright when left out. */
  readonly size?: readonly [width: number, height: number]
}

/** A4 upright, points. */
export const PAGE = { width: 595.28, height: 841.89 } as const
/** 178 mm between the sides: the width of a figure over both columns. */
export const MARGIN = { side: (PAGE.width - 178 * (72 / 25.4)) / 2, top: 62, bottom: 52 } as const
/** Distance of base lines by the size of letters. */
export const LINE = 1.32

/** Adds the part below its parent, and returns it. */
export function within(parent: StructureElement, part: StructureElement): StructureElement {
  parent.add(part)
  return part
}

/** Accessible documents; the types of pdfkit do not know the name yet. */
const ACCESSIBLE = 'PDF/UA' as 'PDF/A-1'

export interface OpenFile {
  readonly doc: PdfDocument
  /** Root of the structure that screen readers follow; all content other than decoration is added below it. */
  readonly root: StructureElement
  /** Closes the file. */
  readonly bytes: () => Promise<Uint8Array<ArrayBuffer>>
}

export function openFile(
  { title, producer, created, size = [PAGE.width, PAGE.height] }: About,
  fonts: FontFiles,
): OpenFile {
  const date = new Date(created)
  const doc = new PDFDocument({
    size: [...size],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    subset: ACCESSIBLE,
    // None to start with: pdfkit would open Helvetica, which no file may leave to its reader.
    font: '',
    info: { Title: title, Producer: producer, Creator: producer, CreationDate: date, ModDate: date },
  })
  for (const [face, file] of Object.entries(fonts)) doc.registerFont(face, plainFont(file))
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', () => resolve())
    doc.on('error', reject)
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  const bytes = async () => {
    root.end()
    doc.end()
    await ended
    return joined(chunks)
  }
  return { doc, root, bytes }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}
