/** Every behaviour of a hostile process, over TCP and a pty, from the start and in the middle. */
import { expect, it } from 'vitest'
import { meet } from './hostile'
import { BEHAVIOURS } from './hostile-peer'
import { hasSocat } from './pty'

const links = hasSocat ? (['tcp', 'pty'] as const) : (['tcp'] as const)
const cases = links.flatMap(link =>
  BEHAVIOURS.flatMap(behaviour =>
    (['the start', 'the first reading'] as const).map(from => ({ behaviour, link, from })),
  ),
)

// They wait for time limits nearly all the time; the bound of memory holds for those at one time together.
it.concurrent.each(cases)('$behaviour over $link from $from ends in a named fault', async hostility => {
  const { behaviour } = hostility
  // Behind a pty a closed socket is a port that went away with socat.
  const closes = behaviour.startsWith('closes')
  expect(await meet(hostility)).toEqual({
    fault: closes ? 'unplugged' : 'resync_failed',
    ...{ isClear: true, queued: 0, isMemoryBounded: true, isLogBounded: true },
  })
})
