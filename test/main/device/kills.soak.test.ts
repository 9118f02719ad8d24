import { it } from 'vitest'
import { expectAllWholeAfter } from './kills'

/** How often the service is killed. */
const KILLS = Number(process.env.PENTAD_KILLS ?? 25)

it(
  `after ${KILLS} kills at random instants during runs on a device everything is whole`,
  {
    timeout: 120_000 + KILLS * 40_000,
  },
  () => expectAllWholeAfter(KILLS),
)
