/** What a form field of a parameter accepts, said before anything is sent to the instrument. The service checks again. */
import type { ParameterForm, ValueForm } from '../../../../main/contract/instruments/instrument'
import type { ParameterValue } from '../../../../main/contract/instruments/reading'
import { isMultipleOf } from '../../../../main/contract/numbers/arithmetic'
import { duration } from '../format/time'
import { valueWithUnit } from './value-text'

export type Entered =
  | { readonly ok: true; readonly value: ParameterValue }
  | { readonly ok: false; readonly fault: string }

export type AllowedRange = readonly [low: number, high: number] | null

const refuse = (fault: string): Entered => ({ ok: false, fault })

/** A text as a value in the unit of the form: `0.25`, `2.5e-1`, `on`. A fault says what is accepted. */
export function enteredValue(form: ValueForm, limits: AllowedRange, text: string): Entered {
  const typed = text.trim().replace('−', '-')
  switch (form.type) {
    case 'number':
      return enteredNumber(form, limits, typed)
    case 'choice':
      return form.choices.includes(typed)
        ? { ok: true, value: typed }
        : refuse(`Choose one of ${form.choices.join(', ')}.`)
    case 'boolean':
      return typed === 'on' || typed === 'off' ? { ok: true, value: typed === 'on' } : refuse('Choose on or off.')
    case 'text':
      return typed === '' ? refuse('Type a text.') : { ok: true, value: typed }
  }
}

function enteredNumber(form: Extract<ValueForm, { type: 'number' }>, limits: AllowedRange, typed: string): Entered {
  const value = Number(typed)
  const unit = form.unit === null ? '' : ` in ${form.unit}`
  if (/^[-+]?\d+,\d+$/.test(typed)) return refuse(`Write it with a point: ${typed.replace(',', '.')}.`)
  if (typed === '' || !Number.isFinite(value)) return refuse(`Type a number${unit}, such as ${limits?.[0] ?? 0}.`)
  const [low, high] = limits ?? form.range
  if (value < low || value > high)
    return refuse(
      `${valueWithUnit(value, form.unit)} is outside of ${valueWithUnit(low, form.unit)} to ${valueWithUnit(high, form.unit)}.`,
    )
  if (form.step !== null && !isMultipleOf(form.step, value)) {
    const below = Math.floor(value / form.step) * form.step
    return refuse(
      `It takes steps of ${valueWithUnit(form.step, form.unit)}: ${valueWithUnit(below, form.unit)} or ${valueWithUnit(below + form.step, form.unit)}.`,
    )
  }
  return { ok: true, value }
}

/** Range, step and ramp of a field, in words. */
export function fieldText({ value, ramp }: Pick<ParameterForm, 'value' | 'ramp'>, limits: AllowedRange): string {
  if (value.type !== 'number') return ''
  const { unit } = value
  const [low, high] = limits ?? value.range
  const rampText = ramp && `ramped by ${valueWithUnit(ramp.step, unit)} every ${duration(ramp.interval_ms)}`
  const parts = [
    `${valueWithUnit(low, unit)} to ${valueWithUnit(high, unit)}`,
    value.step !== null && `steps of ${valueWithUnit(value.step, unit)}`,
    value.narrowed_by !== null && `narrower by its ${value.narrowed_by.replaceAll('_', ' ')}`,
    rampText,
  ]
  return parts.filter(Boolean).join(', ')
}

/** The text with which a field starts: the last value, where there is one. */
export function startingText(form: ValueForm, latest: ParameterValue | null): string {
  if (latest === null) return form.type === 'boolean' ? 'off' : form.type === 'choice' ? (form.choices[0] ?? '') : ''
  return typeof latest === 'boolean' ? (latest ? 'on' : 'off') : String(latest)
}
