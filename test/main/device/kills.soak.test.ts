import { it } from 'vitest'
import { expectAllWholeAfter } from './kills'

/** How often the service is killed; each costs some six seconds. */
const KILLS = Number(process.env.PENTAD_KILLS ?? 16)
const SEED = Number(process.env.PENTAD_SEED ?? Math.floor(Math.random() * 2 ** 31))

it(
  `after ${KILLS} kills in all phases of what runs do to a device everything is whole (PENTAD_SEED=${SEED})`,
  {
    timeout: 120_000 + KILLS * 40_000,
  },
  () => expectAllWholeAfter(KILLS, SEED),
)
