/** Byte arithmetic of instruments that speak no text: values to named bytes and back. The only code that drivers bring. */
import { InstrumentError } from '../model/fault'
import type { InstrumentValue } from '../model/request'

/** Named bytes of a request or reply; a channel is its place in the parameter's list, from 0. */
export type Fields = Readonly<Record<string, number>>

export interface Conversion {
  /** `options`: the numbers of the driver file or the lab profile, such as a module's place. */
  encode(value: InstrumentValue, channelIndex: number, options: Fields): Fields
  decode(fields: Fields, channelIndex: number): InstrumentValue
}

export const CONVERSIONS = [
  'byte',
  'whole_and_quarters',
  'quarters',
  'mask_bit',
  'uint32le',
  'd5a_4v',
  's4g_50ma',
] as const
export type ConversionName = (typeof CONVERSIONS)[number]

export const conversions: Readonly<Record<ConversionName, Conversion>> = {
  /** `b`: the number itself, or 1 and 0. */
  byte: {
    encode: value => ({ b: Number(value) }),
    decode: ({ b = 0 }) => b,
  },
  /** Mini-Circuits: whole dB, then quarters of a dB: 12.75 dB = 12, 3. */
  whole_and_quarters: {
    encode: value => {
      const quarters = Math.round(Number(value) * 4)
      return { whole: Math.floor(quarters / 4), quarters: quarters % 4 }
    },
    decode: ({ whole = 0, quarters = 0 }) => {
      if (quarters > 3) throw malformed(`${quarters} quarters of a dB`)
      return whole + quarters / 4
    },
  },
  /** Vaunix: quarters of a dB in one byte. */
  quarters: {
    encode: value => ({ n: Math.round(Number(value) * 4) }),
    decode: ({ n = 0 }) => n / 4,
  },
  /** One bit for each channel, the first channel the lowest. */
  mask_bit: {
    encode: (value, channelIndex) => ({ b: value ? 1 : 0, switch: channelIndex + 1 }),
    decode: ({ mask = 0 }, channelIndex) => ((mask >> channelIndex) & 1) === 1,
  },
  uint32le: {
    encode: value => split32(Number(value)),
    decode: ({ b_a = 0, b_b = 0, b_c = 0, b_d = 0 }) => String(b_a + 256 * (b_b + 256 * (b_c + 256 * b_d))),
  },
  /** 18-bit DACs (LTC2758), two a chip: −4 V to 4 V. */
  d5a_4v: dac18({ module: 'd5a_module', most: 4, physical: index => index }),
  /** As the D5a, −50 mA to 50 mA; outputs 0 to 3 are DACs 7, 6, 3, 2. */
  s4g_50ma: dac18({ module: 's4g_module', most: 0.05, physical: index => [7, 6, 3, 2][index] ?? 0 }),
}

function split32(value: number): Fields {
  return { b_a: value & 255, b_b: (value >> 8) & 255, b_c: (value >> 16) & 255, b_d: (value >>> 24) & 255 }
}

interface Dac {
  /** The option with the module's number in the rack. */
  readonly module: string
  /** The value of full scale; minus that is code 0. */
  readonly most: number
  physical(channelIndex: number): number
}

/** Fields: `select` (chip and module), the commands `write`, `read`, `span_read`, and the three bytes of an 18-bit code. */
function dac18({ module, most, physical }: Dac): Conversion {
  const steps = 2 ** 18
  const zero = steps / 2
  const step = most / zero
  const bytesOfDac = (channelIndex: number, options: Fields) => {
    const dac = physical(channelIndex)
    const address = (dac % 2) << 1
    const select = ((dac >> 1) << 4) | ((options[module] ?? 0) & 15)
    return { select, write: (0b0111 << 4) | address, read: (0b1101 << 4) | address, span_read: (0b1100 << 4) | address }
  }
  return {
    encode: (value, channelIndex, options) => {
      const code = Math.min(steps - 1, Math.max(0, zero + Math.round(Number(value) / step)))
      return {
        ...bytesOfDac(channelIndex, options),
        code_a: code >> 10,
        code_b: (code >> 2) & 255,
        code_c: (code & 3) << 6,
      }
    },
    decode: ({ code_a = 0, code_b = 0, code_c = 0, span = SPAN_BIPOLAR }) => {
      if (span !== SPAN_BIPOLAR)
        throw malformed(`the span of this output is code ${span}; the driver knows ${SPAN_BIPOLAR}`)
      if ((code_c & 63) !== 0) throw malformed(`an 18-bit code ends with six zero bits; got ${code_c}`)
      return (((code_a << 10) | (code_b << 2) | (code_c >> 6)) - zero) * step
    },
  }
}

/** −4 V to 4 V of the D5a, −50 mA to 50 mA of the S4g. */
const SPAN_BIPOLAR = 2

const malformed = (message: string) => new InstrumentError('reply_malformed', message)
