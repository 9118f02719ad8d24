import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type PlaybackAction,
  playbackActionOfKey,
  played,
  SPEEDS,
  STOPPED,
} from '../../../../renderer/src/draw/fault-replay/playback'

const at = (position: number, playing = false) => ({ ...STOPPED, last: 10, at: position, playing })

describe('playback', () => {
  it('plays to the last frame and stops there', () => {
    let now = played(at(7), { type: 'toggle' })
    for (let i = 0; i < 20; i++) now = played(now, { type: 'tick' })
    expect(now).toMatchObject({ at: 10, playing: false })
  })

  it('begins anew when play is pressed at the end', () => {
    expect(played(at(10), { type: 'toggle' })).toMatchObject({ at: 0, playing: true })
  })

  it('pauses where it stands, and ticks of a timer that was late change nothing then', () => {
    const paused = played(at(4, true), { type: 'toggle' })
    expect(paused).toMatchObject({ at: 4, playing: false })
    expect(played(paused, { type: 'tick' })).toBe(paused)
  })

  it('pauses when a frame is chosen by hand', () => {
    expect(played(at(4, true), { type: 'step', by: 1 })).toMatchObject({ at: 5, playing: false })
    expect(played(at(4, true), { type: 'go', to: 99 })).toMatchObject({ at: 10, playing: false })
  })

  it('never plays an animation of one frame', () => {
    expect(played(STOPPED, { type: 'toggle' }).playing).toBe(false)
  })

  it('stays within the frames, whatever is done', () => {
    const act = fc.oneof<fc.Arbitrary<PlaybackAction>[]>(
      fc.record({ type: fc.constant('load' as const), last: fc.nat(50), at: fc.integer() }),
      fc.record({ type: fc.constant('go' as const), to: fc.integer() }),
      fc.record({ type: fc.constant('step' as const), by: fc.integer() }),
      fc.constantFrom<PlaybackAction>({ type: 'toggle' }, { type: 'tick' }),
      fc.record({ type: fc.constant('speed' as const), speed: fc.constantFrom(...SPEEDS) }),
    )
    fc.assert(
      fc.property(fc.array(act), acts => {
        const end = acts.reduce(played, STOPPED)
        expect(end.at).toBeGreaterThanOrEqual(0)
        expect(end.at).toBeLessThanOrEqual(end.last)
        if (end.playing) expect(end.last).toBeGreaterThan(0)
      }),
    )
  })
})

describe('the keys of a replay', () => {
  it.each([
    [' ', false, { type: 'toggle' }],
    ['ArrowRight', false, { type: 'step', by: 1 }],
    ['ArrowLeft', true, { type: 'step', by: -10 }],
    ['Home', false, { type: 'go', to: 0 }],
    ['a', false, null],
  ] as const)('%j with shift %s does %j', (key, shift, act) => {
    expect(playbackActionOfKey(key, shift)).toEqual(act)
  })
})
