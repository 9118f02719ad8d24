import { describe, expect, it } from 'vitest'
import { LOGICAL_OF, readoutFor } from '../../../../main/qec/code/logical-readout'
import { type MemoryExperiment, memoryProgram } from '../../../../main/qec/experiment/memory'
import type { FrameOp } from '../../../../main/qec/program/frame'
import { signed, untriggeredPath } from '../../../../main/qec/text/unconditional-path'
import { compiled, measurement, preparation, rates } from './experiments'

const of = (changes: Partial<MemoryExperiment>): readonly FrameOp[] =>
  memoryProgram({
    compiled,
    rates,
    mode: 'detection',
    state: '0',
    rounds: 2,
    readout: readoutFor(LOGICAL_OF['0'].logical),
    ...changes,
  }).ops

/** Protocols lay their bits out differently. */
const withoutBits = (ops: readonly FrameOp[]) => ops.map(op => (op.op === 'measure' ? { ...op, bit: 0 } : op))

describe('the quiet path', () => {
  it('of the adaptive protocol is the flagged passes of detection mode', () => {
    for (const parts of [{}, { measurement }])
      expect(withoutBits(untriggeredPath(of({ mode: 'correction', ...parts })))).toEqual(
        withoutBits(untriggeredPath(of({ mode: 'detection', ...parts }))),
      )
  })

  it('of the cyclic-window protocol does without its closing extraction', () => {
    const windows = { mode: 'correction', protocol: 'cyclic-window' } as const
    expect(withoutBits(untriggeredPath(of(windows)))).toEqual(withoutBits(of({ ...windows, closing: 'erasure' })))
  })

  it('holds one attempt of a verified preparation, however many are allowed', () => {
    expect(withoutBits(untriggeredPath(of({ preparation, attempts: 5 })))).toEqual(
      withoutBits(untriggeredPath(of({ preparation, attempts: 1 }))),
    )
  })

  it('follows registers with every bit 0', () => {
    const h = (q: number): FrameOp => ({ op: 'h', q })
    const ops: FrameOp[] = [
      { op: 'set', reg: 0, value: 1 },
      { op: 'mask', reg: 0 },
      h(0),
      { op: 'and', reg: 0, from: 'bit', index: 0 },
      h(1),
      { op: 'mask', reg: null },
      h(2),
      { op: 'set', reg: 1, value: 1 },
      { op: 'xor', reg: 0, from: 'reg', index: 1 },
      { op: 'andnot', reg: 1, from: 'reg', index: 0 },
      { op: 'mask', reg: 1 },
      h(3),
      { op: 'mask', reg: 0 },
      h(4),
    ]
    expect(untriggeredPath(ops)).toEqual([h(0), h(2), h(4)])
  })
})

describe('signs', () => {
  it('become definite Paulis on their qubits, before the operation they are named by', () => {
    const ops: FrameOp[] = [
      { op: 'h', q: 0 },
      { op: 'h', q: 1 },
    ]
    expect(signed({ ops }, [{ at: 1, pauli: 'Y', qubits: [0, 2] }])).toEqual([
      { op: 'h', q: 0 },
      { op: 'pauli', q: 0, x: true, z: true },
      { op: 'pauli', q: 2, x: true, z: true },
      { op: 'h', q: 1 },
    ])
  })
})
