/** A labelled group of checkboxes, any number of which may be chosen, with a hint or the fault below. */
import { Checkbox } from '@blueprintjs/core'
import type { ReactNode } from 'react'

interface Props<T extends string> {
  readonly legend: string
  readonly options: readonly (readonly [value: T, text: ReactNode])[]
  readonly chosen: readonly T[]
  /** Called with the chosen options, in the order of `options`. */
  readonly choose: (chosen: readonly T[]) => void
  readonly hint?: string
  readonly fault?: string | undefined
}

export const CheckboxGroup = <T extends string>({ legend, options, chosen, choose, hint, fault }: Props<T>) => (
  <fieldset className="pentad-fieldset">
    <legend>{legend}</legend>
    <div className="pentad-row">
      {options.map(([value, text]) => (
        <Checkbox
          key={value}
          inline
          checked={chosen.includes(value)}
          onChange={({ currentTarget: { checked } }) =>
            choose(options.flatMap(([each]) => ((each === value ? checked : chosen.includes(each)) ? [each] : [])))
          }
        >
          {text}
        </Checkbox>
      ))}
    </div>
    {(fault ?? hint) !== undefined && <p className={fault ? 'pentad-fault' : 'pentad-quiet'}>{fault ?? hint}</p>}
  </fieldset>
)
