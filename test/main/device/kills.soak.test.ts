import { it } from 'vitest'
import { expectAllWholeAfter } from './kills'

/** How often the service is killed, in the first phase and in a row that the seed draws: 10 take each once. Each costs some ten seconds. */
const KILLS = Number(process.env.PENTAD_KILLS ?? 5)
const SEED = Number(process.env.PENTAD_SEED ?? Math.floor(Math.random() * 2 ** 31))

it(
  `after ${KILLS} kills in phases of what runs do to a device everything is whole (PENTAD_SEED=${SEED})`,
  {
    timeout: 120_000 + KILLS * 40_000,
  },
  () => expectAllWholeAfter(KILLS, SEED),
)
