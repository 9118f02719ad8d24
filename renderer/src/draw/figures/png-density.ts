/** Writes into a PNG file how many pixels an inch holds, so that it is placed at its size (PNG specification, pHYs and CRC-32). */

const SIGNATURE_AND_HEADER = 8 + 25
const INCHES_PER_METRE = 1 / 0.0254

/** The same file with a `pHYs` chunk behind its header. */
export function withDensity(png: Uint8Array, dpi: number): Uint8Array<ArrayBuffer> {
  const chunk = physicalSize(Math.round(dpi * INCHES_PER_METRE))
  const file = new Uint8Array(png.length + chunk.length)
  file.set(png.subarray(0, SIGNATURE_AND_HEADER))
  file.set(chunk, SIGNATURE_AND_HEADER)
  file.set(png.subarray(SIGNATURE_AND_HEADER), SIGNATURE_AND_HEADER + chunk.length)
  return file
}

const PHYS = [0x70, 0x48, 0x59, 0x73]
const METRES = 1

function physicalSize(perMetre: number): Uint8Array {
  const chunk = new Uint8Array(21)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, 9)
  chunk.set(PHYS, 4)
  view.setUint32(8, perMetre)
  view.setUint32(12, perMetre)
  chunk[16] = METRES
  view.setUint32(17, crc32(chunk.subarray(4, 17)))
  return chunk
}

/** Reversed polynomial of CRC-32 (ISO 3309). */
const POLYNOMIAL = 0xedb88320

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
