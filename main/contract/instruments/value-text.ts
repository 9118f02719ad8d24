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

interface PlacedValue {
  readonly parameter: string
  readonly channel: string | null
  readonly value: ParameterValue | null
  readonly unit: string | null
}

/**
 * `voltage 1 to 24 = 0 V`: joins channels that follow each other and have the same value. `addressText` names parameter and
 * channel.
 */
export function valuesTogether(values: readonly PlacedValue[], addressText = parameterText): string[] {
  const groups: PlacedValue[][] = []
  for (const one of values) {
    const last = groups.at(-1)
    if (last && last[0]!.parameter === one.parameter && last[0]!.value === one.value) last.push(one)
    else groups.push([one])
  }
  return groups.map(group => {
    const [{ parameter, channel, value, unit }] = group as [PlacedValue]
    const end = group.at(-1)!.channel
    const channels = `${addressText(parameter, channel)}${end === channel ? '' : ` to ${end}`}`
    return `${channels} = ${valueText(value, unit)}`
  })
}

/** `Flux bias is at its safe values: voltage 1 to 24 = 0 V`, as they were read back. */
export const atSafeValuesText = (label: string, values: readonly PlacedValue[]): string =>
  `${label} is at its safe values: ${valuesTogether(values).join(', ')}`

/** Warning about errors that were in the queue before a set, so do not refuse it. Empty where there were none. */
export const earlierErrorsText = (errors: readonly string[]): string =>
  errors.length === 0 ? '' : `before this set its error queue held ${errors.join('; ')}`

interface LastKnown {
  readonly value: ParameterValue | null
  readonly read_at: string | null
}

/** `not reached; last known value, read at 2026-11-27 12:03:04 UTC: voltage = 0 V`. `shown`: the values in words. */
export function notReachedText(values: readonly LastKnown[], shown: readonly string[]): string {
  const times = values.flatMap(({ read_at }) => read_at ?? []).sort()
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return 'not reached; no value of it was ever read'
  const when = second(first) === second(last) ? `at ${second(first)}` : `from ${second(first)} to ${second(last)}`
  return `not reached; last known value${values.length === 1 ? '' : 's'}, read ${when} UTC: ${shown.join(', ')}`
}

const second = (time: string): string => time.slice(0, 19).replace('T', ' ')
