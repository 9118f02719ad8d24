/** Contradictions between fields of a driver file that are each valid by themselves. */
import { listOf, placeholderNames } from '../drivers/commands'
import { conversions } from '../drivers/conversions'
import { checkValue, parameterNamed } from '../drivers/parameter-spec'
import type { CommandsSpec, DriverFile, ParameterSpec, ReplySpec } from '../drivers/schema'
import { checksumContradictions } from './checksum-contradictions'

/** Each as `/pointer: message`. */
export function contradictions(driver: DriverFile): string[] {
  const { serial, hid, tcp } = driver.transport
  const { identity, framing, on_connect, errors, parameters, vectors, options, shared_by } = driver
  const filled = (commands: CommandsSpec, at: string) => unknownNames(commands, new Set(Object.keys(options)), at)
  return [
    ...(serial || hid || tcp ? [] : ['/transport: give at least one of serial, hid, tcp']),
    ...((framing.kind === 'report') === (hid !== undefined)
      ? []
      : ['/framing/kind: report goes with transport hid, and only with it']),
    ...(identity === 'usb' && framing.fence
      ? ['/framing/fence: needs an identity that can be asked; write false']
      : []),
    ...(framing.echo && framing.kind !== 'line' ? ['/framing/echo: goes with kind line'] : []),
    ...checksumContradictions(driver),
    ...(shared_by === undefined || Object.hasOwn(options, shared_by) ? [] : ['/shared_by: there is no such option']),
    ...(framing.text_code !== undefined && framing.kind !== 'report' ? ['/framing/text_code: goes with reports'] : []),
    ...(identity === 'usb'
      ? []
      : identity.flatMap(({ ask }, index) => [
          ...filled(ask, `/identity/${index}/ask`),
          ...wrongQuestion(ask, `/identity/${index}/ask`),
        ])),
    ...on_connect.flatMap((command, index) => filled(command, `/on_connect/${index}`)),
    ...errors.flatMap(({ ask, reply }, index) => [
      ...filled(ask, `/errors/${index}/ask`),
      ...wrongQuestion(ask, `/errors/${index}/ask`),
      ...withoutGroup(reply, 'text', `/errors/${index}/reply`),
    ]),
    ...Object.entries(parameters).flatMap(([name, parameter]) =>
      [...wrongOf(parameter, driver), ...wrongChannelRanges(parameter), ...wrongSetting(parameter, driver)].map(
        wrong => `/parameters/${name}${wrong}`,
      ),
    ),
    ...vectors.flatMap((vector, index) => wrongVector(vector, driver).map(message => `/vectors/${index}: ${message}`)),
  ]
}

const unknownNames = (commands: CommandsSpec, known: ReadonlySet<string>, at: string): string[] =>
  placeholderNames(commands)
    .filter(name => !known.has(name))
    .map(name => `${at}: {${name}} stands for nothing`)

/** The question must be the last of several commands. */
function wrongQuestion(commands: CommandsSpec, at: string): string[] {
  const list = listOf(commands)
  const last = list.at(-1)!
  return typeof last === 'object' && 'ask' in last
    ? [
        `${at}${Array.isArray(commands) ? `/${list.length - 1}` : ''}: the last command is the question; write it without ask`,
      ]
    : []
}

const withoutGroup = (reply: ReplySpec, group: string, at: string): string[] => {
  const pattern = typeof reply === 'string' ? reply : 'block' in reply ? reply.block : null
  return pattern === null || pattern.includes(`(?<${group}>`) ? [] : [`${at}: no group (?<${group}>…) in the pattern`]
}

/** A pattern may contain no placeholder other than the channel. */
function unknownInPattern(reply: ReplySpec | undefined, at: string): string[] {
  const pattern = typeof reply === 'object' && 'block' in reply ? reply.block : reply
  if (typeof pattern !== 'string') return []
  return [...pattern.matchAll(/(?<!\\)\{([a-z_]+)\}/g)]
    .filter(([, name]) => name !== 'channel')
    .map(
      ([whole]) => `${at}: ${whole} stands for nothing in an answer, only {channel} does; write a pattern in its place`,
    )
}

function wrongOf(spec: ParameterSpec, { options }: DriverFile): string[] {
  const { value, get, set, reply, set_reply, status, channels, channels_by_model, ramp, safe } = spec
  const conversion = 'convert' in value && value.convert ? conversions[value.convert] : null
  const encoded = conversion ? Object.keys(conversion.encode(0, 0, options)) : []
  const known = [...Object.keys(options), ...encoded, ...(channels ? ['channel'] : [])]
  const wrong: string[] = []
  const add = (at: string, message: string) => wrong.push(`${at}: ${message}`)
  if (!get) add('/get', 'missing: what is set must be read back')
  if (!channels && JSON.stringify([reply ?? '', set_reply ?? '']).includes('{channel}'))
    add('/channels', 'missing: the reply names {channel}')
  for (const commands of [get, set, status?.get])
    if (commands && !channels && placeholderNames(commands).includes('channel')) {
      add('/channels', 'missing: the command names {channel}')
      known.push('channel')
      break
    }
  if (get) wrong.push(...unknownNames(get, new Set(known), '/get'), ...wrongQuestion(get, '/get'))
  if (set) wrong.push(...unknownNames(set, new Set([...known, 'value']), '/set'))
  if (status?.get) wrong.push(...unknownNames(status.get, new Set(known), '/status/get'))
  wrong.push(...unknownInPattern(reply, '/reply'), ...unknownInPattern(set_reply, '/set_reply'))
  if (reply && !conversion) wrong.push(...withoutGroup(reply, 'value', '/reply'))
  if (status && !status.get && !JSON.stringify(reply ?? '').includes('(?<status>'))
    add('/status', 'needs a group (?<status>…) in the reply, or get: a question of its own')
  if (status && !status.words && !status.bits) add('/status', 'give words or bits')
  if (channels_by_model && !channels) add('/channels', 'missing: what models have is a part of it')
  if (channels && new Set(channels).size < channels.length) add('/channels', 'a channel is listed twice')
  if (ramp && (value.type !== 'number' || !set)) add('/ramp', 'goes with a number that can be set')
  if (safe && !set) add('/safe', 'goes with a parameter that can be set')
  if (safe) wrong.push(...wrongValue(spec, safe.value, 'the safe value').map(message => `/safe/value: ${message}`))
  return wrong
}

/** Faults of `range_by_channel`: each channel must exist, and its range must lie inside /value/range and contain the safe value. */
function wrongChannelRanges({ value, channels = [], safe }: ParameterSpec): string[] {
  if (value.type !== 'number' || !value.range_by_channel) return []
  const at = '/value/range_by_channel'
  if (value.range_by_setting || value.range_by_model) return [`${at}: goes with no range_by_setting or range_by_model`]
  return Object.entries(value.range_by_channel).flatMap(([channel, [low, high]]) => {
    if (!channels.includes(channel)) return [`${at}/${channel}: there is no channel ${channel}`]
    if (low < value.range[0] || high > value.range[1]) return [`${at}/${channel}: lies outside of /value/range`]
    const isSafe = typeof safe?.value !== 'number' || (safe.value >= low && safe.value <= high)
    return isSafe ? [] : [`${at}/${channel}: the safe value ${safe!.value} lies outside`]
  })
}

/** Faults of `range_by_setting`: the setting must exist, and each of its choices must have a range inside /value/range. */
function wrongSetting({ value, channels }: ParameterSpec, driver: DriverFile): string[] {
  if (value.type !== 'number' || !value.range_by_setting) return []
  const { parameter, values } = value.range_by_setting
  const at = '/value/range_by_setting'
  const setting = parameterNamed(driver, parameter)
  if (setting?.value.type !== 'choice') return [`${at}/parameter: there is no choice ${parameter}`]
  if (setting.channels && JSON.stringify(setting.channels) !== JSON.stringify(channels))
    return [`${at}/parameter: ${parameter} has other channels`]
  const choices = Object.keys(setting.value.values)
  return [
    ...choices.filter(choice => !Object.hasOwn(values, choice)).map(choice => `${at}/values: no range for ${choice}`),
    ...Object.entries(values).flatMap(([choice, { range }]) => {
      if (!choices.includes(choice)) return [`${at}/values/${choice}: ${parameter} has no ${choice}`]
      const isInside = range[0] >= value.range[0] && range[1] <= value.range[1]
      return isInside ? [] : [`${at}/values/${choice}/range: lies outside of /value/range`]
    }),
  ]
}

function wrongValue({ value: spec }: ParameterSpec, value: number | boolean | string, name: string): string[] {
  try {
    checkValue(spec, value, name)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

function wrongVector(vector: DriverFile['vectors'][number], driver: DriverFile): string[] {
  const { get, set, identify, connect, clear, errors, channel, value } = vector
  const kinds = [get, set, identify, connect, clear, vector.console, errors]
  if (kinds.filter(kind => kind !== undefined).length !== 1)
    return ['give one of identify, connect, clear, get, set, console, errors']
  const name = get ?? set
  if (name === undefined) return []
  const spec = parameterNamed(driver, name)
  if (!spec) return [`there is no parameter ${name}`]
  if (channel !== undefined && !spec.channels?.includes(channel)) return [`${name} has no channel ${channel}`]
  if (channel === undefined && spec.channels) return [`give one of the channels ${spec.channels.join(', ')}`]
  if (set !== undefined && !spec.set) return [`${name} has no set`]
  if (set !== undefined && value === undefined) return ['a set needs its value']
  return set === undefined ? [] : wrongValue(spec, value!, name)
}
