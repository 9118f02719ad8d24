/** Which of five data sites is D0..D4, and what each generator then does: whom it leaves out, whom it meets with an X. */
import { supportOf } from '../../code/five-qubit'
import { permutations } from '../../model/permutations'

/** One generator on labelled sites, by position 0..4 of the data site. */
export interface GeneratorTask {
  readonly omitted: number
  /** Bit p: the site at position p is met with an X. */
  readonly x: number
}

export interface Labelling {
  /** D_i lies on the data site at position order[i]. */
  readonly order: readonly number[]
  /** By generator. */
  readonly tasks: readonly GeneratorTask[]
  /** How many X's the site at each position is met with in a round. */
  readonly xs: readonly number[]
}

function taskOf(generator: number, order: readonly number[]): GeneratorTask {
  const support = supportOf(generator)
  const omitted = order.find((_, label) => !support.some(({ data }) => data === label))!
  const x = support.reduce((mask, { data, pauli }) => (pauli === 'X' ? mask | (1 << order[data]!) : mask), 0)
  return { omitted, x }
}

function labellingOf(order: readonly number[]): Labelling {
  const tasks = [0, 1, 2, 3].map(generator => taskOf(generator, order))
  const xs = [0, 1, 2, 3, 4].map(position => tasks.filter(({ x }) => (x >> position) & 1).length)
  return { order, tasks, xs }
}

/** All 120. */
export const LABELLINGS: readonly Labelling[] = permutations([0, 1, 2, 3, 4]).map(labellingOf)
