/** The steps of one shot, repeats written out and slots in their places. */
import { sum } from '../../contract/numbers/arithmetic'
import type { ProgramBlock, ProgramStep, Repeat, SequencerProgram } from './program'

export type PlayedStep =
  | { readonly kind: 'call'; readonly block: ProgramBlock; readonly condition: number | null; readonly base: number }
  | { readonly kind: 'set'; readonly register: number; readonly value: 0 | 1 }
  | {
      readonly kind: 'logic'
      readonly logic: 'xor' | 'or' | 'and' | 'andnot'
      readonly register: number
      readonly from: 'slot' | 'register'
      readonly index: number
    }
  | { readonly kind: 'mark'; readonly mark: 'round_start' | 'round_end' }

/** Where a step stands in the program's text, for messages. */
export interface StepLocation {
  readonly pointer: string
  readonly base: number
}

/** Each step with its location; `base` is the slot at which its iteration of a repeat begins. Yields nothing for a repeat of 0. */
function* locatedSteps(program: SequencerProgram): Generator<readonly [ProgramStep, StepLocation]> {
  for (const [at, entry] of program.body.entries()) {
    if (!('repeat' in entry)) yield [entry, { pointer: `/body/${at}`, base: 0 }]
    else yield* iterations(entry, `/body/${at}`)
  }
}

function* iterations(
  { repeat, slot_step, body }: Repeat,
  pointer: string,
): Generator<readonly [ProgramStep, StepLocation]> {
  for (let iteration = 0; iteration < repeat; iteration++)
    for (const [at, step] of body.entries())
      yield [step, { pointer: `${pointer}/body/${at}`, base: iteration * slot_step }]
}

function played(step: ProgramStep, base: number, blocks: ReadonlyMap<string, ProgramBlock>): PlayedStep | null {
  if ('mark' in step) return { kind: 'mark', mark: step.mark }
  if ('set' in step) return { kind: 'set', register: step.set, value: step.value }
  if ('logic' in step) {
    const index = step.from === 'slot' ? step.index + base : step.index
    return { kind: 'logic', logic: step.logic, register: step.register, from: step.from, index }
  }
  const block = blocks.get(step.call)
  return block ? { kind: 'call', block, condition: step.if ?? null, base: base + (step.slot_offset ?? 0) } : null
}

const blocksOf = ({ blocks }: SequencerProgram) => new Map(blocks.map(block => [block.name, block]))

/** Steps in order, each with its location; null where a call names no block. Time O(steps), one at a time. */
export function* stepsWithLocations(program: SequencerProgram): Generator<readonly [PlayedStep | null, StepLocation]> {
  const blocks = blocksOf(program)
  for (const [step, location] of locatedSteps(program)) yield [played(step, location.base, blocks), location]
}

/** Steps of a program that has been checked. */
export function* playedSteps(program: SequencerProgram): Generator<PlayedStep> {
  for (const [step] of stepsWithLocations(program)) if (step) yield step
}

/** How many steps one shot has, without writing them out. */
export const countSteps = ({ body }: Pick<SequencerProgram, 'body'>): number =>
  sum(body.map(entry => ('repeat' in entry ? entry.repeat * entry.body.length : 1)))
