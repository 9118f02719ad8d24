/**
 * Every published snapshot, read by the importers, against the neutral form of the same figures.
 *
 * The two differ by rule and in nothing else:
 * 1. A number that marks a dead part (fidelity <= 0.5, T1 or T2 <= 0) is kept out of our figures; `out_of_service` says it.
 * 2. Times are UTC with milliseconds at most; a date without a time of day is its midnight.
 * 3. Devices whose file does not name them are called after vendor and size.
 */
import { describe, expect, it } from 'vitest'
import { importSnapshot } from '../../../../main/backends/importers/import-snapshot'
import type { CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import { type Normalized, normalized, rawFiles, SNAPSHOTS } from '../published'

const FIDELITIES = ['fidelity_1q', 'readout_fidelity', 'reset_fidelity'] as const
const TIMES = ['t1_us', 't2_us', 't2_echo_us'] as const
const LENGTHS = ['gate_1q_length_ns', 'readout_length_ns', 'reset_length_ns'] as const

/** Relative 1e-9: the neutral form converts units in another order. */
function expectSame(ours: number | null, theirs: number | null, what: string): void {
  if (theirs === null || ours === null) expect({ [what]: ours }).toEqual({ [what]: theirs })
  else expect(Math.abs(ours - theirs), what).toBeLessThanOrEqual(1e-9 * Math.abs(theirs))
}

/** Rule 1. Answers whether the number marks the part dead. */
function expectJudged(
  ours: number | null,
  theirs: number | null,
  dead: boolean,
  reason: string | null,
  what: string,
): boolean {
  expectSame(ours, dead ? null : theirs, what)
  if (dead) expect(reason, what).toContain(String(Number(theirs!.toPrecision(4))).slice(0, 5))
  return dead
}

function compareQubits(ours: CalibrationSnapshot, theirs: Normalized): void {
  expect(ours.qubits.map(qubit => qubit.label)).toEqual(theirs.qubits.map(qubit => String(qubit.id)))
  for (const [at, qubit] of ours.qubits.entries()) {
    const given = theirs.qubits[at]!
    expect(qubit.index).toBe(given.index)
    const what = (name: string) => `${name} of ${qubit.label}`
    const reason = qubit.out_of_service
    const dead = [
      ...FIDELITIES.map(name =>
        expectJudged(qubit[name], given[name], given[name] !== null && given[name] <= 0.5, reason, what(name)),
      ),
      ...TIMES.map(name =>
        expectJudged(qubit[name], given[name], given[name] !== null && given[name] <= 0, reason, what(name)),
      ),
    ]
    for (const name of LENGTHS) expectSame(qubit[name], given[name], what(name))
    expect(reason !== null, what('out_of_service')).toBe(dead.includes(true))
  }
}

function compareEdges(ours: CalibrationSnapshot, theirs: Normalized): void {
  const label = new Map(ours.qubits.map(qubit => [qubit.index, qubit.label]))
  const key = (a: unknown, b: unknown, gate: string) => `${a} ${b} ${gate}`
  const records = new Map(ours.edges.map(edge => [key(label.get(edge.a), label.get(edge.b), edge.gate), edge]))
  expect(records.size).toBe(ours.edges.length)
  expect([...records.keys()].sort()).toEqual(theirs.edges.map(edge => key(edge.a, edge.b, edge.gate)).sort())
  for (const given of theirs.edges) {
    const edge = records.get(key(given.a, given.b, given.gate))!
    const dead = given.fidelity !== null && given.fidelity <= 0.5
    expectJudged(edge.fidelity, given.fidelity, dead, edge.out_of_service, `${given.gate} ${given.a}-${given.b}`)
    expectSame(edge.duration_ns, given.duration_ns, `length of ${given.gate} ${given.a}-${given.b}`)
    expect(edge.out_of_service !== null).toBe(dead)
    expect(edge.fidelity_of).toBe(theirs.vendor === 'Google' ? 'cycle' : undefined)
  }
}

/** Rule 2. */
function compareDate(ours: string | null, theirs: string | null): void {
  if (theirs === null) expect(ours).toBeNull()
  else expect(Math.abs(Date.parse(ours!) - Date.parse(theirs))).toBeLessThan(1)
}

const UNNAMED = /^(rigetti|iqm) device of \d+ qubits$/

describe.skipIf(SNAPSHOTS.length === 0)(
  'published calibrations (skipped where ../shared/calibration is not there)',
  () => {
    it('cover all twenty-six snapshots', () => expect(SNAPSHOTS).toHaveLength(26))

    it.each(SNAPSHOTS)('%s carries exactly the published figures', snapshot => {
      const { snapshot: ours } = importSnapshot(rawFiles(snapshot))
      const theirs = normalized(snapshot)
      expect(ours.vendor).toBe(theirs.vendor)
      if (!UNNAMED.test(ours.source_device)) expect(ours.source_device).toBe(theirs.device)
      compareDate(ours.calibrated_at, theirs.calibrated_at)
      compareQubits(ours, theirs)
      compareEdges(ours, theirs)
    })

    it.each(SNAPSHOTS)('%s reads the same with its files the other way round', snapshot => {
      const files = rawFiles(snapshot)
      expect(importSnapshot(files.toReversed(), { source: 'x' })).toEqual(importSnapshot(files, { source: 'x' }))
    })

    it('names the device wherever the file does', () => {
      const named = SNAPSHOTS.filter(
        snapshot => !UNNAMED.test(importSnapshot(rawFiles(snapshot)).snapshot.source_device),
      )
      expect(SNAPSHOTS.length - named.length).toBe(7)
    })
  },
)
