/** Writes a picture as a PNG file of plain RGB, as journals ask, with how many pixels an inch holds (PNG specification: chunks, pHYs, CRC-32). */

export interface Pixels {
  readonly width: number
  readonly height: number
  /** RGBA, row by row from the top, as a canvas hands out. Opaque: the alpha is dropped. */
  readonly data: Uint8ClampedArray
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

export async function rgbPng(pixels: Pixels, dpi: number): Promise<Blob> {
  const rows = await deflated(filteredRows(pixels))
  const parts = [chunk('IHDR', header(pixels)), chunk('pHYs', density(dpi)), chunk('IDAT', rows), chunk('IEND')]
  return new Blob([new Uint8Array(SIGNATURE), ...parts], { type: 'image/png' })
}

const BITS = 8
const RGB = 2

/** Deflate, adaptive filters, not interlaced. */
function header({ width, height }: Pixels): Uint8Array {
  const content = new Uint8Array(13)
  const view = new DataView(content.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  content[8] = BITS
  content[9] = RGB
  return content
}

/** Each row is coded by how it differs from the row above: most of a figure then is 0. */
const UP = 2

function filteredRows({ width, height, data }: Pixels): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array(height * (1 + 3 * width))
  let to = 0
  for (let y = 0; y < height; y++) {
    rows[to++] = UP
    for (let from = 4 * y * width; from < 4 * (y + 1) * width; from += 4)
      for (let colour = from; colour < from + 3; colour++) rows[to++] = data[colour]! - (data[colour - 4 * width] ?? 0)
  }
  return rows
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const INCHES_PER_METRE = 1 / 0.0254
const METRES = 1

function density(dpi: number): Uint8Array {
  const content = new Uint8Array(9)
  const view = new DataView(content.buffer)
  view.setUint32(0, Math.round(dpi * INCHES_PER_METRE))
  view.setUint32(4, Math.round(dpi * INCHES_PER_METRE))
  content[8] = METRES
  return content
}

function chunk(type: string, content: Uint8Array = new Uint8Array(0)): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + content.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, content.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(content, 8)
  view.setUint32(8 + content.length, crc32(bytes.subarray(4, 8 + content.length)))
  return bytes
}

/** Reversed polynomial of CRC-32 (ISO 3309). */
const POLYNOMIAL = 0xedb88320

const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1
  return crc
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ REMAINDERS[(crc ^ byte) & 0xff]!
  return (crc ^ 0xffffffff) >>> 0
}
