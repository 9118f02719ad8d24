import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Checksum, withChecksum, withoutChecksum } from '../../../../main/instruments/framing/checksum'
import { createWire, type Framing } from '../../../../main/instruments/framing/wire'
import { asBytes, textOf } from '../../../../main/instruments/model/bytes'
import { isFault } from '../../../../main/instruments/model/fault'
import type { Dialogue } from '../../../../main/instruments/model/request'

type Kind = Checksum['kind']
const of = (kind: Kind, changes: Partial<Checksum> = {}): Checksum => ({ kind, skip: 0, in_replies: true, ...changes })
const sent = (line: string, checksum: Checksum) => textOf(withChecksum(asBytes(line), checksum))
const read = (line: string, checksum: Checksum) => textOf(withoutChecksum(asBytes(line), checksum))
const CHECK = '123456789'

/** The remainder of the message as one long polynomial over GF(2), the register's start added to its first bits. */
function remainder(bytes: Uint8Array, isReversed: boolean): number {
  const bitsOf = (byte: number) => [...byte.toString(2).padStart(8, '0')].map(Number)
  const bits = [...bytes].flatMap(byte => (isReversed ? bitsOf(byte).reverse() : bitsOf(byte)))
  bits.push(...Array<number>(16).fill(0))
  for (let index = 0; index < 16; index += 1) bits[index]! ^= 1
  const divisor = isReversed ? '11000000000000101' : '10001000000100001'
  for (let at = 0; at + 16 < bits.length; at += 1)
    if (bits[at] === 1) for (let index = 0; index < 17; index += 1) bits[at + index]! ^= Number(divisor[index])
  const rest = bits.slice(-16)
  return Number.parseInt((isReversed ? rest.reverse() : rest).join(''), 2)
}

const hex = (figure: number, digits: number) => figure.toString(16).toUpperCase().padStart(digits, '0')
/** By another way each. */
const SLOW: Record<Kind, (text: string) => string> = {
  sum8_hex: text => hex(Number([...asBytes(text)].reduce((sum, byte) => sum + BigInt(byte), 0n) % 256n), 2),
  sum8_decimal: text => String([...asBytes(text)].reduce((sum, byte) => sum + byte, 0) % 256).padStart(3, '0'),
  xor_hex: text => hex(Number.parseInt([0, 1, 2, 3, 4, 5, 6, 7].map(bit => oddOf(text, 7 - bit)).join(''), 2), 2),
  crc16_modbus: text => hex(remainder(asBytes(text), true), 4),
  crc16_ccitt: text => hex(remainder(asBytes(text), false), 4),
}
const oddOf = (text: string, bit: number) => [...asBytes(text)].filter(byte => (byte >> bit) & 1).length % 2

const kinds = fc.constantFrom(...Checksum.shape.kind.options)
const text = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map(String.fromCharCode),
  minLength: 1,
  maxLength: 40,
})
const letters = fc.constantFrom('upper', 'lower', 'any' as const)

describe('a checksum behind a line', () => {
  it('is the published one', () => {
    expect(sent(CHECK, of('crc16_modbus'))).toBe(`${CHECK}4B37`)
    expect(sent(CHECK, of('crc16_ccitt'))).toBe(`${CHECK}29B1`)
    // Pfeiffer's manuals (TC 400, PPT 100): queries, answers and commands.
    for (const telegram of [
      ...['0010030902=?107', '1230030902=?112', '1231030906000633037', '0421001006111111020'],
      ...['0010074002=?106', '0011074006100023025', '0011074103001130'],
    ])
      expect(sent(telegram.slice(0, -3), of('sum8_decimal'))).toBe(telegram)
    // Varian's window protocol counts from behind STX: start pump.
    expect(sent('\x02\x8000011\x03', of('xor_hex', { skip: 1 }))).toBe('\x02\x8000011\x03B3')
    // Of the digits: 9 × 53 = 477 = 0x1DD, and 0x31.
    expect(sent(CHECK, of('sum8_hex'))).toBe(`${CHECK}DD`)
    expect(sent(CHECK, of('xor_hex'))).toBe(`${CHECK}31`)
  })

  it('equals that of a reference calculation, and is removed again on reading', () => {
    fc.assert(
      fc.property(kinds, text, fc.nat(3), letters, (kind, line, skip, letters) => {
        fc.pre(line.length > skip)
        const checksum = of(kind, { skip, letters })
        const digits = SLOW[kind](line.slice(skip))
        const wanted = line + (letters === 'lower' ? digits.toLowerCase() : digits)
        expect(sent(line, checksum)).toBe(wanted)
        expect(read(wanted, checksum)).toBe(line)
      }),
    )
  })

  it('leaves out the start character, and refuses a command of nothing else', () => {
    expect(sent('#A', of('sum8_hex', { skip: 1 }))).toBe('#A41')
    expect(() => sent('#', of('sum8_hex', { skip: 1 }))).toThrow(/leaves out the first 1/)
  })

  it('is read in the case that the driver file says', () => {
    for (const [letters, isUpper, isLower] of [
      ['upper', true, false],
      [undefined, true, false],
      ['lower', false, true],
      ['any', true, true],
    ] as const) {
      const taken = (line: string) => {
        try {
          return read(line, of('crc16_modbus', { letters })) === CHECK
        } catch {
          return false
        }
      }
      expect([taken(`${CHECK}4B37`), taken(`${CHECK}4b37`)]).toEqual([isUpper, isLower])
    }
  })

  it('that is wrong says which was there and which belongs there', () => {
    expect(() => read('1231030906000634037', of('sum8_decimal'))).toThrow(
      'the answer 1231030906000634037 ends with the checksum 037; its characters give 038',
    )
  })
})

const framing = (checksum?: Checksum): Framing => ({
  kind: 'line',
  request_end: '\r',
  reply_end: '\r',
  max_request_bytes: 60,
  max_reply_bytes: 60,
  report_bytes: 0,
  has_blocks: false,
  checksum,
})

/** What goes out, and the answer or the fault, where these bytes come back. */
function played<T>(dialogue: Dialogue<T>, bytes: Uint8Array) {
  const out: string[] = []
  let waiting = bytes
  try {
    let step = dialogue.next()
    while (!step.done) {
      let answer: Uint8Array = new Uint8Array(0)
      if ('write' in step.value) out.push(textOf(Buffer.concat(step.value.write)))
      else if ('read' in step.value) {
        const framed = step.value.read.push(waiting)
        if (!framed) return { out, ended: 'waits' }
        answer = framed.frame
        waiting = framed.rest
      }
      step = dialogue.next(answer)
    }
    return { out, answer: step.value, unread: waiting.length }
  } catch (error) {
    if (!isFault(error)) throw error
    return { out, ended: error.fault }
  }
}

describe('a line framing with a checksum', () => {
  it('puts it before the end of each command, and takes it off each answer', () => {
    const wire = createWire(framing(of('sum8_decimal')))
    const { out, answer } = played(wire.query(asBytes('0010030902=?')), asBytes('0011030906000633032\r'))
    expect(out).toEqual(['0010030902=?107\r'])
    expect(textOf(answer!)).toBe('0011030906000633')
    expect(played(wire.send(asBytes('0421001006111111')), asBytes('')).out).toEqual(['0421001006111111020\r'])
    expect(played(wire.queryFreely(asBytes('0010030902=?')), asBytes('#15hello000\r')).ended).toBe('checksum_mismatch')
  })

  it('reads answers as they are where only commands carry one, and lines of an echo with theirs', () => {
    const wire = createWire(framing(of('xor_hex', { in_replies: false })))
    expect(textOf(played(wire.query(asBytes('A')), asBytes('4.2\r')).answer!)).toBe('4.2')
    const echoing = createWire({ ...framing(of('xor_hex')), echo: true })
    expect(textOf(played(echoing.query(asBytes('A')), asBytes('A41\r4.228\r')).answer!)).toBe('4.2')
    expect(played(echoing.query(asBytes('A')), asBytes('A42\r4.228\r')).ended).toBe('echo_mismatch')
  })

  it('counts the checksum among the bytes that the instrument takes, and sends no block', () => {
    const wire = createWire(framing(of('crc16_ccitt')))
    expect(played(wire.send(asBytes('A'.repeat(55))), asBytes('')).out[0]).toHaveLength(60)
    expect(played(wire.send(asBytes('A'.repeat(56))), asBytes('')).ended).toBe('line_malformed')
    expect(played(wire.send(asBytes('A'), asBytes('block')), asBytes('')).ended).toBe('driver_invalid')
    expect(played(wire.query(asBytes('A'), 'block'), asBytes('#15block\r')).ended).toBe('driver_invalid')
  })

  it('takes no answer with one wrong character, unless its checksum fits by its definition', () => {
    fc.assert(
      fc.property(kinds, text, letters, fc.nat(), fc.integer({ min: 1, max: 255 }), (kind, line, letters, at, flip) => {
        const checksum = of(kind, { letters })
        const whole = Buffer.concat([withChecksum(asBytes(line), checksum), asBytes('\r')])
        whole[at % whole.length]! ^= flip
        const wrong = textOf(whole)
        const { answer, unread } = played(createWire(framing(checksum)).query(asBytes('Q')), asBytes(wrong))
        if (answer === undefined) return
        // A line end in the middle leaves bytes that no query requested, which is a fault of its own.
        const [taken = ''] = wrong.replace(/^[\r\n]+/, '').split('\r')
        const said = taken.slice(textOf(answer).length)
        const counted = SLOW[kind](textOf(answer))
        expect(letters === 'any' ? said.toUpperCase() : said).toBe(
          letters === 'lower' ? counted.toLowerCase() : counted,
        )
        if (unread === 0 && !wrong.startsWith('\r') && !wrong.startsWith('\n')) expect(textOf(answer)).toBe(line)
      }),
      { numRuns: 300 },
    )
  })

  it('ends in a named fault or an answer, whatever bytes come', () => {
    fc.assert(
      fc.property(kinds, fc.uint8Array({ maxLength: 90 }), (kind, bytes) => {
        const { ended } = played(createWire(framing(of(kind))).query(asBytes('Q')), bytes)
        expect(['checksum_mismatch', 'reply_malformed', 'reply_too_long', 'waits', undefined]).toContain(ended)
      }),
    )
    for (const hostile of ['\r\r\r', '0\r', '07\r', '107\r', ' 107\r', '-07\r'])
      expect(
        played(createWire(framing(of('sum8_decimal'))).query(asBytes('Q')), asBytes(hostile)).answer,
      ).toBeUndefined()
  })
})
