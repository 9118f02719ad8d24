import { describe, expect, it } from 'vitest'
import { replayText } from '../../../../renderer/src/draw/runs/replay-text'
import { RUN_ID, sampleRun } from '../../samples/runs'

const replay = (identical: boolean | null, differing: { state: '+' | '0'; rounds: number }[] = []) => ({
  of: RUN_ID,
  identical,
  differing,
})

describe('the verdict of a replay', () => {
  const run = sampleRun()

  it('counts the circuits that came out the same', () =>
    expect(replayText(run, replay(true))).toMatchObject({
      heading: 'Identical',
      text: 'Every bit of 24 encoded circuits came out as recorded.',
    }))

  it('names the circuits that differ, and counts them where they are many', () => {
    expect(replayText(run, replay(false, [{ state: '+', rounds: 4 }])).text).toMatch(
      /^1 circuit gave bits that differ from the record: \|\+⟩ at R = 4\./,
    )
    const many = Array.from({ length: 9 }, (_, at) => ({ state: '0' as const, rounds: at + 1 }))
    expect(replayText(run, replay(false, many)).text).toContain('|0⟩ at R = 6 and 3 more.')
  })

  it('is not known before the end, and not decided where the replay was stopped', () => {
    expect(replayText(sampleRun('PROCESSING'), replay(null)).heading).toBe('Not known yet')
    expect(replayText(sampleRun('ABORTED'), replay(null)).heading).toBe('Not decided')
  })
})
