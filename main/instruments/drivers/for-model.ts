import { matchPattern } from './patterns'
import type { DriverFile, ParameterSpec } from './schema'

/** The driver file with the channels and ranges of the model that answered; a safe value beyond its range becomes the nearest end. */
export function forModel(driver: DriverFile, model: string): DriverFile {
  const parameters = Object.entries(driver.parameters).map(([name, spec]) => [
    name,
    withRange(withChannels(spec, model), model),
  ])
  return { ...driver, parameters: Object.fromEntries(parameters) }
}

const ofModel = <T extends { readonly model: string }>(rows: readonly T[] | undefined, model: string): T | undefined =>
  rows?.find(row => matchPattern(row.model, model) !== null)

function withChannels(spec: ParameterSpec, model: string): ParameterSpec {
  const channels = ofModel(spec.channels_by_model, model)?.channels
  return channels ? { ...spec, channels } : spec
}

/** The parameter as it is at one of its channels: with that channel's own range. */
export function forChannel(spec: ParameterSpec, channel: string | null): ParameterSpec {
  const { value } = spec
  if (value.type !== 'number' || channel === null || !value.range_by_channel) return spec
  const own = Object.hasOwn(value.range_by_channel, channel) ? value.range_by_channel[channel] : undefined
  if (!own) return spec
  const range: [number, number] = [Math.max(own[0], value.range[0]), Math.min(own[1], value.range[1])]
  return { ...spec, value: { ...value, range } }
}

function withRange(spec: ParameterSpec, model: string): ParameterSpec {
  const { value, safe } = spec
  if (value.type !== 'number') return spec
  const range = ofModel(value.range_by_model, model)?.range
  if (!range) return spec
  const [low, high] = range
  const bounded = typeof safe?.value === 'number' && { ...safe, value: Math.min(Math.max(safe.value, low), high) }
  return { ...spec, value: { ...value, range }, ...(bounded && { safe: bounded }) }
}

/** The parameter of this name in a driver file; undefined where the file has none. */
export const parameterNamed = (
  { parameters }: Pick<DriverFile, 'parameters'>,
  name: string,
): ParameterSpec | undefined => (Object.hasOwn(parameters, name) ? parameters[name] : undefined)

/** null for a parameter without a unit, and where there is no such parameter. */
export const unitOf = (spec: ParameterSpec | undefined): string | null =>
  spec?.value.type === 'number' ? spec.value.unit : null
