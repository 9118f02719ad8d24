/** A made-up schedule, report and replays on the sample module; they agree with each other but nothing is computed. */
import { type FaultReplay, FaultsReport, FaultReplay as Replay } from '../../../main/contract/modules/faults'
import { RoundSchedule } from '../../../main/contract/modules/schedule'
import { sampleModule } from './modules'

const { D0, D3 } = sampleModule().data_qubits
const A = sampleModule().syndrome_ancilla
const OP = { gate: 'CZ', sites: [A, D3], purpose: 'couple D3', duration_ns: 70, bit: null } as const

/** Each flagged segment resets A, couples D3 and measures; D0 waits meanwhile. The repeat couples once. */
export function sampleSchedule(): RoundSchedule {
  const length = 1_000
  const flagged = [0, 1, 2, 3].map(index => {
    const start_ns = index * length
    return {
      segment: 'flagged' as const,
      index,
      start_ns,
      duration_ns: length,
      ops: [
        { gate: 'R' as const, sites: [A], purpose: 'reset A', start_ns, duration_ns: 300, bit: null },
        { ...OP, sites: [...OP.sites], start_ns: start_ns + 300 },
        {
          gate: 'M' as const,
          sites: [A],
          purpose: 'measure A',
          start_ns: start_ns + 400,
          duration_ns: 600,
          bit: `a${index}`,
        },
      ],
      idles: [{ site: D0, start_ns, duration_ns: length }],
    }
  })
  const repeat = {
    segment: 'repeat' as const,
    index: 0,
    start_ns: 0,
    duration_ns: 500,
    ops: [{ ...OP, sites: [...OP.sites], start_ns: 0 }],
    idles: [],
  }
  return RoundSchedule.parse({
    logical_qubit: 'lq-a00',
    calibration_id: 'cal-2',
    schedule_hash: 'c0ffee0123456789',
    duration_ns: 4 * length,
    segments: [...flagged, repeat],
  })
}

/** X on D3 after the coupling of D3 in the segment of g1: it flips the bit of g1, and the repeat reads its syndrome. */
export function sampleReplay(change: Partial<FaultReplay> = {}): FaultReplay {
  const steps = sampleSchedule()
    .segments.slice(0, 1)
    .flatMap(segment =>
      segment.ops.map((op, at) => ({
        ...op,
        segment: segment.segment,
        index: segment.index,
        op: at,
        paulis: at >= 2 ? [{ site: D3, pauli: 'X' as const }] : [],
        flipped: at >= 2 ? ['a0'] : [],
      })),
    )
  return Replay.parse({
    protocol: 'adaptive',
    fault: {
      segment: 'flagged',
      index: 0,
      op: 1,
      kind: 'gate',
      pauli: 'IX',
      sites: [A, D3],
      text: `X on D3 (site ${D3}) after "couple D3"`,
    },
    steps,
    strikes_before: 2,
    trigger: 0,
    flagged: false,
    syndrome: '0110',
    error: 'IIIXI',
    correction: 'IIIXI',
    remains: 'I',
    fails: false,
    why: 'The repeat reads 0110; the decoder applies IIIXI.',
    ...change,
  })
}

/** A report in which faults fail, with one as the counterexample, where `preserved` is false. */
export function sampleFaults(protocol: FaultReplay['protocol'], preserved: boolean): FaultsReport {
  const counterexample = sampleReplay({ protocol, fails: true, remains: 'X', why: 'A logical X remains.' })
  return FaultsReport.parse({
    logical_qubit: 'lq-a00',
    calibration_id: 'cal-2',
    schedule_hash: 'c0ffee0123456789',
    protocol,
    decoder: 'flag-lut/1',
    ft_preserved: preserved,
    cases: 487,
    failures: preserved ? 0 : 130,
    by_kind: [
      { kind: 'gate', cases: 472, failures: preserved ? 0 : 130 },
      { kind: 'input', cases: 15, failures: 0 },
    ],
    failing: preserved ? [] : [{ fault: counterexample.fault, effect: 'A logical X remains.' }],
    counterexample: preserved ? null : counterexample,
    tables: [{ generator: 1, syndrome: '0110', candidates: [{ error: 'IXZII', remains: 'Z', faults: 12 }] }],
  })
}
