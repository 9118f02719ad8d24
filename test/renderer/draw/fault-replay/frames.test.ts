import { describe, expect, it } from 'vitest'
import {
  endEntries,
  frameText,
  injectedPaulis,
  injectionFrame,
  pauliText,
  replayFrames,
} from '../../../../renderer/src/draw/fault-replay/frames'
import { sampleReplay } from '../../samples/faults'

const replay = sampleReplay()
const [A, D3] = replay.fault.sites as [number, number]

describe('the frames of a replay', () => {
  it('are the clean start, every step, and the injection where it comes', () => {
    const frames = replayFrames(replay)
    expect(frames.map(({ kind }) => kind)).toEqual(['start', 'step', 'step', 'injection', 'step'])
    expect(injectionFrame(replay)).toBe(3)
    expect(frames[injectionFrame(replay)]!.paulis).toEqual([{ site: D3, pauli: 'X' }])
  })

  it.each([0, 1, 2, 3])('hold the injection of a fault before step %i, the last included', strikes_before => {
    const moved = sampleReplay({ strikes_before })
    const frames = replayFrames(moved)
    expect(frames).toHaveLength(moved.steps.length + 2)
    expect(frames.findIndex(({ kind }) => kind === 'injection')).toBe(injectionFrame(moved))
  })

  it('name a bit as fresh only in the frame that flips it', () => {
    const twice = sampleReplay({ steps: [...replay.steps, { ...replay.steps[2]!, op: 3 }] })
    expect(replayFrames(twice).map(({ fresh }) => fresh.join())).toEqual(['', '', '', '', 'a0', ''])
  })

  it('show in words where they are', () => {
    const frames = replayFrames(replay)
    expect(frameText(frames[0]!, replay.fault)).toMatch(/^Before the round/)
    expect(frameText(frames[3]!, replay.fault)).toContain(replay.fault.text)
    expect(frameText(frames[4]!, replay.fault)).toBe(`g1: Measure ${A}, measure A, at 400 ns. Flips a0.`)
  })
})

describe('what a fault puts on its sites', () => {
  it.each([
    ['gate', 'XI', [{ site: 1, pauli: 'X' }]],
    [
      'gate',
      'YZ',
      [
        { site: 1, pauli: 'Y' },
        { site: 2, pauli: 'Z' },
      ],
    ],
    ['reset', 'flip', [{ site: 1, pauli: 'X' }]],
    ['measure', 'flip', []],
  ] as const)('is known for %s %s', (kind, pauli, expected) => {
    expect(injectedPaulis({ kind, pauli, sites: [1, 2] })).toEqual(expected)
  })

  it('is reported with the roles, and as none when nothing is left', () => {
    expect(pauliText([{ site: 4, pauli: 'Z' }], site => (site === 4 ? 'A' : ''))).toBe('Z on 4 (A)')
    expect(pauliText([], () => '')).toBe('none')
  })
})

describe('the end of a replay', () => {
  const entry = (change: Parameters<typeof sampleReplay>[0], name: string) =>
    new Map(endEntries(sampleReplay(change))).get(name)

  it('says what the decoder saw, did and left', () => {
    expect(entry({}, 'Trigger')).toBe('at g1, flag not raised')
    expect(entry({}, 'Correction')).toBe('IIIXI')
    expect(entry({}, 'What remains')).toMatch(/harmless/)
    expect(entry({ remains: 'Z' }, 'What remains')).toMatch(/logical Z/)
  })

  it('never shows an absent syndrome or correction as a figure', () => {
    const none = { trigger: null, syndrome: null, correction: null, remains: null }
    expect(entry(none, 'Trigger')).toBe('none')
    expect(entry(none, 'Syndrome')).toMatch(/not measured/)
    expect(entry(none, 'Correction')).toMatch(/discarded/)
    expect(entry(none, 'What remains')).toBe('nothing to judge')
  })

  it('reports every window of the cyclic protocol', () => {
    const read = { pass: 1, trigger: 2, flagged: true, syndrome: '0101', closed_by: 'extraction' as const }
    expect(entry({ windows: [read] }, 'Window of pass 2')).toMatch(
      /g3, flag raised, syndrome 0101, .*closing extraction/,
    )
  })
})
