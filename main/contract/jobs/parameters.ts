/** The table of values that a circuit with expressions is run for: a sweep. */
import { z } from 'zod'
import { countedNoun } from '../numbers/number-text'

export const MAX_ROWS = 10_000
export const MAX_PARAMETERS = 100

/** Most circuits that measure observables, for all rows of a sweep together. */
export const MAX_SWEEP_CIRCUITS = 100_000
/** Most numbers in a sweep's results besides counts: rows times observables², or rows times outcomes of mitigated counts. */
export const MAX_SWEEP_VALUES = 4_000_000

/** Words that have a meaning in expressions. */
export const RESERVED_NAMES: readonly string[] = [
  ...['pi', 'sin', 'cos', 'tan', 'sqrt', 'exp', 'ln'],
  ...['arcsin', 'arccos', 'arctan', 'angle'],
  // Constants of OpenQASM.
  ...['π', 'τ', 'ℇ'],
]

/** An identifier as in OpenQASM: letters of every script. */
export const PARAMETER_NAME = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}_]{0,63}$/u

const ParameterName = z
  .string()
  .regex(PARAMETER_NAME, 'letters, digits and underscore, at most 64, not a digit first')
  .refine(name => !RESERVED_NAMES.includes(name), {
    error: 'this word has a meaning in expressions already; choose another name',
  })

const Value = z.number({
  error: ({ path = [] }) => `row ${String(path.at(-2))}, parameter ${String(path.at(-1))}: expected a finite number`,
})

/** Writes the name of the parameter into errors of values: the schema of a value knows only its position. */
const namedValues = z.check<unknown>(({ value, issues }) => {
  const { names } = value as { readonly names?: unknown }
  if (!Array.isArray(names)) return
  for (const [at, issue] of issues.entries()) {
    const [field, row, position] = issue.path ?? []
    const name: unknown = field === 'rows' && typeof position === 'number' ? names[position] : null
    if (typeof name !== 'string') continue
    issues[at] = { ...issue, message: `row ${String(row)}, parameter ${name}: expected a finite number` }
  }
})
/** Runs only where the table has errors. */
namedValues._zod.def.when = ({ issues }) => issues.length > 0

/** One result for each row; `rows[r][p]` is the value of parameter p in row r. */
export const SweepParameters = z
  .strictObject({
    names: z.array(ParameterName).min(1).max(MAX_PARAMETERS),
    rows: z.array(z.array(Value)).min(1).max(MAX_ROWS),
  })
  .check(namedValues)
  .superRefine(({ names, rows }, context) => {
    const twice = names.findIndex((name, at) => names.indexOf(name) !== at)
    if (twice >= 0)
      context.addIssue({
        code: 'custom',
        path: ['names', twice],
        message: `${names[twice]} is listed twice; name each parameter once`,
      })
    const wrong = rows.findIndex(row => row.length !== names.length)
    if (wrong < 0) return
    const given = countedNoun(rows[wrong]!.length, 'value')
    const message = `row ${wrong} has ${given} for ${countedNoun(names.length, 'parameter')}: ${names.slice(0, 5).join(', ')}`
    context.addIssue({ code: 'custom', path: ['rows', wrong], message })
  })
export type SweepParameters = z.infer<typeof SweepParameters>
