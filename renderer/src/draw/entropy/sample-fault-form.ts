/** Faults that the twin of a detector plays: their words, fields, and what was entered of one. */
import { SampleFault } from '../../../../main/contract/entropy/sample-fault'

export const SAMPLE_FAULTS = {
  stuck: { text: 'the output no longer changes', fields: [] },
  bias_ramp: {
    text: 'one value comes more and more often',
    fields: [['per_million', 'Growth in a million samples', '0.2']],
  },
  periodic: {
    text: 'a pattern shows through',
    fields: [
      ['period', 'Period, samples', '16'],
      ['chance', 'Chance, 0 to 1', '0.3'],
    ],
  },
  lag: {
    text: 'earlier samples come again',
    fields: [
      ['lag', 'Lag, samples', '8'],
      ['chance', 'Chance, 0 to 1', '0.3'],
    ],
  },
  saturation: { text: 'the signal is too strong', fields: [['gain', 'Gain', '8']] },
} as const satisfies Record<
  SampleFault['kind'],
  { text: string; fields: readonly (readonly [name: string, label: string, start: string])[] }
>

export type SampleFaultKind = SampleFault['kind']
export const SAMPLE_FAULT_KINDS = Object.keys(SAMPLE_FAULTS) as SampleFaultKind[]

/** The fault, or the name of the field whose value it does not accept. */
export function enteredSampleFault(
  kind: SampleFaultKind,
  typed: Readonly<Record<string, string>>,
): { readonly fault: SampleFault } | { readonly wrong: string } {
  const fields = SAMPLE_FAULTS[kind].fields.map(([name, , start]) => [name, numberIn(typed[name] ?? start)])
  const parsed = SampleFault.safeParse({ kind, ...Object.fromEntries(fields) })
  if (parsed.success) return { fault: parsed.data }
  return { wrong: String(parsed.error.issues[0]?.path.at(-1) ?? kind) }
}

/** An empty field is no zero. */
const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

export function sampleFaultText(fault: SampleFault): string {
  const { kind, from, ...figures } = fault
  const said = Object.entries(figures).map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
  return `${kind.replaceAll('_', ' ')}: ${SAMPLE_FAULTS[kind].text}${said.length > 0 ? ` (${said.join(', ')})` : ''}${from > 0 ? `, from sample ${from}` : ''}`
}
