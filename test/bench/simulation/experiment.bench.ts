/**
 * How far the Pauli twirl is off: logical error per round of the encoded memory on a star, by the frame sampler (twirled
 * decay) and by trajectories (decay as it is), their ratio with 95 % intervals, and shots per second. Errors per round
 * are half of what 1 − 2·failures loses a round between few and many rounds, so that preparation and readout drop out.
 * PENTAD_SHOTS sets the shots of each circuit.
 */
import { loadavg } from 'node:os'
import { bench, describe } from 'vitest'
import type { CardinalState } from '../../../main/contract/model/protocols'
import type { BitPlanes } from '../../../main/qec/program/frame'
import { loadEngines } from '../../../main/simulation/engines'
import { sampleByTrajectories } from '../../../main/simulation/experiment/sample'
import { decaying, type Encoded, encodedOn, ROUND_NS } from '../../main/simulation/experiment/encoded-memory'

const SHOTS = Number(process.env.PENTAD_SHOTS ?? 40_000)
/** Of the frames, which cost little: their share of the ratio's interval is then small. */
const FRAMES = 10
const [FEW, MANY] = [2, 12]
const STATES = ['0', '1', '+', 'i'] as const
/** Decay alone, and with gates, readout and reset that err; T1 and T2 in ns. */
const NOISES = [
  ['decay alone, T2 = 2 T1', 0, 100_000, 200_000],
  ['decay alone, T2 = T1', 0, 100_000, 100_000],
  ['p = 0.1 %, T2 = T1', 1e-3, 100_000, 100_000],
] as const

const { simulator, trajectories, detail } = loadEngines()

type Signed = ReturnType<typeof encodedOn>['signed']

interface Share {
  readonly value: number
  /** Of one standard deviation. */
  readonly error: number
}

interface Engine {
  readonly shots: number
  readonly seconds: number[]
  sample(signed: Signed, seed: bigint): Promise<BitPlanes>
}

type Sampled = (signed: Signed, shots: number, seed: bigint) => Promise<BitPlanes>

const engine = (shots: number, sampled: Sampled): Engine => ({
  shots,
  seconds: [],
  sample: (signed, seed) => sampled(signed, shots, seed),
})

const engines = (): readonly [Engine, Engine] => [
  engine(FRAMES * SHOTS, ({ program }, shots, seed) => simulator.sampleFrames(program, { shots, seed })),
  engine(SHOTS, (signed, shots, seed) => sampleByTrajectories(trajectories, signed, { shots, seed })),
]

/** log(1 − 2 f) of the failures among the accepted. */
async function lost(engine: Engine, wish: Encoded, seed: bigint): Promise<Share> {
  const { signed, decode } = encodedOn(wish)
  const start = performance.now()
  const planes = await engine.sample(signed, seed)
  engine.seconds.push((performance.now() - start) / 1000)
  const { wrong, accepted } = decode(planes)
  const kept = accepted.reduce((sum, bit) => sum + bit, 0)
  const f = wrong.reduce((sum, bit, i) => sum + (bit & accepted[i]!), 0) / kept
  return { value: Math.log(1 - 2 * f), error: (2 * Math.sqrt((f * (1 - f)) / kept)) / (1 - 2 * f) }
}

async function errorPerRound(engine: Engine, wish: Omit<Encoded, 'rounds'>, seed: bigint): Promise<Share> {
  const few = await lost(engine, { ...wish, rounds: FEW }, seed)
  const many = await lost(engine, { ...wish, rounds: MANY }, seed + 1n)
  const value = (1 - Math.exp((many.value - few.value) / (MANY - FEW))) / 2
  return { value, error: Math.hypot(few.error, many.error) / (MANY - FEW) / 2 }
}

const shown = ({ value, error }: Share) => `${value.toPrecision(4)} ± ${(1.96 * error).toPrecision(2)}`

const ratio = (exact: Share, twirled: Share): Share => {
  const value = exact.value / twirled.value
  return { value, error: Math.abs(value) * Math.hypot(exact.error / exact.value, twirled.error / twirled.value) }
}

const speed = ({ shots, seconds }: Engine) => (shots * seconds.length) / seconds.reduce((sum, one) => sum + one, 0)

async function row(state: CardinalState, [name, p, t1, t2]: (typeof NOISES)[number]) {
  const wish = { mode: 'correction', protocol: 'adaptive', proven: true, state, rates: decaying(p, t1, t2) } as const
  const seed = BigInt(Math.floor(Math.random() * 2 ** 48))
  const [frames, exact] = engines()
  const [twirled, real] = [await errorPerRound(frames, wish, seed), await errorPerRound(exact, wish, seed)]
  return {
    noise: name,
    state,
    'twirled per round [95 %]': shown(twirled),
    'exact per round [95 %]': shown(real),
    'exact / twirled': shown(ratio(real, twirled)),
    'shots/s twirled': speed(frames).toExponential(1),
    'shots/s exact': speed(exact).toExponential(1),
    seed: String(seed),
  }
}

describe(`twirled against exact decay, a star's round of ${ROUND_NS} ns, adaptive correction`, () => {
  const rows: Awaited<ReturnType<typeof row>>[] = []
  bench(
    'logical error per round',
    async () => {
      rows.length = 0
      for (const noise of NOISES) for (const state of STATES) rows.push(await row(state, noise))
    },
    {
      iterations: 1,
      time: 0,
      warmupIterations: 0,
      warmupTime: 0,
      teardown: (_, mode) => {
        if (mode !== 'run') return
        console.table(rows)
        console.log(
          `${detail}; ${SHOTS} shots a circuit by trajectories, ${FEW} and ${MANY} rounds; load ${loadavg()[0]!.toFixed(1)}`,
        )
      },
    },
  )
})
