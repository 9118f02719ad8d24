import type { DriverFile, ParameterSpec } from './schema'

/** The driver file with the ranges of the model that answered; a safe value beyond its range becomes the nearest end. */
export function forModel(driver: DriverFile, model: string): DriverFile {
  const parameters = Object.entries(driver.parameters).map(([name, spec]) => [name, ofModel(spec, model)])
  return { ...driver, parameters: Object.fromEntries(parameters) }
}

function ofModel(spec: ParameterSpec, model: string): ParameterSpec {
  const { value, safe } = spec
  if (value.type !== 'number') return spec
  const range = value.range_by_model?.find(one => new RegExp(one.model).test(model))?.range
  if (!range) return spec
  const [low, high] = range
  const bounded = typeof safe?.value === 'number' && { ...safe, value: Math.min(Math.max(safe.value, low), high) }
  return { ...spec, value: { ...value, range }, ...(bounded && { safe: bounded }) }
}
