/** Parameters of a driver file as forms need them. */
import type { ParameterForm } from '../../contract/instruments/instrument'
import type { LabChannel } from '../../contract/instruments/lab-profile'
import { isoTime } from '../../contract/model/iso-time'
import { rangeWithin } from '../../instruments/drivers/parameter-spec'
import type { DriverFile, ParameterSpec } from '../../instruments/drivers/schema'
import type { InstrumentReading } from '../../instruments/model/request'

export const wireReading = ({ at, ...reading }: InstrumentReading) => ({ ...reading, at: isoTime(at) })

interface FormParts {
  readonly channelOf: (parameter: string, channel: string | null) => LabChannel | null
  readonly latest: (parameter: string, channel: string | null) => InstrumentReading | null
}

const NOTHING: FormParts = { channelOf: () => null, latest: () => null }

export const formsOf = ({ parameters }: DriverFile, { channelOf, latest }: FormParts = NOTHING): ParameterForm[] =>
  Object.entries(parameters).map(([parameter, spec]) => ({
    parameter,
    label: spec.label,
    value: valueForm(spec),
    access: spec.set === undefined ? 'read' : 'read_write',
    ramp: spec.ramp ?? null,
    safe_value: spec.safe?.value ?? null,
    channels: (spec.channels ?? [null]).map(channel => {
      const lab = channelOf(parameter, channel)
      const reading = latest(parameter, channel)
      return { channel, lab, limits: rangeWithin(spec, channel, lab), latest: reading && wireReading(reading) }
    }),
  }))

function valueForm({ value }: ParameterSpec): ParameterForm['value'] {
  switch (value.type) {
    case 'number': {
      const { unit, range, step = null, decimals = null } = value
      return { type: 'number', unit, range, step, decimals, narrowed_by: value.range_by_setting?.parameter ?? null }
    }
    case 'choice':
      return { type: 'choice', choices: Object.keys(value.values) }
    default:
      return { type: value.type }
  }
}

/** Kind of input that operators may type. */
export function consoleOf({ framing }: Pick<DriverFile, 'framing'>): { kind: 'text' | 'hex' | 'none'; hint: string } {
  if (framing.streams) return { kind: 'none', hint: 'It sends bytes by itself and takes no line.' }
  if (framing.kind === 'fixed')
    return { kind: 'none', hint: 'Its protocol of raw bytes cannot be typed: set its parameters by name.' }
  if (framing.kind === 'report')
    return {
      kind: 'hex',
      hint:
        framing.text_code === undefined
          ? 'Bytes of one report as hexadecimal digits, such as 13 0c 03; the answer is a report.'
          : 'A command in text, or bytes of one report as hexadecimal digits, such as 13 0c 03; the answer comes in the same form.',
    }
  if (framing.kind === 'enq-ack')
    return { kind: 'text', hint: 'A mnemonic with its parameters, such as PR1; each is answered.' }
  return { kind: 'text', hint: 'One command; the answer to one with a question mark is waited for.' }
}
