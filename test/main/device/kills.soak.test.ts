import { it } from 'vitest'
import { expectAllWholeAfter } from './kills'

/** How often the service is killed; each costs some six seconds. */
const KILLS = Number(process.env.PENTAD_KILLS ?? 16)

it(
  `after ${KILLS} kills at random instants during runs on a device everything is whole`,
  {
    timeout: 120_000 + KILLS * 40_000,
  },
  () => expectAllWholeAfter(KILLS),
)
