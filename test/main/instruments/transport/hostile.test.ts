/** Two of the worst; hostile.soak.test.ts has all of them, over both links. */
import { describe, expect, it } from 'vitest'
import { meet } from './hostile'
import { hasSocat } from './pty'

const ENDED = { fault: 'resync_failed', isClear: true, queued: 0, isMemoryBounded: true, isLogBounded: true }

describe('a hostile process at the other end', () => {
  it('that floods a socket ends in a named fault, within bounded memory', async () => {
    expect(await meet({ behaviour: 'flood', link: 'tcp', from: 'the first reading' })).toEqual(ENDED)
  })

  it.skipIf(!hasSocat)('that sends a hundred megabytes without a line end over a pty does as well', async () => {
    const hostility = { behaviour: 'hundred megabytes without an end', link: 'pty', from: 'the start' } as const
    expect(await meet(hostility)).toEqual(ENDED)
  })
})
