/** Chao and Reichardt, arXiv:1705.02329: logical error per round of the two-qubit flag scheme under their noise model. */
import { describe, expect, it } from 'vitest'
import { chainedRound, chaoReichardtPlan, chaoReichardtRates, judgeRound } from '../../../main/qec/chao-reichardt'
import { compileRound } from '../../../main/qec/compile'
import { enumerateFaults } from '../../../main/qec/faults'
import { strideOf } from '../../../main/qec/frame'
import { clopperPearson } from '../../../main/qec/statistics/intervals'
import { chooseSimulator } from '../../../main/simulation/engine'

const { simulator, detail } = chooseSimulator()
const zero = () => 0
const compiled = compileRound(chaoReichardtPlan(), {
  single: zero,
  cz: zero,
  readout: zero,
  reset: zero,
})
const report = enumerateFaults(compiled, 'adaptive')

/** Failures per round over `rounds` rounds in a row of `shots` shots; the first rounds, from a clean state, are left out. */
async function errorPerRound(gamma: number, shots: number, rounds: number, warmUp = 5) {
  const program = chainedRound(compiled, chaoReichardtRates(gamma))
  const seed = BigInt(Math.floor(Math.random() * 2 ** 48))
  let frames: readonly Uint8Array[] = Array.from({ length: 10 }, () => new Uint8Array(strideOf(shots)))
  let failures = 0
  for (let round = 0; round < rounds + warmUp; round++) {
    const judged = judgeRound(await simulator.sampleFrames(program, shots, seed + BigInt(round), frames), report)
    frames = judged.next
    if (round >= warmUp) failures += judged.failures
  }
  const estimate = clopperPearson(failures, rounds * shots)
  console.info(
    `Chao–Reichardt, γ = ${gamma.toPrecision(4)}: ${estimate.value!.toPrecision(4)} ` +
      `[${estimate.low!.toPrecision(4)}, ${estimate.high!.toPrecision(4)}] per round, seed ${seed}`,
  )
  return estimate
}

describe('logical error per round by Chao and Reichardt', () => {
  it('is fault tolerant on the star', () => expect(report.ft_preserved).toBe(true))

  it.skipIf(simulator.kind === 'reference')(
    `reproduces the published figures (${detail})`,
    { timeout: 120_000 },
    async () => {
      // Published intervals, each widened by about five of our own standard deviations.
      const high = await errorPerRound(1e-2, 100_000, 20)
      expect(high.value!).toBeGreaterThan(0.02845 - 0.0006)
      expect(high.value!).toBeLessThan(0.02883 + 0.0006)
      const low = await errorPerRound(10 ** -2.5, 100_000, 40)
      expect(low.value!).toBeGreaterThan(0.003135 - 0.00015)
      expect(low.value!).toBeLessThan(0.003263 + 0.00015)
    },
  )

  it('comes within a tenth of them on any engine', { timeout: 120_000 }, async () => {
    const { low, high } = await errorPerRound(1e-2, 4_000, 10, 2)
    expect(low!).toBeLessThan(0.02883 * 1.1)
    expect(high!).toBeGreaterThan(0.02845 / 1.1)
  })
})
