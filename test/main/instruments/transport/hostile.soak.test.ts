/** Every behaviour of a hostile process, over TCP and a pty, from the start and in the middle. */
import { expect, it } from 'vitest'
import { meet } from './hostile'
import { BEHAVIOURS, type Behaviour } from './hostile-peer'
import { hasSocat } from './pty'

const links = hasSocat ? (['tcp', 'pty'] as const) : (['tcp'] as const)
const cases = links.flatMap(link =>
  BEHAVIOURS.flatMap(behaviour =>
    (['the start', 'the first reading'] as const).map(from => ({ behaviour, link, from })),
  ),
)

/** What is not out of step. */
const ENDS: Partial<Record<Behaviour, string>> = {
  // Behind a pty a closed socket is a port that went away with socat.
  closes: 'unplugged',
  'closes in the middle of an answer': 'unplugged',
  // One readable answer, the same each time, which is no identity of the driver's instrument.
  echo: 'identity_mismatch',
  'a block of nonsense length': 'identity_mismatch',
}

// They wait for time limits nearly all the time; the bound of memory holds for those at one time together.
it.concurrent.each(cases)('$behaviour over $link from $from ends in a named fault', async hostility => {
  const { behaviour } = hostility
  expect(await meet(hostility)).toEqual({
    fault: ENDS[behaviour] ?? 'resync_failed',
    isClear: true,
    queued: 0,
    isMemoryBounded: true,
    isLogBounded: true,
  })
})
