import { describe, expect, it } from 'vitest'
import { FaultReplayQuery } from '../../../../main/contract/modules/faults'
import { timelineOf } from '../../../../renderer/src/draw/fault-replay/schedule-timeline'
import {
  blockOfChoice,
  canInject,
  choiceAt,
  choiceOf,
  inputChoice,
  paulisAt,
} from '../../../../renderer/src/draw/fault-replay/selection'
import { sampleReplay, sampleSchedule } from '../../samples/faults'
import { sampleModule } from '../../samples/modules'

const { blocks } = timelineOf(sampleSchedule(), sampleModule())

describe('the choice of a fault', () => {
  it('offers 15 Paulis after a CZ, three after an H and in idle windows, a flip of resets and outcomes', () => {
    const many = (gate: 'R' | 'H' | 'CZ' | 'M' | null) => paulisAt({ gate }).length
    expect([many('CZ'), many('H'), many(null), many('R'), many('M')]).toEqual([15, 3, 3, 1, 1])
    expect(new Set(paulisAt({ gate: 'CZ' })).size).toBe(15)
    expect(paulisAt({ gate: 'CZ' })).not.toContain('II')
  })

  it('asks for every block in a form that the contract accepts, and finds the block again', () => {
    for (const block of blocks) {
      for (const pauli of paulisAt(block)) {
        const choice = choiceAt(block, pauli)
        expect(FaultReplayQuery.parse({ protocol: 'adaptive', ...choice })).toMatchObject({ ...choice, pauli })
        expect(blockOfChoice(choice, blocks)).toBe(block)
      }
    }
  })

  it('distinguishes an idle window from the operation with the same number', () => {
    const [op, idle] = ['op', 'idle'].map(kind => blocks.find(block => block.kind === kind && block.op === 0)!)
    expect(blockOfChoice(choiceAt(op!, null), blocks)).toBe(op)
    expect(blockOfChoice(choiceAt(idle!, null), blocks)).toBe(idle)
  })

  it('keeps the Pauli where it is possible and takes the first where it is not', () => {
    const cz = blocks.find(({ gate }) => gate === 'CZ')!
    expect(choiceAt(cz, 'ZX').pauli).toBe('ZX')
    expect(choiceAt(cz, 'flip').pauli).toBe('IX')
  })

  it('injects into flagged segments and inputs, not the repeat', () => {
    expect(canInject({ segment: 'flagged' })).toBe(true)
    expect(canInject({ segment: 'repeat' })).toBe(false)
    expect(blockOfChoice(inputChoice(2, 'Y'), blocks)).toBeNull()
  })

  it('repeats a reported fault as it was, with its pass where it has one', () => {
    const { fault } = sampleReplay()
    expect(choiceOf(fault)).toEqual({ segment: 'flagged', index: 0, op: 1, kind: 'gate', pauli: 'IX' })
    expect(choiceOf({ ...fault, pass: 2 }).pass).toBe(2)
  })
})
