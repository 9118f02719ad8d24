/** Why a draw was refused, beyond the sentence of the service: what it needs, what is there, and who was left out. */
import { count } from '../format/quantity'
import { sourceProblemText } from './source-text'

const numberIn = (details: Readonly<Record<string, unknown>>, name: string): string | null => {
  const value = details[name]
  return typeof value === 'number' ? count(value) : null
}

/** Lines of name and value. */
export function refusalLines(details: Readonly<Record<string, unknown>>): (readonly [string, string])[] {
  const needed = numberIn(details, 'needed') ?? numberIn(details, 'required')
  const available = numberIn(details, 'available')
  const excluded = Array.isArray(details.excluded) ? (details.excluded as unknown[]) : []
  return [
    ...(needed === null ? [] : [['Needed', needed] as const]),
    ...(available === null ? [] : [['Available', available] as const]),
    ...excluded.flatMap(each => {
      const { source, reason } = each as { source?: unknown; reason?: unknown }
      return typeof source === 'string' ? [[`Left out: ${source}`, sourceProblemText(String(reason))] as const] : []
    }),
  ]
}
