import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { rgbPng } from '../../../../renderer/src/draw/figures/png'

describe('a picture as a PNG file', () => {
  const width = 5
  const height = 3
  const data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, at) => (at % 4 === 3 ? 255 : (at * 89) % 256))
  const written = async () => Buffer.from(await (await rgbPng({ width, height, data }, 600)).arrayBuffer())

  it('is plain RGB without alpha, and another program reads each of its pixels', async () => {
    const read = PNG.sync.read(await written()) as PNG & { colorType: number; alpha: boolean }
    expect([read.width, read.height, read.colorType, read.alpha]).toEqual([width, height, 2, false])
    expect([...read.data]).toEqual([...data])
  })

  it('says its pixels per inch behind its header, in a chunk that checks', async () => {
    const file = await written()
    expect(file.subarray(37, 41).toString()).toBe('pHYs')
    expect([file.readUInt32BE(41), file.readUInt32BE(45), file[49]]).toEqual([23622, 23622, 1])
    expect(file.readUInt32BE(50)).toBe(crc(file.subarray(37, 50)))
  })
})

/** The checksum bit by bit, as the PNG specification defines it. */
function crc(bytes: Uint8Array): number {
  let value = 0xffffffffn
  for (const byte of bytes)
    for (let bit = 0n; bit < 8n; bit++) {
      const low = (value ^ (BigInt(byte) >> bit)) & 1n
      value = (value >> 1n) ^ (low === 1n ? 0xedb88320n : 0n)
    }
  return Number(value ^ 0xffffffffn)
}
