/** Decisions within a shot take time: max(latency, reset of A and F) after each flagged extraction. */
import { describe, expect, it } from 'vitest'
import { readoutFor } from '../../../../main/qec/code/logical-readout'
import { type MemoryExperiment, memoryProgram } from '../../../../main/qec/experiment/memory'
import type { Durations } from '../../../../main/qec/model/noise-model'
import type { CompiledRound } from '../../../../main/qec/model/round'
import type { FaultRates } from '../../../../main/qec/noise/rates'
import { waitingTime } from '../../../../main/qec/noise/score'
import type { FrameOp } from '../../../../main/qec/program/frame'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { circuitFaults } from '../../../../main/qec/proof/fault-locations'
import { preservesFaultTolerance } from '../../../../main/qec/proof/verdict'
import { compileRound, durationBy } from '../../../../main/qec/schedule/compile'
import { decisionOf } from '../../../../main/qec/schedule/decision'
import { decoupledRound } from '../../../../main/qec/schedule/decoupling'
import { swapCost } from '../../../../main/qec/schedule/route'
import { compileMeasurement, measurementPlans } from '../../../../main/qec/spam/measurement-circuit'
import { provenPreparation } from '../../../../main/qec/spam/verified-preparation'
import { stimText } from '../../../../main/qec/text/stim'
import { untriggeredPath } from '../../../../main/qec/text/unconditional-path'
import { grid } from '../fixtures/graphs'
import { CHIPLET_LAYOUT, chipletPlan, starPlan, TYPICAL, UNEVEN } from '../fixtures/rounds'

const taking = (latency: number | null, durations: Durations = TYPICAL): Durations => ({
  ...durations,
  feedforward: latency,
})
const PLANS = [
  ['the star', starPlan()],
  ['the 3×3 chiplet', chipletPlan()],
] as const

describe.each(PLANS)('an adaptive round on %s', (_, plan) => {
  const plain = compileRound(plan, TYPICAL)

  it.each([0, 100, 300, 301, 800, 5_000])(
    'lasts max(latency, reset) after each of four generators at %i ns',
    latency => {
      const round = compileRound(plan, taking(latency))
      const reset = TYPICAL.reset(0)
      expect(round.duration_ns - plain.duration_ns).toBe(4 * (Math.max(latency, reset) - reset))
      expect(durationBy(plain, taking(latency))).toBe(plain.duration_ns)
      expect(durationBy(round, taking(latency))).toBe(round.duration_ns)
      expect(durationBy(compileRound(plan, taking(0)), taking(latency))).toBe(round.duration_ns)
    },
  )

  it('waits for the slower reset of the two where they differ', () => {
    const { ancilla, flag } = plan.layout
    const [a, f] = [UNEVEN.reset(ancilla), UNEVEN.reset(flag)]
    for (const latency of [0, 150, 260, 900])
      expect(decisionOf(plan.layout, taking(latency, UNEVEN))!.wait_ns + a).toBe(Math.max(latency, a, f))
  })

  it('has the same operations, and five more idle windows for each decision that is waited for', () => {
    const round = compileRound(plan, taking(900))
    expect(round.schedule_hash).toBe(plain.schedule_hash)
    round.flagged.forEach(({ idles, ops, duration_ns }, k) => {
      const waits = idles.filter(({ decision }) => decision)
      expect(waits.map(({ site, duration_ns, before }) => [site, duration_ns, before])).toEqual(
        plan.layout.data.map(site => [site, 600, ops.length]),
      )
      expect(idles.length - waits.length).toBe(plain.flagged[k]!.idles.length)
      expect(duration_ns).toBe(plain.flagged[k]!.duration_ns + 600)
    })
    expect(circuitFaults(round)).toHaveLength(circuitFaults(plain).length + 4 * 5 * 3)
    for (const site of plan.layout.data) expect(waitingTime(round, site)).toBe(waitingTime(plain, site) + 4 * 600)
    expect(compileRound(plan, taking(300)).flagged.flatMap(({ idles }) => idles.filter(one => one.decision))).toEqual(
      [],
    )
  })

  it('is as fault tolerant as before: the waits are injected too', () => {
    const round = compileRound(plan, taking(900))
    const report = enumerateFaults(round, { protocol: 'adaptive' })
    expect(report).toMatchObject({
      ft_preserved: true,
      cases: enumerateFaults(plain, { protocol: 'adaptive' }).cases + 60,
    })
    expect(preservesFaultTolerance(round, 'adaptive')).toBe(true)
    const wait = circuitFaults(round).find(
      ({ kind, index, op }) => kind === 'idle' && round.flagged[index]!.idles[op]!.decision,
    )!
    expect(
      enumerateFaults({ ...round }, { protocol: 'adaptive' }).failing.map(({ fault }) => fault),
    ).not.toContainEqual(wait)
  })

  it('without feed-forward decides nothing and waits for nothing', () => {
    expect(compileRound(plan, taking(null))).toEqual(plain)
    expect(compileRound(plan, taking(900), 'fixed')).toMatchObject({
      duration_ns: plain.duration_ns,
      flagged: plain.flagged,
    })
  })
})

/** Time itself in place of probabilities, so that a program's waiting can be added up. */
const CLOCK: FaultRates = {
  cz: () => 0,
  single: () => 0,
  readout: () => 0,
  reset: () => 0,
  idle: (_, ns) => ({ px: ns * 1e-9, py: 0, pz: 0 }),
}

const waited = (ops: readonly FrameOp[]): number =>
  ops.reduce((sum, op) => sum + (op.op === 'pauli1' && op.q === 0 ? op.px * 1e9 : 0), 0)

function quietWaiting(compiled: CompiledRound, fields: Partial<MemoryExperiment> = {}): number {
  const experiment: MemoryExperiment = {
    compiled,
    rates: CLOCK,
    readout: readoutFor({ x: 0, z: 31 }),
    mode: 'correction',
    state: '0',
    rounds: 3,
    ...fields,
  }
  return waited(untriggeredPath(memoryProgram(experiment).ops))
}

describe('a shot in which nothing triggers', () => {
  const plan = chipletPlan()
  const plain = compileRound(plan, TYPICAL)
  /** In nanoseconds beyond the same shot where decisions take no time. */
  const more = (latency: number, fields: Partial<MemoryExperiment> = {}, deciding: 'adaptive' | 'fixed' = 'adaptive') =>
    quietWaiting(compileRound(plan, taking(latency), deciding), fields) - quietWaiting(plain, fields)

  it('waits after every generator of its rounds, not of round 0, and for the whole latency before it is read', () => {
    expect(more(900)).toBeCloseTo(3 * 4 * 600 + 300, 6)
    expect(more(900, { rounds: 1 })).toBeCloseTo(4 * 600 + 300, 6)
    // The resets take the time of a shorter latency, but for the last decision, after which nothing is reset.
    expect(more(250)).toBeCloseTo(250, 6)
    expect(more(0)).toBe(0)
  })

  it('waits as it does elsewhere, so that engines that know decay apply it', () => {
    const { ops } = memoryProgram({
      compiled: compileRound(plan, taking(900)),
      rates: CLOCK,
      readout: readoutFor({ x: 0, z: 31 }),
      mode: 'correction',
      state: '0',
      rounds: 1,
    })
    const waits = ops.filter(op => op.op === 'pauli1' && Math.abs(op.px * 1e9 - 600) < 1e-6)
    expect(waits).toHaveLength(4 * 5)
    expect(waits.every(op => op.op === 'pauli1' && op.idle)).toBe(true)
  })

  it('of cyclic windows waits once, for the decision whether to close one', () => {
    expect(more(900, { protocol: 'cyclic-window' }, 'fixed')).toBeCloseTo(900, 6)
    expect(more(900, { protocol: 'cyclic-window', closing: 'erasure' }, 'fixed')).toBe(0)
  })

  it('in detection mode waits for nothing, whichever way its round was compiled', () => {
    expect(more(900, { mode: 'detection' }, 'fixed')).toBe(0)
    expect(more(900, { mode: 'detection' })).toBe(0)
  })

  it('waits for the verdict on its verified preparation, and without rounds for all of the latency', () => {
    const made = (latency: number) =>
      provenPreparation(grid(3, 3), { layout: CHIPLET_LAYOUT, cost: swapCost, durations: taking(latency) })!.preparation
    const [late, plainly] = [
      made(900),
      provenPreparation(grid(3, 3), { layout: CHIPLET_LAYOUT, cost: swapCost, durations: TYPICAL })!.preparation,
    ]
    expect(late.duration_ns - plainly.duration_ns).toBe(600)
    const compiled = compileRound(plan, taking(900))
    const beyond = (rounds: number) =>
      quietWaiting(compiled, { preparation: late, rounds }) - quietWaiting(plain, { preparation: plainly, rounds })
    expect(beyond(2)).toBeCloseTo(600 + 2 * 4 * 600 + 300, 6)
    expect(beyond(0)).toBeCloseTo(900, 6)
  })

  it('waits for the decision of the fault-tolerant readout, whose single faults stay harmless', () => {
    const [measurementPlan] = measurementPlans(grid(3, 3), CHIPLET_LAYOUT, swapCost)
    const [late, plainly] = [
      compileMeasurement(measurementPlan!, taking(900)),
      compileMeasurement(measurementPlan!, TYPICAL),
    ]
    expect(late.duration_ns - plainly.duration_ns).toBe(600)
    expect(late).toMatchObject({ failures: plainly.failures, table: plainly.table, cases: plainly.cases + 15 })
    const beyond = quietWaiting(compileRound(plan, taking(900)), { measurement: late })
    expect(beyond - quietWaiting(plain, { measurement: plainly })).toBeCloseTo(3 * 4 * 600 + 600, 6)
  })

  it('has its waits in the text for Stim', () => {
    const compiled = compileRound(plan, taking(900))
    const rates: FaultRates = { ...CLOCK, idle: (_, ns) => ({ px: 0, py: 0, pz: ns === 600 ? 0.25 : 0 }) }
    const { ops } = memoryProgram({
      compiled,
      rates,
      readout: readoutFor({ x: 0, z: 31 }),
      mode: 'correction',
      state: '0',
      rounds: 2,
    })
    const text = stimText(ops, [], { detectors: [], observable: [] })
    expect(text.match(/PAULI_CHANNEL_1\(0, 0, 0\.25\)/g)).toHaveLength(2 * 4 * 5)
  })

  it('is decoupled in its waits as in others', () => {
    const compiled = decoupledRound(compileRound(plan, taking(2_300)), 'x2', taking(2_300))
    const waits = compiled.flagged.flatMap(({ idles }) => idles.filter(({ decision }) => decision))
    expect(waits).toHaveLength(20)
    expect(waits.every(({ refocused }) => refocused)).toBe(true)
    expect(quietWaiting(compiled, { mode: 'detection' })).toBeCloseTo(
      quietWaiting(decoupledRound(compileRound(plan, taking(2_300), 'fixed'), 'x2', taking(2_300)), {
        mode: 'detection',
      }),
      6,
    )
  })
})
