/** Views of counts: of chosen bits, of each register, with intervals, as CSV; and expectation values as CSV. */
import { createHash } from 'node:crypto'
import type { ExpectationValue } from '../../contract/jobs/observables'
import type { JobResult, ResultQuery, ResultRegister } from '../../contract/jobs/result'
import { CsvText, csvText } from '../../contract/model/csv-text'
import { AppError } from '../../contract/model/errors'
import { type JsonText, jsonList, jsonWith } from '../../contract/model/json-text'
import type { Json } from '../../worker/json'
import type { Runner, WorkContext } from '../../worker/runner'
import { type BitGroup, INTERVAL, type MarginalJson, type MarginalsInput } from '../tasks/marginals'
import type { JobTasks } from '../tasks/registry'
import { VALUE_COLUMNS, valueCells } from '../tasks/sweep-values'
import { refuseQuery } from './owned-jobs'

/** Fields of a query that choose the counts. */
export type CountChoice = Partial<Pick<ResultQuery, 'register' | 'clbits' | 'registers' | 'probabilities'>>

interface CountsOf extends WorkContext {
  /** JSON over all bits. */
  readonly counts: Json
  readonly num_clbits: number
  readonly registers: readonly ResultRegister[]
  readonly interactive: Runner<JobTasks>
}

/** Whether anything but the counts as they are stored is asked for. */
export const isChosen = ({ register, clbits, registers, probabilities }: CountChoice): boolean =>
  register !== undefined || clbits !== undefined || registers === true || probabilities === true

/**
 * Throws `invalid_request` where a choice contradicts itself, repeats a bit or register, or names one that the result does
 * not have.
 */
function refuseChoice(
  choice: CountChoice,
  { registers, num_clbits }: Pick<CountsOf, 'registers' | 'num_clbits'>,
): void {
  const { register = [], clbits = [] } = choice
  if (choice.register !== undefined && choice.clbits !== undefined)
    refuseQuery('clbits', 'choose the bits by register or by clbits, not by both')
  const names = registers.map(({ name }) => name)
  for (const name of register)
    if (!names.includes(name))
      refuseQuery('register', `the circuit has no classical register "${name}"; it has ${listed(names)}`)
  for (const bit of clbits)
    if (bit >= num_clbits) refuseQuery('clbits', `classical bit ${bit} is not one of the ${num_clbits} of the result`)
  for (const [field, all] of [['register', register] as const, ['clbits', clbits] as const]) {
    const twice = all.find((one, at) => all.indexOf(one as never) !== at)
    if (twice !== undefined) refuseQuery(field, `${twice} is listed twice`)
  }
}

const MAX_LISTED = 20
const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : [...names.slice(0, MAX_LISTED), ...(names.length > MAX_LISTED ? ['…'] : [])].join(', ')

/** The bits of `counts`: those that are chosen, else all. */
function chosenBits({ register, clbits }: CountChoice, { registers, num_clbits }: CountsOf): BitGroup {
  if (clbits) return { name: null, clbits }
  if (!register) return { name: null, clbits: Array.from({ length: num_clbits }, (_, bit) => bit) }
  const byName = new Map(registers.map(register => [register.name, register.clbits]))
  return { name: register.join('+'), clbits: register.flatMap(name => byName.get(name)!) }
}

/** ETag of a reply: a stored result never changes, so the job and the query identify it. */
const tagOf = (job_uuid: string, choice: object): string =>
  `"${job_uuid}-${createHash('sha1').update(JSON.stringify(choice)).digest('base64url')}"`

/**
 * Counts as CSV: lines for all bits or the chosen ones, or with registers=true for each register. `result` identifies the
 * job and row in the ETag.
 */
export async function chosenCsv(result: string, choice: CountChoice, counts: CountsOf): Promise<CsvText> {
  refuseChoice(choice, counts)
  const groups = choice.registers && counts.registers.length > 0 ? counts.registers : [chosenBits(choice, counts)]
  return new CsvText(
    await run(counts, 'countsCsv', { groups, probabilities: true }),
    tagOf(result, { csv: true, ...choice }),
  )
}

/** A line for each observable. */
export function valuesCsv(result: string, values: readonly ExpectationValue[], choice: CountChoice): CsvText {
  if (isChosen(choice)) refuseQuery('format', 'expectation values are of no classical bits: leave their choice out')
  const lines = [
    [...VALUE_COLUMNS, 'raw value', 'raw standard error', 'variance factor'],
    ...values.map(value => {
      const { raw, variance_factor = null } = value
      return [...valueCells(value), raw?.value ?? null, raw?.standard_error ?? null, variance_factor]
    }),
  ]
  return new CsvText(Buffer.from(csvText(lines)), tagOf(result, { csv: true }))
}

/** The reply with the counts that are chosen. */
export async function chosenCounts(
  head: Omit<JobResult, 'counts'>,
  choice: CountChoice,
  counts: CountsOf,
): Promise<JsonText> {
  refuseChoice(choice, counts)
  const { probabilities = false, registers: each = false } = choice
  const chosen = chosenBits(choice, counts)
  const groups = [chosen, ...(each ? counts.registers : [])]
  const [first, ...others] = await run(counts, 'marginals', { groups, probabilities })
  const isPart = choice.register !== undefined || choice.clbits !== undefined
  return jsonWith(
    {
      ...head,
      num_clbits: chosen.clbits.length,
      ...(isPart ? { clbits: chosen.clbits } : {}),
      ...(probabilities ? { interval: INTERVAL } : {}),
    },
    { ...fieldsOf(first!), ...(each ? { by_register: byRegister(counts.registers, others) } : {}) },
    tagOf(head.job_uuid, { row: head.row, ...choice }),
  )
}

/** Maximum characters of counts times groups: about ten seconds of a thread. */
const MAX_WORK = 2 ** 30

type ViewInput = Pick<MarginalsInput, 'groups' | 'probabilities'>

function run(counts: CountsOf, task: 'marginals', view: ViewInput): Promise<MarginalJson[]>
function run(counts: CountsOf, task: 'countsCsv', view: ViewInput): Promise<Uint8Array>
function run(
  { counts, num_clbits, interactive, owner, signal }: CountsOf,
  task: 'marginals' | 'countsCsv',
  { groups, probabilities }: ViewInput,
) {
  const size = counts.length * groups.length
  if (size > MAX_WORK)
    throw new AppError(
      'result_too_large',
      `${groups.length} registers of so many outcomes are too many for one reply`,
      {
        details: { remedy: 'ask for some registers by register=' },
      },
    )
  return interactive.run(task, { counts, num_clbits, groups, probabilities }, { size, owner, signal })
}

const fieldsOf = ({ counts, probabilities }: MarginalJson) => ({ counts, ...(probabilities ? { probabilities } : {}) })

function byRegister(registers: readonly ResultRegister[], made: readonly MarginalJson[]): JsonText {
  return jsonList(registers.map((register, at) => jsonWith(register, fieldsOf(made[at]!))))
}
