import { it } from 'vitest'
import { PHASES } from './foreign-rack'
import { expectAllWholeAfter } from './kills'

/** How often the service is killed: once in each phase. Each costs some ten seconds. */
const KILLS = Number(process.env.PENTAD_KILLS ?? PHASES.length)
const SEED = Number(process.env.PENTAD_SEED ?? Math.floor(Math.random() * 2 ** 31))

it(
  `after ${KILLS} kills in all phases of what runs do to a device everything is whole (PENTAD_SEED=${SEED})`,
  {
    timeout: 120_000 + KILLS * 40_000,
  },
  () => expectAllWholeAfter(KILLS, SEED),
)
