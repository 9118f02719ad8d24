import { describe } from 'vitest'
import { enumerateFaults } from '../../../main/qec/proof/enumeration'
import { everyFault } from '../../../main/qec/proof/fault-locations'
import { preservesFaultTolerance } from '../../../main/qec/proof/verdict'
import { compileRound } from '../../../main/qec/schedule/compile'
import { swapCost } from '../../../main/qec/schedule/route'
import { HEAVY_HEX_27 } from '../../main/qec/fixtures/graphs'
import { planRound } from '../../main/qec/fixtures/planned-rounds'
import { chipletPlan, starPlan, TYPICAL } from '../../main/qec/fixtures/rounds'
import { playOut } from '../../main/qec/reference/pauli-letters'
import { compare } from '../compare'

const star = compileRound(starPlan(), TYPICAL)
const chiplet = compileRound(chipletPlan(), TYPICAL)
const hexLayout = { ancilla: 7, flag: 4, data: [11, 16, 17, 6, 21], routing: [10, 12, 13, 14, 15, 18] } as const
const hex = compileRound(planRound(HEAVY_HEX_27, hexLayout, swapCost)!, TYPICAL)

const REPEATS = 50
const contender = (name: string, round: typeof star, run: (round: typeof star) => unknown, repeats = REPEATS) => ({
  name,
  amount: repeats,
  run: async () => {
    for (let i = 0; i < repeats; i++) run(round)
  },
})

/** Every fault on its own, letter by letter, as the tests do it. */
const slowly = (round: typeof star) => everyFault(round, 'adaptive').map(fault => playOut(round, fault, 'adaptive'))

describe('all single faults of a round', () => {
  compare('rounds', [
    contender('verdict, star', star, round => preservesFaultTolerance(round, 'adaptive')),
    contender('verdict, 3x3', chiplet, round => preservesFaultTolerance(round, 'adaptive')),
    contender('verdict, 3x3, cyclic-window', chiplet, round => preservesFaultTolerance(round, 'cyclic-window')),
    contender('verdict, heavy-hex', hex, round => preservesFaultTolerance(round, 'adaptive')),
    contender('report, 3x3', chiplet, round => enumerateFaults(round, { protocol: 'adaptive' })),
    contender('report, 3x3, cyclic-window', chiplet, round => enumerateFaults(round, { protocol: 'cyclic-window' })),
    contender('report, heavy-hex', hex, round => enumerateFaults(round, { protocol: 'adaptive' })),
    contender('3x3 on letters', chiplet, slowly, 1),
  ])
})
