import { describe, expect, it } from 'vitest'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { swapCost } from '../../../../main/qec/schedule/route'
import { compileMemory } from '../../../../main/sequencer/compile/memory'
import type { SequencerError } from '../../../../main/sequencer/program/errors'
import {
  type Operation,
  operationEnd,
  type SequencerProgram,
  slotNames,
} from '../../../../main/sequencer/program/program'
import { checkProgram } from '../../../../main/sequencer/program/text'
import { STAR } from '../../qec/fixtures/graphs'
import { planRound } from '../../qec/fixtures/planned-rounds'
import { STAR_LAYOUT, UNEVEN } from '../../qec/fixtures/rounds'
import { adaptiveRound, compiledOf, durations, memoryOf, target, type Wish } from '../../twins/sequencer/rig'

const blockOf = ({ blocks }: SequencerProgram, name: string) => blocks.find(block => block.name === name)!
const counted = (operations: readonly Operation[], op: string) => operations.filter(each => each.op === op).length

const WISHES: Wish[] = [
  { mode: 'detection', state: '+' },
  { mode: 'correction', state: '1' },
  { protocol: 'cyclic-window', state: '-i', rounds: 3 },
  { proven: true, state: 'i' },
  { proven: true, protocol: 'cyclic-window', rounds: 1 },
  { proven: true, mode: 'detection', rounds: 0, state: '+' },
  { proven: true, rounds: 0, state: '1' },
  { dd: 'xy4', state: '-', rounds: 1 },
  { rounds: 0 },
]

describe('an encoded experiment as a program', () => {
  it.each(WISHES)('is one that can be played: %j', wish => {
    const { program } = compiledOf(wish)
    expect(() => checkProgram(program)).not.toThrow()
    expect(program.rounds).toBe(wish.rounds ?? 2)
  })

  it('has the gates and the length of its schedule, no more and no less', () => {
    const { program } = compiledOf({})
    const flagged = [0, 1, 2, 3].map(k => blockOf(program, `decided${k}`))
    expect(flagged.reduce((sum, { duration_ns }) => sum + duration_ns, 0)).toBe(adaptiveRound.duration_ns)
    const ops = adaptiveRound.flagged.flatMap(segment => segment.ops)
    for (const [gate, op] of [
      ['CZ', 'cz'],
      ['M', 'measure'],
      ['R', 'reset'],
      ['H', 'x90'],
    ] as const)
      expect(
        counted(
          flagged.flatMap(({ operations }) => operations),
          op,
        ),
      ).toBe(ops.filter(each => each.gate === gate).length)
    expect(blockOf(program, 'repeat').duration_ns).toBe(adaptiveRound.repeat.duration_ns)
  })

  it('keeps the schedule and moves only gates that would begin before their decision is known', () => {
    const { program } = compiledOf({})
    const decided = blockOf(program, 'decided1')
    const early = decided.operations.filter(
      ({ op, at_ns }) => op !== 'reset' && op !== 'vz' && at_ns < durations.feedforward!,
    )
    expect(early).toEqual([])
    const czs = (operations: readonly Operation[]) => operations.flatMap(each => (each.op === 'cz' ? [each.at_ns] : []))
    const start = adaptiveRound.flagged[0]!.duration_ns
    const scheduled = adaptiveRound.flagged[1]!.ops.filter(({ gate }) => gate === 'CZ').map(
      ({ start_ns }) => start_ns - start,
    )
    expect(czs(decided.operations)).toEqual(scheduled)
  })

  it('names its slots as the record names planes', () => {
    const { program } = compiledOf({ proven: true, rounds: 1 })
    expect(slotNames(program).slice(0, 13)).toEqual(
      [...'aaaaffffssss'].map((kind, i) => `round0.${kind}${i % 4}`).concat('round1.a0'),
    )
    expect(slotNames(program).slice(-2)).toEqual(['final.logical.s3', 'final.logical.s4'])
  })

  it('reports how long each data qubit waits in a round, and which pulses it has', () => {
    const { program } = compiledOf({ dd: 'x2' })
    const waits = adaptiveRound.flagged.flatMap(({ idles }) => idles).filter(({ site }) => site === 1)
    expect(program.idle[0]).toEqual({
      label: 'D0',
      qubit: 1,
      ns: waits.reduce((sum, { duration_ns }) => sum + duration_ns, 0),
    })
    expect(program.decoupling?.sequence).toBe('x2')
    expect(compiledOf({}).program.decoupling).toBeNull()
  })

  it('has balanced sequences of decoupling pulses, two half turns about each axis', () => {
    const { program } = compiledOf({ dd: 'xy4' })
    for (const { operations } of program.blocks)
      for (const qubit of STAR_LAYOUT.data) {
        const pulses = operations.filter(each => each.op === 'x90' && each.dd && each.qubit === qubit)
        expect(pulses.length % 4).toBe(0)
        expect(pulses.every(each => each.op === 'x90' && each.turns === 2)).toBe(true)
      }
  })

  it('is as long as its text is short: rounds are a repeat', () => {
    const sizes = [2, 1_000].map(
      rounds =>
        JSON.stringify(compileMemory(memoryOf({ mode: 'detection', rounds }), { shots: 1, target, sequence: null }))
          .length,
    )
    expect(sizes[1]! - sizes[0]!).toBeLessThan(20)
  })

  it('reads data at once, and ends when the last is read', () => {
    const read = blockOf(compiledOf({}).program, 'read')
    expect(Math.max(...read.operations.map(operationEnd))).toBe(read.duration_ns)
    expect(counted(read.operations, 'measure')).toBe(5)
  })
})

/** What is refused. */
function refusal(run: () => unknown): SequencerError | null {
  try {
    run()
    return null
  } catch (error) {
    return error as SequencerError
  }
}

describe('what cannot be placed is refused', () => {
  it('off the grid, naming the operation and the grid', () => {
    const compiled = compileRound(planRound(STAR, STAR_LAYOUT, swapCost)!, { ...UNEVEN, feedforward: 100 })
    const options = { shots: 1, target: { ...target, durations: UNEVEN }, sequence: null }
    const found = refusal(() => compileMemory({ ...memoryOf({}), compiled }, options))
    expect(found?.code).toBe('off_grid')
    expect(found?.message).toMatch(/of flagged0 falls at .* ns, which is no multiple of the grid of 4 ns/)
  })

  it('where a program decides and the device does not, with cyclic-window as the remedy', () => {
    const none = { ...target, durations: { ...durations, feedforward: null } }
    const found = refusal(() => compileMemory(memoryOf({}), { shots: 1, target: none, sequence: null }))
    expect(found?.code).toBe('no_feedforward')
    expect(found?.message).toContain('cyclic-window')
  })

  it('unless nothing is decided within a shot', () => {
    const none = { ...target, durations: { ...durations, feedforward: null } }
    const memory = { ...memoryOf({ protocol: 'cyclic-window' }), closing: 'erasure' as const }
    expect(refusal(() => compileMemory(memory, { shots: 1, target: none, sequence: null }))).toBeNull()
  })
})
