/**
 * Which of five data sites is D0..D4, and which site each generator then omits and which ones it couples to by an X.
 */
import { permutations, supportOf } from '../../code/five-qubit'

/** One generator on labelled sites. Sites are given by their position 0..4. */
export interface GeneratorTask {
  /** Position of the site outside the generator's support. */
  readonly omitted: number
  /** Bit p says that the generator has an X on the site at position p. */
  readonly x: number
}

export interface Labelling {
  /** D_i lies on the data site at position order[i]. */
  readonly order: readonly number[]
  /** By generator. */
  readonly tasks: readonly GeneratorTask[]
  /** By position: how many generators have an X on that site. */
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

/** All 120 labellings. */
export const LABELLINGS: readonly Labelling[] = permutations([0, 1, 2, 3, 4]).map(labellingOf)
