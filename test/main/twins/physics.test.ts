/** Physics of the twins, on a clock that is moved by hand. */
import { describe, expect, it } from 'vitest'
import { createLakeShoreTwin } from '../../../main/twins/cryostat/lake-shore'
import { createTpg366Twin } from '../../../main/twins/cryostat/tpg366'
import { createAttenuatorTwin } from '../../../main/twins/microwave/attenuator'
import { createSynthHdTwin } from '../../../main/twins/microwave/synth-hd'
import type { ByteTwin, TwinClock } from '../../../main/twins/model/byte-twin'
import { createDc205Twin } from '../../../main/twins/sources/dc205'
import { createQdac2Twin } from '../../../main/twins/sources/qdac2'
import { createSpiRackTwin } from '../../../main/twins/sources/spi-rack'

function handClock(): TwinClock & { advance(ms: number): void } {
  let now = 0
  let waiting: { due: number; run: () => void }[] = []
  return {
    now: () => now,
    after(ms, run) {
      const one = { due: now + ms, run }
      waiting.push(one)
      return () => {
        waiting = waiting.filter(other => other !== one)
      }
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const [next] = waiting.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)
        if (!next) break
        waiting = waiting.filter(one => one !== next)
        now = next.due
        next.run()
      }
      now = end
    },
  }
}

function talk(twin: ByteTwin) {
  let received = ''
  twin.onSend(bytes => {
    received += String.fromCharCode(...bytes)
  })
  const send = (text: string) => twin.receive(Uint8Array.from(text, character => character.charCodeAt(0)))
  return (text: string): string => {
    received = ''
    send(text)
    return received
  }
}

describe('the twin of', () => {
  it('a QDAC-II slews at its rate and refuses what is out of range', () => {
    const clock = handClock()
    const ask = talk(createQdac2Twin({ seed: 1, clock }))
    ask('sour1:volt:mode fix\nsour1:volt:slew 1\nsour1:volt 0.5\n')
    clock.advance(200)
    expect(ask('sour1:volt:last?\n')).toBe('0.2\n')
    expect(ask('SOURce1:VOLTage?\n')).toBe('0.5\n')
    clock.advance(1_000)
    expect(ask('sour1:volt:last?\n')).toBe('0.5\n')
    ask('sour1:volt 12\nsour1:volts 1\n')
    expect(ask('syst:err:coun?\n')).toBe('2\n')
    expect(ask('syst:err:all?\n')).toBe('-222, "Data out of range",-113, "Undefined header"\n')
    expect(ask('syst:err:all?\n')).toBe('0, "No error"\n')
    expect(ask('read? (@1,2)\n')).toMatch(/^\d\.\d+e-7,-?\d\.\d+e-\d+\n$/)
  })

  it('a DC205 loses a request that is longer than its buffer, and says so once', () => {
    const ask = talk(createDc205Twin({ seed: 1, clock: handClock() }))
    ask(`VOLT ${'0'.repeat(150)}1\n`)
    ask('\n')
    expect(ask('VOLT?\n')).toBe('0.000000\r\n')
    expect(ask('LCME?\n')).not.toBe('0\r\n')
    expect(ask('LCME?\n')).toBe('0\r\n')
    ask('VOLT 5\n')
    expect(ask('LEXE?\n')).toBe('1\r\n')
  })

  it('a DC205 answers as TERM and TOKN say, and several commands in one line', () => {
    const ask = talk(createDc205Twin({ seed: 1, clock: handClock() }))
    expect(ask('\nTERM LF\n')).toBe('')
    expect(ask('LEXE?; LCME?\n')).toBe('0;0\n')
    expect(ask('RNGE RANGE10;SOUT 1;RNGE?;SOUT?;ILOC?;ISOL?\n')).toBe('1;1;1;0\n')
    expect(ask('TOKN ON;RNGE?;SOUT?;SENS?;OVLD?;TERM?\n')).toBe('RANGE10;ON;TWOWIRE;OKAY;LF\n')
    expect(ask('TERM 3;VOLT 5.25;VOLT?\n')).toBe('5.250000\r\n')
    expect(ask('ISOL SIDEWAYS;LCME?\n')).toBe('14\r\n')
  })

  it('an attenuator has quarters of a dB', () => {
    const twin = createAttenuatorTwin({ seed: 1, clock: handClock() })
    let last: Uint8Array = new Uint8Array()
    twin.onSend(bytes => {
      last = bytes
    })
    twin.receive(Uint8Array.from([1, ...[...':SETATT=12.3'].map(letter => letter.charCodeAt(0)), 0]))
    twin.receive(Uint8Array.of(18))
    expect([...last.subarray(0, 3)]).toEqual([18, 12, 1])
  })

  it('a SynthHD needs a moment to lock, and keeps its channels apart', () => {
    const clock = handClock()
    const ask = talk(createSynthHdTwin({ seed: 1, clock }))
    ask('C0f6000.00000000E1C1f5000.0')
    clock.advance(4)
    expect(ask('C0p')).toBe('0\n')
    clock.advance(10)
    expect(ask('C0p')).toBe('1\n')
    expect(ask('C0f?')).toBe('6000.00000000\n')
    expect(ask('C1f?')).toBe('5000.00000000\n')
    expect(ask('C1p')).toBe('0\n')
  })

  it('a Lake Shore relaxes to its stage, and loses messages that come too fast', () => {
    const clock = handClock()
    const twin = createLakeShoreTwin({ seed: 1, clock, start: [300, 300, 300, 300] })
    const ask = talk(twin)
    clock.advance(50)
    expect(Number(ask('KRDG? B\r\n'))).toBeCloseTo(300, 0)
    clock.advance(10)
    expect(ask('KRDG? B\r\n')).toBe('')
    clock.advance(600_000)
    expect(Number(ask('KRDG? B\r\n'))).toBeCloseTo(3.82, 1)
    twin.breakSensor('B', true)
    clock.advance(50)
    expect(ask('KRDG? B\r\n')).toBe('+0.0000\r\n')
    clock.advance(50)
    expect(ask('RDGST? B\r\n')).toBe('001\r\n')
  })

  it('a Lake Shore takes several messages in one line, and shows in *ESR? what it did not recognize', () => {
    const clock = handClock()
    const twin = createLakeShoreTwin({ seed: 1, clock, start: [46.2, 300, 300, 300] })
    const ask = talk(twin)
    clock.advance(50)
    expect(ask('*CLS;*IDN?;*ESR?\r\n')).toBe('LSCI,MODEL336,LSA23JR/LSA23KL,2.9;000\r\n')
    clock.advance(50)
    expect(ask('RDGST? A;SRDG? A;NONSENSE?;*ESR?\r\n')).toMatch(/^000;\+\d+\.\d+;032\r\n$/)
  })

  it('a Lake Shore has a setpoint and a range for each output, and takes none that it does not have', () => {
    const ask = talk(createLakeShoreTwin({ seed: 1, clock: handClock(), minimumGapMs: 0 }))
    ask('SETP 1,0.1;SETP 2,1.2;RANGE 1,2;RANGE 2,1;RANGE 3,1\r\n')
    expect(ask('SETP? 1;SETP? 2;SETP? 3;SETP? 4\r\n')).toBe('+0.1000;+1.2000;+0.0000;+0.0000\r\n')
    expect(ask('RANGE? 1;RANGE? 2;RANGE? 3;RANGE? 4\r\n')).toBe('2;1;1;0\r\n')
    ask('SETP 5,1;SETP 1;RANGE 1,4;RANGE 3,2;RANGE 9,1;RANGE 1,warm\r\n')
    expect(ask('SETP? 1;RANGE? 1;RANGE? 3\r\n')).toBe('+0.1000;2;1\r\n')
    expect(ask('*CLS;SETP? 5;*ESR?\r\n')).toBe('032\r\n')
  })

  it('a Lake Shore warms the sensor that its heater is bound to, as far as the range goes, and lets it cool again', () => {
    const clock = handClock()
    const ask = talk(createLakeShoreTwin({ seed: 1, clock, minimumGapMs: 0 }))
    const kelvin = (input: string) => Number(ask(`KRDG? ${input}\r\n`))
    expect(ask('OUTMODE? 1;OUTMODE? 2;OUTMODE? 3\r\n')).toBe('1,4,0;1,3,0;0,0,0\r\n')
    const still = kelvin('C')
    ask('SETP 1,0.1\r\n')
    clock.advance(600_000)
    expect(kelvin('D'), 'the heater is off').toBeCloseTo(0.0112, 3)
    ask('RANGE 1,1\r\n')
    clock.advance(30_000)
    expect(kelvin('D')).toBeGreaterThan(0.03)
    clock.advance(600_000)
    expect(kelvin('D')).toBeCloseTo(0.1, 3)
    expect(ask('HTR? 1\r\n')).toBe('+044.4\r\n')
    expect(kelvin('C')).toBeCloseTo(still, 2)
    ask('SETP 1,10\r\n')
    clock.advance(600_000)
    expect(kelvin('D'), 'all that low gives').toBeCloseTo(0.2112, 2)
    expect(ask('HTR? 1\r\n')).toBe('+100.0\r\n')
    ask('SETP 1,0.005\r\n')
    clock.advance(600_000)
    expect(kelvin('D'), 'a heater does not cool').toBeCloseTo(0.0112, 3)
    ask('SETP 1,0.1;RANGE 1,0\r\n')
    expect(ask('HTR? 1;HTR? 3\r\n')).toBe('+000.0\r\n')
    ask('OUTMODE 1,1,2,0;SETP 1,6;RANGE 1,3\r\n')
    clock.advance(600_000)
    expect(kelvin('D'), 'bound to another sensor').toBeCloseTo(0.0112, 3)
    expect(kelvin('B')).toBeCloseTo(6, 1)
  })

  it('a TPG streams until a message comes, refuses what it does not recognize, and reports a gauge’s state', () => {
    const clock = handClock()
    const twin = createTpg366Twin({ seed: 1, clock, streaming: true })
    let streamed = 0
    twin.onSend(() => {
      streamed += 1
    })
    clock.advance(3_500)
    expect(streamed).toBe(3)
    const ask = talk(twin)
    expect(ask('FOL\r\n')).toBe('\x15\r\n')
    expect(ask('\x05')).toBe('0001\r\n')
    expect(ask('PR5\r\n')).toBe('\x06\r\n')
    expect(ask('\x05')).toBe('5,0.0000E+00\r\n')
    twin.setStatus(1, 3)
    ask('PR1\r\n')
    expect(ask('\x05')).toMatch(/^3,/)
    clock.advance(10_000)
    expect(streamed).toBe(3 + 6)
  })

  it('an SPI rack takes no write before it is unlocked', () => {
    const twin = createSpiRackTwin({ seed: 1, clock: handClock() })
    const ask = talk(twin)
    const write = 'c\x12\x00\x06w\x72\x88\x00\x00'
    const read = 'c\x12\x00\x08r\xd2\x00\x00\x00'
    ask(write)
    expect(ask(read)).toBe('\x00\x80\x00\x00')
    ask('u')
    ask(write)
    expect(ask(read)).toBe('\x00\x88\x00\x00')
  })

  it('an SPI rack keeps what is written without an update until one comes', () => {
    const ask = talk(createSpiRackTwin({ seed: 1, clock: handClock() }))
    const [code, span] = ['c\x12\x00\x08r\xd2\x00\x00\x00', 'c\x12\x00\x08r\xc2\x00\x00\x00']
    ask('u')
    ask('c\x12\x00\x06w\x22\x00\x04\x00w\x32\x88\x00\x00')
    expect([ask(code), ask(span)]).toEqual(['\x00\x80\x00\x00', '\x00\x00\x02\x00'])
    ask('c\x12\x00\x06w\x42\x00\x00\x00')
    expect([ask(code), ask(span)]).toEqual(['\x00\x88\x00\x00', '\x00\x00\x04\x00'])
  })
})
