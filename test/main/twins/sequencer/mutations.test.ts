/** The twin plays what it receives: programs changed in one place give what an exact calculation of the change says. */
import { describe, expect, it } from 'vitest'
import { type BitPlanes, bitAt } from '../../../../main/qec/program/frame'
import { chi2Above } from '../../../../main/qec/statistics/gamma'
import { measureProgram } from '../../../../main/sequencer/host/measure-program'
import type { Operation, SequencerProgram } from '../../../../main/sequencer/program/program'
import { asciiBytes, canonicalText, checkProgram } from '../../../../main/sequencer/program/text'
import { exactOutcomes } from './exact-outcomes'
import { ADDRESS, clock, compiledOf, DEMO, linkTo, noise, sha256, twinOf } from './rig'

const SHOTS = 40_000
const [GATE, CZ, READ, RESET, LATENCY] = [32, 68, 800, 400, 100]

const h = (qubit: number, at_ns: number): Operation[] => [
  { op: 'vz', qubit, at_ns, angle: Math.PI / 2 },
  { op: 'x90', qubit, at_ns, ns: GATE },
  { op: 'vz', qubit, at_ns: at_ns + GATE, angle: Math.PI / 2 },
]

/** A Bell pair on 0 and 1; 1 is read, and 0 flipped where it reads 1. Qubit 2 waits in |1> for some µs meanwhile. */
const ORIGINAL: SequencerProgram = {
  format: 'qseq/1',
  name: 'mutations',
  timing: 'strict',
  grid_ns: 4,
  shots: 1,
  rounds: 1,
  feedforward_latency_ns: LATENCY,
  reset_method: 'test',
  registers: 1,
  slots: 3,
  idle: [],
  decoupling: null,
  lines: [0, 1, 2].map(qubit => ({ qubit, drive: `drive${qubit}`, flux: `flux${qubit}`, readout: `readout${qubit}` })),
  durations: {
    qubits: [0, 1, 2].map(qubit => ({ qubit, x90_ns: GATE, measure_ns: READ, reset_ns: RESET })),
    cz: [{ qubits: [0, 1], ns: CZ }],
  },
  blocks: [
    {
      name: 'pair',
      duration_ns: 1_500,
      operations: (
        [
          ...[0, 1, 2].map(qubit => ({ op: 'reset' as const, qubit, at_ns: 0, ns: RESET })),
          ...h(0, 400),
          ...h(1, 400),
          { op: 'x90', qubit: 2, at_ns: 400, ns: GATE, turns: 2 },
          { op: 'cz', qubits: [0, 1], at_ns: 432, ns: CZ },
          ...h(1, 500),
          { op: 'measure', qubit: 1, at_ns: 532, ns: READ, slot: 0 },
        ] as Operation[]
      ).toSorted((a, b) => a.at_ns - b.at_ns),
    },
    { name: 'flip', duration_ns: GATE, operations: [{ op: 'x90', qubit: 0, at_ns: 0, ns: GATE, turns: 2 }] },
    { name: 'wait', duration_ns: 3_000, operations: [] },
    {
      name: 'read',
      duration_ns: READ,
      operations: [0, 2].map((qubit, i) => ({ op: 'measure', qubit, at_ns: 0, ns: READ, slot: i + 1 })),
    },
  ],
  body: [
    { mark: 'round_start' },
    { call: 'pair' },
    { set: 0, value: 0 },
    { logic: 'or', register: 0, from: 'slot', index: 0 },
    { call: 'flip', if: 0 },
    { call: 'wait' },
    { call: 'read' },
    { mark: 'round_end' },
  ],
  slot_groups: [{ label: 'bit', names: ['pair', 'flipped', 'waited'], times: 1 }],
  source: { schedule_hash: 'test', calibration_id: 'test' },
}

type Draft = { -readonly [K in keyof SequencerProgram]: SequencerProgram[K] }
const changed = (edit: (draft: Draft) => void): SequencerProgram => {
  const draft = structuredClone(ORIGINAL) as Draft
  edit(draft)
  return checkProgram(draft)
}
const blockOf = ({ blocks }: Draft, name: string) => blocks.find(block => block.name === name)!

const MUTANTS: readonly (readonly [string, SequencerProgram])[] = [
  [
    'one CZ removed',
    changed(draft => {
      const pair = blockOf(draft, 'pair')
      pair.operations = pair.operations.filter(({ op }) => op !== 'cz')
    }),
  ],
  [
    '2 µs added',
    changed(draft => {
      blockOf(draft, 'wait').duration_ns += 2_000
    }),
  ],
  [
    'a condition inverted',
    changed(draft => {
      draft.body = draft.body.map(step =>
        'set' in step ? { set: 0, value: 1 } : 'logic' in step ? { ...step, logic: 'andnot' } : step,
      )
    }),
  ],
  [
    'a readout line renamed to another',
    changed(draft => {
      draft.lines = draft.lines.map(line => ({ ...line, readout: ['readout0', 'readout2', 'readout1'][line.qubit]! }))
    }),
  ],
]

async function measured(program: SequencerProgram, decay: 'twirled' | 'exact'): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const onBatch = async ({ planes }: { planes: BitPlanes }) => {
    for (let shot = 0; shot < planes.shots; shot++) {
      const key = [0, 1, 2].map(slot => bitAt(planes, slot, shot)).join('')
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  await measureProgram(linkTo(twinOf(decay)), {
    program,
    profile: DEMO,
    address: ADDRESS,
    shots: SHOTS,
    sha256,
    clock,
    onBatch,
  })
  return counts
}

/** Pearson's test of counts beside exact probabilities. */
function agreement(counts: ReadonlyMap<string, number>, exact: ReadonlyMap<string, number>): number {
  let chi2 = 0
  for (const [key, odds] of exact) chi2 += ((counts.get(key) ?? 0) - SHOTS * odds) ** 2 / (SHOTS * odds)
  return chi2Above(chi2, exact.size - 1)
}

describe.each(['twirled', 'exact'] as const)('with decay %s, a program', decay => {
  const original = exactOutcomes(ORIGINAL, noise, decay)

  it('has all its probability in its outcomes', () => {
    expect([...original.values()].reduce((sum, odds) => sum + odds, 0)).toBeCloseTo(1, 12)
  })

  it('gives what the exact calculation says', async () => {
    expect(agreement(await measured(ORIGINAL, decay), original)).toBeGreaterThan(1e-5)
  })

  it.each(MUTANTS)(
    'with %s gives what the exact calculation of that program says, and no longer the same',
    async (_, program) => {
      const counts = await measured(program, decay)
      expect(agreement(counts, exactOutcomes(program, noise, decay))).toBeGreaterThan(1e-5)
      expect(agreement(counts, original)).toBeLessThan(1e-9)
    },
  )
})

it('a readout line that is not in the rack refuses the upload', async () => {
  const link = linkTo(twinOf())
  const renamed = changed(draft => {
    draft.lines = draft.lines.map(line => ({ ...line, readout: `line${line.qubit}` }))
  })
  await link.upload('SLOT2:SEQuencer0:PROGram', asciiBytes(canonicalText(renamed)))
  expect(await link.query('SYST:ERR?')).toContain(`no readout line 'line0' in this rack`)
})

it('a condition that comes too early refuses the upload', async () => {
  const link = linkTo(twinOf())
  const early = structuredClone(ORIGINAL) as Draft
  blockOf(early, 'pair').duration_ns -= 100
  await link.upload('SLOT2:SEQuencer0:PROGram', asciiBytes(canonicalText(early)))
  expect(await link.query('SYST:ERR?')).toContain('comes before its feedback')
})

it('2 µs added on the way to the sequencer end the run with timing_mismatch', async () => {
  const link = linkTo(twinOf())
  const { program, reference } = compiledOf({})
  const longer = (bytes: Uint8Array) => {
    const sent = JSON.parse(Buffer.from(bytes).toString()) as Draft
    sent.blocks.find(({ name }) => name === 'decided2')!.duration_ns += 2_000
    return asciiBytes(canonicalText(sent))
  }
  let held: Uint8Array = new Uint8Array(0)
  const tampered = {
    ...link,
    upload: (text: string, bytes: Uint8Array) => {
      held = bytes
      return link.upload(text, longer(bytes))
    },
    query: async (text: string) => (text.endsWith('SHA256?') ? sha256(held) : link.query(text)),
  }
  const run = measureProgram(tampered, {
    program,
    reference,
    profile: DEMO,
    address: ADDRESS,
    shots: 1_000,
    sha256,
    clock,
    onBatch: async () => undefined,
  })
  await expect(run).rejects.toMatchObject({ code: 'timing_mismatch', details: { value_ns: 8_688, compiled_ns: 6_688 } })
})
