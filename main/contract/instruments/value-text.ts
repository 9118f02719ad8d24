/** Parameters and their values as the terminal, the experiment log and the window write them. */
import type { ParameterValue } from './reading'

/** `0.25 V` with every digit; `on` or `off`, as a switch is set; `missing` where there is no value. */
export function valueText(value: ParameterValue | null, unit: string | null, missing = 'unknown'): string {
  if (value === null) return missing
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'number' && unit ? `${value} ${unit}` : String(value)
}

/** `voltage 3`, `attenuation`. */
export const parameterText = (parameter: string, channel: string | null): string =>
  `${parameter.replaceAll('_', ' ')}${channel === null ? '' : ` ${channel}`}`

/** What stood in an error queue before a set, as a warning: it is no refusal of that set. Empty where nothing did. */
export const earlierErrorsText = (errors: readonly string[]): string =>
  errors.length === 0 ? '' : `before this set its error queue held ${errors.join('; ')}`
