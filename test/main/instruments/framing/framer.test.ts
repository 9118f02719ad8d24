import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockFramer, fixedFramer, lineFramer, lineOrBlockFramer } from '../../../../main/instruments/framing/framer'
import { asBytes, textOf } from '../../../../main/instruments/model/bytes'
import { isFault } from '../../../../main/instruments/model/fault'
import type { Framer } from '../../../../main/instruments/model/request'
import { computedSince } from '../../simulation/engine-fixtures'

/** Pushes the pieces; the frame and everything that came behind it, or null. */
function readAll(framer: Framer, pieces: readonly Uint8Array[]) {
  for (const [index, piece] of pieces.entries()) {
    const framed = framer.push(piece)
    if (framed)
      return { frame: textOf(framed.frame), rest: textOf(Buffer.concat([framed.rest, ...pieces.slice(index + 1)])) }
  }
  return null
}

/** The bytes cut at these places. */
function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [0, ...[...new Set(places.map(place => place % (bytes.length + 1)))].sort((a, b) => a - b), bytes.length]
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end))
}

const printable = fc.string({ unit: fc.constantFrom(...'0123456789+-.,;#"AZ az'), minLength: 1, maxLength: 60 })
const anyBytes = fc.uint8Array({ maxLength: 200 })
const cuts = fc.array(fc.nat(500), { maxLength: 12 })
const blockOf = (bytes: Uint8Array) => {
  const length = String(bytes.length)
  return Buffer.concat([asBytes(`#${length.length}${length}`), bytes])
}

describe('an answer of which nobody said what it is', () => {
  const either = () => lineOrBlockFramer({ limit: 60, block: { limit: 300, lineEnd: 'required' } })

  it('is a block where one begins, and a line otherwise, wherever its bytes are split', () => {
    fc.assert(
      fc.property(anyBytes, cuts, (bytes, places) => {
        const framer = either()
        const pieces = cutAt(Buffer.concat([blockOf(bytes), asBytes('\n')]), places)
        expect(readAll(framer, pieces)).toEqual({ frame: textOf(bytes), rest: '' })
        expect(framer.isBlock()).toBe(true)
      }),
    )
    fc.assert(
      fc.property(printable, cuts, (line, places) => {
        fc.pre(!/^#[1-9]\d/.test(line))
        const framer = either()
        expect(readAll(framer, cutAt(asBytes(`${line}\n`), places))).toEqual({ frame: line, rest: '' })
        expect(framer.isBlock()).toBe(false)
      }),
    )
  })
})

describe('a line', () => {
  it('is the same wherever its bytes are split, and what follows it is left', () => {
    fc.assert(
      fc.property(printable, fc.constantFrom('\n', '\r\n'), printable, cuts, (line, end, behind, places) => {
        const pieces = cutAt(asBytes(line + end + behind), places)
        expect(readAll(lineFramer({ limit: 60 }), pieces)).toEqual({ frame: line, rest: behind })
      }),
    )
  })

  it('comes byte by byte', () => {
    const bytes = [...asBytes('+0.250000\r\n')].map(byte => Uint8Array.of(byte))
    expect(readAll(lineFramer({ limit: 20 }), bytes)).toEqual({ frame: '+0.250000', rest: '' })
  })

  it('skips line ends that belong to something before it', () => {
    expect(readAll(lineFramer({ limit: 20 }), [asBytes('\r\n'), asBytes('\r\n1\n')])).toEqual({ frame: '1', rest: '' })
  })

  it('is empty at once where it may be, and not the rest of a line end before it', () => {
    const may_be_empty = true
    for (const end of ['\n', '\r\n'])
      for (const pieces of [[asBytes(`${end}1\n`)], [...asBytes(`${end}1\n`)].map(byte => Uint8Array.of(byte))])
        expect(readAll(lineFramer({ limit: 20, may_be_empty }), pieces)).toEqual({ frame: '', rest: '1\n' })
    expect(readAll(lineFramer({ limit: 20, end: 'cr', may_be_empty }), [asBytes('\n1\r')])).toEqual({
      frame: '1',
      rest: '',
    })
  })

  it('of exactly the limit is taken, one byte more is refused, however it comes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 80 }), cuts, (limit, places) => {
        const fits = asBytes(`${'7'.repeat(limit)}\r\n`)
        expect(readAll(lineFramer({ limit }), cutAt(fits, places))?.frame).toHaveLength(limit)
        const long = asBytes(`${'7'.repeat(limit + 1)}\r\n`)
        expect(() => readAll(lineFramer({ limit }), cutAt(long, places))).toThrow(/more than/)
      }),
    )
  })

  it('with a byte that no text has is refused', () => {
    for (const byte of [0x00, 0x1b, 0x7f, 0x80, 0xff])
      expect(() => lineFramer({ limit: 20 }).push(Buffer.concat([asBytes('1'), Uint8Array.of(byte, 10)]))).toThrow(
        /printable/,
      )
  })
})

describe('a block', () => {
  it('is the same wherever its bytes are split, whatever they are', () => {
    fc.assert(
      fc.property(anyBytes, fc.constantFrom('\n', '\r\n'), cuts, (content, end, places) => {
        const bytes = Buffer.concat([blockOf(content), asBytes(end)])
        const read = readAll(blockFramer({ limit: 200, lineEnd: 'required' }), cutAt(bytes, places))
        expect(read).toEqual({ frame: textOf(content), rest: '' })
      }),
    )
  })

  it('needs no line end where there is none, and leaves what follows', () => {
    fc.assert(
      fc.property(anyBytes, printable, cuts, (content, behind, places) => {
        const pieces = cutAt(Buffer.concat([blockOf(content), asBytes(behind)]), places)
        const read = readAll(blockFramer({ limit: 200, lineEnd: 'none' }), pieces)
        expect(read).toEqual({ frame: textOf(content), rest: behind })
      }),
    )
  })

  it('whose length lies is refused or never ends', () => {
    const lie = (header: string) =>
      readAll(blockFramer({ limit: 100, lineEnd: 'required' }), [asBytes(`${header}abcdef\n`)])
    expect(() => lie('#15')).toThrow(/its length may be wrong/)
    expect(lie('#17')).toBeNull()
    expect(lie('#16')).toEqual({ frame: 'abcdef', rest: '' })
  })

  it('with a header that is none is refused at once', () => {
    for (const header of ['!', '#0', '#a', '#1x', '#3999', '#9999999999'])
      expect(() => blockFramer({ limit: 100, lineEnd: 'required' }).push(asBytes(header))).toThrow()
  })

  it('of a mebibyte that comes in small pieces is read in time that grows with its length only', () => {
    const bytes = Buffer.concat([blockOf(new Uint8Array(2 ** 20)), asBytes('\n')])
    const framer = blockFramer({ limit: 2 ** 21, lineEnd: 'required' })
    const started = process.cpuUsage()
    let frame: Uint8Array | null = null
    for (let at = 0; at < bytes.length; at += 64) frame = framer.push(bytes.subarray(at, at + 64))?.frame ?? frame
    expect(frame).toHaveLength(2 ** 20)
    expect(computedSince(started)).toBeLessThan(1_000)
  })
})

describe('so many bytes', () => {
  it('are the same wherever they are split', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), anyBytes, cuts, (content, behind, places) => {
        const pieces = cutAt(Buffer.concat([content, behind]), places)
        expect(readAll(fixedFramer(content.length), pieces)).toEqual({ frame: textOf(content), rest: textOf(behind) })
      }),
    )
  })
})

describe('every framer', () => {
  it('gives a frame, asks for more, or names a fault, whatever comes', () => {
    const framers = [
      () => lineFramer({ limit: 40 }),
      () => lineFramer({ limit: 40, printable: false }),
      () => blockFramer({ limit: 40, lineEnd: 'required' }),
      () => blockFramer({ limit: 40, lineEnd: 'none' }),
      () => fixedFramer(17),
    ]
    const hostile = fc.array(fc.oneof(anyBytes, printable.map(asBytes), fc.constantFrom('#', '#9', '\n').map(asBytes)))
    fc.assert(
      fc.property(fc.constantFrom(...framers), hostile, (create, pieces) => {
        try {
          const read = readAll(create(), pieces)
          expect(read === null || read.frame.length <= 200).toBe(true)
        } catch (error) {
          expect(isFault(error, 'reply_malformed', 'reply_too_long')).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})
