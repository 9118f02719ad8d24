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

function withRange(spec: ParameterSpec, model: string): ParameterSpec {
  const { value, safe } = spec
  if (value.type !== 'number') return spec
  const range = ofModel(value.range_by_model, model)?.range
  if (!range) return spec
  const [low, high] = range
  const bounded = typeof safe?.value === 'number' && { ...safe, value: Math.min(Math.max(safe.value, low), high) }
  return { ...spec, value: { ...value, range }, ...(bounded && { safe: bounded }) }
}
