/** A PDF 1.7 file (ISO 32000-1) of text and line drawings in the standard fonts; nothing is embedded or compressed. */
import { textBytes } from './text-bytes'

export interface PdfPage {
  /** Operators of its content, in order. */
  readonly operators: readonly string[]
}

export interface About {
  readonly title: string
  readonly producer: string
  /** ISO 8601. */
  readonly created: string
}

/** A4 upright, points. */
export const PAGE = { width: 595.28, height: 841.89 } as const

/** Opacity of interval bands, as the graphics state `/Band`. */
const BAND_OPACITY = 0.2

const ENCODING = '/Encoding /WinAnsiEncoding'
const FONTS = [
  ['Regular', `/BaseFont /Helvetica ${ENCODING}`],
  ['Bold', `/BaseFont /Helvetica-Bold ${ENCODING}`],
  ['Symbol', '/BaseFont /Symbol'],
] as const

const CATALOG = 1
const PAGES = 2
const INFO = 3
const FIRST_FONT = 4
const FIRST_PAGE = FIRST_FONT + FONTS.length

/** Objects in the order of their numbers, from 1. A page takes two: itself and its content. */
function objectsOf(pages: readonly PdfPage[], about: About): string[] {
  const pageNumbers = pages.map((_, at) => FIRST_PAGE + 2 * at)
  const fonts = FONTS.map(([name], at) => `/${name} ${FIRST_FONT + at} 0 R`).join(' ')
  const resources = `<< /Font << ${fonts} >> /ExtGState << /Band << /ca ${BAND_OPACITY} >> /Full << /ca 1 >> >> >>`
  const box = `[0 0 ${PAGE.width} ${PAGE.height}]`
  return [
    `<< /Type /Catalog /Pages ${PAGES} 0 R /Lang (en) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageNumbers.map(each => `${each} 0 R`).join(' ')}] /MediaBox ${box} /Resources ${resources} >>`,
    `<< /Title ${textBytes(about.title)} /Producer ${textBytes(about.producer)} /CreationDate ${date(about.created)} >>`,
    ...FONTS.map(([, font]) => `<< /Type /Font /Subtype /Type1 ${font} >>`),
    ...pages.flatMap((page, at) => [
      `<< /Type /Page /Parent ${PAGES} 0 R /Contents ${pageNumbers[at]! + 1} 0 R >>`,
      stream(page.operators.join('\n')),
    ]),
  ]
}

const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`

/** `D:20261121080005Z`. */
const date = (created: string) => `(D:${new Date(created).toISOString().replace(/[-:T]|\..*/g, '')}Z)`

/** The bytes of the file. Operators have to be ASCII, as `textOperators` writes them. */
export function pdfFile(pages: readonly PdfPage[], about: About): Uint8Array<ArrayBuffer> {
  const objects = objectsOf(pages, about)
  let file = '%PDF-1.7\n'
  const offsets = objects.map((content, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${content}\nendobj\n`
    return offset
  })
  const start = file.length
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root ${CATALOG} 0 R /Info ${INFO} 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Uint8Array.from(file, character => character.charCodeAt(0))
}
