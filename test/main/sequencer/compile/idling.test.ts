import { describe, expect, it } from 'vitest'
import { SEQUENCE_PULSES } from '../../../../main/qec/schedule/decoupling'
import { compileAssignment, compileBaseline } from '../../../../main/sequencer/compile/idling'
import { lengthOf } from '../../../../main/sequencer/program/program'
import { checkProgram } from '../../../../main/sequencer/program/text'
import { target } from '../../twins/sequencer/rig'

const QUBITS = [0, 1, 2, 3, 4, 5, 6]
const baseline = (round_ns: number, rounds = 3, sequence: 'x2' | 'xy4' | 'cpmg' | null = null) =>
  compileBaseline({ qubits: QUBITS, state: '+', rounds, round_ns, sequence, schedule_hash: 'test' }, 100, target)

describe('the physical baseline', () => {
  it('lets all qubits wait for exactly the round, and reads them in one program', () => {
    const program = checkProgram(baseline(6_688))
    expect(program.blocks.find(({ name }) => name === 'wait')?.duration_ns).toBe(6_688)
    expect(program.slots).toBe(QUBITS.length)
    expect(program.idle.every(({ ns }) => ns === 6_688)).toBe(true)
  })

  it('writes a long wait as several that the sequencer can count', () => {
    const waits = checkProgram(baseline(200_000)).blocks[1]!.operations.filter(({ op }) => op === 'delay')
    expect(waits).toHaveLength(4 * QUBITS.length)
    expect(Math.max(...waits.map(lengthOf))).toBeLessThanOrEqual(65_532)
  })

  it('reads at once after 0 rounds', () => {
    expect(checkProgram(baseline(6_688, 0)).blocks.map(({ name }) => name)).toEqual(['prepare', 'read'])
  })

  it.each(['x2', 'xy4', 'cpmg'] as const)('has one %s in every round', sequence => {
    const program = checkProgram(baseline(6_688, 3, sequence))
    const pulses = SEQUENCE_PULSES[sequence].length * QUBITS.length
    expect(program.decoupling).toEqual({ sequence, pulses })
  })

  it('idles without pulses where they would fill more than half of the round', () => {
    expect(baseline(200, 3, 'xy4').decoupling).toBeNull()
  })
})

describe('preparing and reading at once', () => {
  it('has one half turn a qubit where 1 is prepared', () => {
    const pulses = (prepared: 0 | 1) =>
      checkProgram(compileAssignment(QUBITS, { prepared, shots: 2_000, target })).blocks.flatMap(({ operations }) =>
        operations.filter(({ op }) => op === 'x90'),
      )
    expect(pulses(0)).toEqual([])
    expect(pulses(1)).toHaveLength(QUBITS.length)
  })
})
