/** Reading and setting one parameter of a driver file, as dialogues. */
import { InstrumentError } from '../model/fault'
import type { Dialogue, InstrumentValue, ParameterAddress } from '../model/request'
import { type DriverCodec, type Matched, type Placeholders, query, sendCommands } from './commands'
import { conversions, type Fields } from './conversions'
import { checkRead, commandText, parseReply } from './parameter-spec'
import type { ParameterSpec, ReplySpec } from './schema'

/** A parameter of a driver file at one of its channels. */
export interface AddressedParameter extends ParameterAddress {
  /** As it is at that channel. */
  readonly spec: ParameterSpec
  readonly options: Fields
}

/** The placeholders of its commands; those of a read where there is no value. */
function placeholdersAt({ spec, channel, options }: AddressedParameter, value: InstrumentValue | null): Placeholders {
  const index = channel === null ? 0 : (spec.channels?.indexOf(channel) ?? 0)
  const conversion = conversionOf(spec)
  return {
    texts: {
      ...Object.fromEntries(Object.entries(options).map(([name, figure]) => [name, String(figure)])),
      ...(channel === null ? {} : { channel }),
      ...(value === null ? {} : { value: commandText(spec.value, value) }),
    },
    fields: { ...options, ...conversion?.encode(value ?? 0, index, options) },
  }
}

const conversionOf = ({ value }: ParameterSpec) =>
  'convert' in value && value.convert !== undefined ? conversions[value.convert] : null

/** Fills `{channel}` in a reply with the channel that was asked, so that the answer of another channel does not fit. */
function replyOf(reply: ReplySpec, channel: string | null): ReplySpec {
  const fill = (pattern: string) => pattern.replaceAll('{channel}', (channel ?? '').replace(/[^A-Za-z0-9]/g, '\\$&'))
  if (typeof reply === 'string') return fill(reply)
  return 'block' in reply ? { block: fill(reply.block) } : reply
}

/** Any line but an empty one, which may be the end of an earlier reply. */
const PLAIN = '^(?<value>.+)$'

export interface ReadValue {
  readonly value: InstrumentValue | null
  /** `ok`, or what the instrument says of its sensor. */
  readonly status: string
}

export function* readParameter(codec: DriverCodec, addressed: AddressedParameter): Dialogue<ReadValue> {
  const { spec, parameter } = addressed
  if (!spec.get) throw new InstrumentError('not_settable', `${parameter} cannot be read`)
  const placeholders = placeholdersAt(addressed, null)
  const matched = yield* query(codec, {
    commands: spec.get,
    reply: replyOf(spec.reply ?? PLAIN, addressed.channel),
    placeholders,
  })
  const status = spec.status ? yield* readStatus(codec, spec.status, { matched, placeholders }) : 'ok'
  if (status !== 'ok') return { value: null, status }
  const value = decode(addressed, matched)
  // Such as SCPI's 9.91E37 for "no number", which no range holds.
  if (typeof value === 'number' && spec.invalid_values?.includes(value)) return { value: null, status: 'invalid_value' }
  return { value: checkRead(spec.value, value), status }
}

function decode({ spec, channel }: AddressedParameter, { texts, fields }: Matched): InstrumentValue {
  const conversion = conversionOf(spec)
  if (conversion) return conversion.decode(fields, channel === null ? 0 : (spec.channels?.indexOf(channel) ?? 0))
  if (texts.value === undefined) throw new InstrumentError('driver_invalid', 'the reply has no group named value')
  return parseReply(spec.value, texts.value)
}

function* readStatus(
  codec: DriverCodec,
  status: NonNullable<ParameterSpec['status']>,
  { matched, placeholders }: { readonly matched: Matched; readonly placeholders: Placeholders },
): Dialogue<string> {
  const text = status.get
    ? (yield* query(codec, { commands: status.get, reply: STATUS, placeholders })).texts.status
    : matched.texts.status
  if (text === undefined) throw new InstrumentError('driver_invalid', 'the reply has no group named status')
  if (status.words) return (Object.hasOwn(status.words, text) && status.words[text]) || `status_${text}`
  const bits = Number(text)
  const set = Object.entries(status.bits ?? {}).filter(([bit]) => (bits >> Number(bit)) & 1)
  if (set.length > 0) return set.map(([, meaning]) => meaning).join(' ')
  return bits === 0 ? 'ok' : `status_${bits}`
}

/** A status of up to 16 bits: 0 to 65535. */
const STATUS: ReplySpec = '^[+]?(?<status>\\d{1,5})$'

/** The bytes of a set; its echo, where there is one, must repeat what was sent. */
export function* writeParameter(
  codec: DriverCodec,
  addressed: AddressedParameter,
  value: InstrumentValue,
): Dialogue<void> {
  const { spec, parameter } = addressed
  if (!spec.set) throw new InstrumentError('not_settable', `${parameter} cannot be set`)
  yield* sendCommands(codec, {
    commands: spec.set,
    placeholders: placeholdersAt(addressed, value),
    setReply: spec.set_reply && replyOf(spec.set_reply, addressed.channel),
  })
}
