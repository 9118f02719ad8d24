import { describe, expect, it } from 'vitest'
import { decouplingWarning } from '../../../../main/qec/experiment/methods-text'
import { calibratedRates, type FaultRates } from '../../../../main/qec/noise/rates'
import { idlePaulis, noiseModel, refocusedT2 } from '../../../../main/qec/noise/transform'
import type { FrameOp } from '../../../../main/qec/program/frame'
import { localQubits, segmentOps } from '../../../../main/qec/program/noisy-ops'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { circuitFaults } from '../../../../main/qec/proof/fault-locations'
import { faultRate } from '../../../../main/qec/proof/flag-table'
import { compileRound } from '../../../../main/qec/schedule/compile'
import {
  decoupledRound,
  decouplingEffect,
  LARGEST_PULSE_SHARE,
  repeatedError,
  SEQUENCE_PULSES,
} from '../../../../main/qec/schedule/decoupling'
import { latticeCouplings, syntheticDevice } from '../devices'
import { chipletPlan, TYPICAL } from '../fixtures/rounds'

const plain = compileRound(chipletPlan(), TYPICAL)
const rates = (t2: number, echo: number, single = 1e-4): FaultRates => ({
  cz: () => 0,
  single: () => single,
  readout: () => 0,
  reset: () => 0,
  idle: (_, ns, refocused) => idlePaulis(ns, 200_000, refocused ? echo : t2),
})
const windows = (round: typeof plain) => [...round.flagged, round.repeat].flatMap(({ idles }) => idles)
const pulses = (round: typeof plain) => [...round.flagged, round.repeat].flatMap(segment => segment.pulses ?? [])

describe.each(['x2', 'xy4'] as const)('decoupling with %s', sequence => {
  const round = decoupledRound(plain, sequence, TYPICAL)
  const length = SEQUENCE_PULSES[sequence].length

  it('keeps the operations, the windows and their number', () => {
    expect(round.flagged.map(({ ops }) => ops)).toEqual(plain.flagged.map(({ ops }) => ops))
    expect(round.duration_ns).toBe(plain.duration_ns)
    expect(windows(round).map(({ site, start_ns, before }) => [site, start_ns, before])).toEqual(
      windows(plain).map(({ site, start_ns, before }) => [site, start_ns, before]),
    )
  })

  it('puts whole sequences into the windows of data sites that are long enough, and nowhere else', () => {
    for (const segment of [...round.flagged, round.repeat])
      segment.idles.forEach((window, i) => {
        const inside = segment.pulses!.filter(({ idle }) => idle === i)
        const before = windows(plain)[windows(round).indexOf(window)]!
        const long = length * 40 <= LARGEST_PULSE_SHARE * before.duration_ns
        const wanted = long && plain.layout.data.includes(window.site) ? SEQUENCE_PULSES[sequence] : []
        expect(inside.map(({ gate }) => gate)).toEqual(wanted)
        expect(window.refocused).toBe(wanted.length > 0 ? true : undefined)
        expect(window.duration_ns).toBe(before.duration_ns)
      })
    expect(pulses(round).length).toBeGreaterThan(10)
  })

  it('spaces pulses evenly inside their window, with half a gap at either end', () => {
    for (const segment of round.flagged)
      segment.idles.forEach((window, i) => {
        const inside = segment.pulses!.filter(({ idle }) => idle === i)
        if (inside.length === 0) return
        const end = window.start_ns + window.duration_ns
        const gap = window.duration_ns / length - 40
        expect(inside[0]!.start_ns - window.start_ns).toBeCloseTo(gap / 2, 6)
        expect(end - inside.at(-1)!.start_ns - 40).toBeCloseTo(gap / 2, 6)
        for (let p = 1; p < length; p++) expect(inside[p]!.start_ns - inside[p - 1]!.start_ns - 40).toBeCloseTo(gap, 6)
      })
  })

  it('leaves the verdict on fault tolerance and its table as they are', () => {
    const [before, after] = [
      enumerateFaults(plain, { protocol: 'adaptive' }),
      enumerateFaults(round, { protocol: 'adaptive' }),
    ]
    expect(after.ft_preserved).toBe(before.ft_preserved)
    expect(after.cases).toBe(before.cases)
    expect(after.tables.tables.map(table => table.map(cell => cell.map(({ error }) => error)))).toEqual(
      before.tables.tables.map(table => table.map(cell => cell.map(({ error }) => error))),
    )
  })

  it('draws each pulse as a gate of its own, and charges it to the faults of its window', () => {
    const noise = rates(1e12, 1e12, 0.03)
    const quiet = { ...noise, idle: () => ({ px: 0, py: 0, pz: 0 }) }
    const { local } = localQubits(plain)
    const noisy = (segment: (typeof plain.flagged)[number]) =>
      segmentOps(segment, { local, rates: quiet, bit: () => 0 }).filter((op: FrameOp) => op.op === 'pauli1').length
    for (const [i, segment] of round.flagged.entries())
      expect(noisy(segment) - noisy(plain.flagged[i]!)).toBe(segment.pulses!.length)
    const idle = circuitFaults(round).filter(({ kind }) => kind === 'idle')
    const charged = idle.reduce((sum, fault) => sum + faultRate(fault, round, quiet), 0)
    expect(charged).toBeCloseTo(0.03 * round.flagged.flatMap(segment => segment.pulses!).length, 9)
  })

  it('only adds pulse errors where T2 is Markovian, and gains where an echo figure says so', () => {
    for (const { idle_error_before, idle_error_after, pulses: count } of decouplingEffect(
      plain,
      round,
      rates(80e3, 80e3),
    ))
      if (count > 0) expect(idle_error_after).toBeGreaterThan(idle_error_before)
    const effects = decouplingEffect(plain, round, rates(40e3, 160e3))
    expect(effects.map(({ data }) => data)).toEqual(['D0', 'D1', 'D2', 'D3', 'D4'])
    for (const { idle_error_before, idle_error_after, windows_decoupled } of effects)
      if (windows_decoupled > 0) expect(idle_error_after).toBeLessThan(idle_error_before)
  })
})

it('states the idle error of a data qubit as the product of its windows', () => {
  const noise = rates(50e3, 50e3, 0)
  const [effect] = decouplingEffect(plain, plain, noise)
  const total = plain.flagged
    .flatMap(({ idles }) => idles)
    .filter(({ site }) => site === plain.layout.data[0])
    .reduce((sum, { duration_ns }) => sum + duration_ns, 0)
  const { px, py, pz } = noise.idle(0, total)
  expect(effect!.idle_error_before).toBeCloseTo(px + py + pz, 12)
})

it('counts n gates as one of the error that is left after n', () => {
  expect(repeatedError(0.01, 0)).toBe(0)
  expect(repeatedError(0.01, 1)).toBeCloseTo(0.01, 12)
  expect(repeatedError(0.01, 2)).toBeCloseTo(0.02 - (4 / 3) * 1e-4, 12)
  expect(repeatedError(0.01, 100_000)).toBeCloseTo(0.75, 9)
})

describe('T2 between pulses', () => {
  const device = (kind: 'ramsey' | 'echo' | null, echo: number | null, factor?: number) => {
    const made = syntheticDevice(9, latticeCouplings(3, 3), {
      qubit: () => ({ t2_us: 100, t1_us: 90, t2_echo_us: echo }),
    })
    const assumed = { ...made.profile.assumed, ...(factor === undefined ? {} : { dd_t2_factor: factor }) }
    return { profile: { ...made.profile, assumed }, snapshot: { ...made.snapshot, t2_kind: kind } }
  }
  const figure = ({ profile, snapshot }: ReturnType<typeof device>) => refocusedT2(profile, snapshot, 4)

  it('is the echo figure beside a T2 of another kind', () => {
    expect(figure(device('ramsey', 150))).toEqual({ t2_us: 150, basis: 'echo' })
    expect(figure(device(null, 150, 3))).toEqual({ t2_us: 150, basis: 'echo' })
  })

  it('is the assumed factor on the published T2 otherwise, at most 2·T1', () => {
    expect(figure(device('ramsey', null, 1.5))).toEqual({ t2_us: 150, basis: 'assumed' })
    expect(figure(device('ramsey', null, 5))).toEqual({ t2_us: 180, basis: 'assumed' })
  })

  it('is unknown without either, and where the published T2 is an echo already', () => {
    for (const one of [device('ramsey', null), device('echo', 150, 3)]) {
      expect(figure(one)).toEqual({ t2_us: null, basis: 'none' })
      const noise = calibratedRates(noiseModel(one.profile, one.snapshot))
      expect(noise.idle(4, 1000, true)).toEqual(noise.idle(4, 1000))
    }
    const { profile, snapshot } = device('ramsey', 150)
    const noise = calibratedRates(noiseModel(profile, snapshot))
    expect(noise.idle(4, 1000, true).pz).toBeLessThan(noise.idle(4, 1000).pz)
  })

  it('is warned about where nothing or an assumption stands behind it', () => {
    const row = (data: string, basis: 'echo' | 'assumed' | 'none') => ({ data, t2: { t2_us: null, basis } })
    expect(decouplingWarning([row('D0', 'echo')])).toBeNull()
    expect(decouplingWarning([row('D0', 'echo'), row('D1', 'assumed')])?.message).toContain('D1')
    expect(decouplingWarning([row('D2', 'none'), row('D1', 'assumed')])?.code).toBe('dd_pulse_errors_only')
  })
})
