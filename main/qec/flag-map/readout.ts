/** Weights of the readout for the logical operator: `flag-map` combines them with its posterior of the residual error. */
import { ALL_SYNDROMES, generatorMask } from '../code/five-qubit'
import { type Readout, supportMask } from '../code/logical-readout'
import { IDENTITY, multiply, parity } from '../code/pauli'
import type { Pauli5 } from '../model/fault'
import type { FaultRates } from '../noise/rates'
import { type FrameFault, frameFaults } from '../program/frame-faults'
import { localQubits } from '../program/noisy-ops'
import { dataPlane, type PlaneLayout } from '../schedule/plane-layout'
import { type MeasurementSetup, measurementStages, referenceFlips, referenceMasks } from '../spam/measurement-ops'
import { CHECK_OUTCOMES, VALUE_MASK, visibleBits } from '../spam/measurement-table'
import { upToTwoFaults } from './fault-paths'

/** Plain numbers, for the decoder in TypeScript and the native one alike. */
export interface ReadoutTables {
  /** Planes [first, first + count) are read. */
  readonly first: number
  readonly count: number
  /** For each bit of the symbol: masks of the planes from `first` on, then of the generators' references, whose parity is the bit. */
  readonly bits: Int32Array
  /** The bits from the seventh on count only where the first six, as the circuit reads them, set them off: `conditionalSymbol`. */
  readonly conditional: boolean
  /** By symbol, the outcome if nothing is known about the residual error. */
  readonly base: Uint8Array
  /** By symbol, [symbol × 16 + syndrome of the residual]: weight of the base outcome less that of the other one. */
  readonly rows: Float64Array
}

/** Where the repeat was run all eleven bits count, elsewhere the first six. */
export const conditionalSymbol = (pattern: number, repeated: boolean): number =>
  repeated ? 64 + pattern : pattern & 63

interface ReadoutSettings {
  readonly layout: PlaneLayout
  readonly readout: Readout
  /** The logical Pauli whose eigenstate was prepared. */
  readonly logical: Pauli5
  /** How often each of D0..D4 is read wrong. */
  readonly flips: readonly number[]
}

/** The destructive product measurement: symbols are the check (bit 0) and the outcome (bit 1). */
export function checkedTables({
  layout,
  readout: { representative, check },
  logical,
  flips,
}: ReadoutSettings): ReadoutTables {
  const turns = generatorMask(multiply(representative, logical))
  const row = endOf({ representative, check }, turns, flips)
  return {
    first: dataPlane(layout, 0),
    count: 5,
    bits: Int32Array.of(supportMask(check), generatorMask(check), supportMask(representative), turns),
    conditional: false,
    base: Uint8Array.of(0, 0, 1, 1),
    rows: Float64Array.from([0, 1, 0, 1].flatMap(failed => ALL_SYNDROMES.map(syndrome => row(failed, syndrome)))),
  }
}

/**
 * Weight of a residual syndrome when the check came out as `failed`: likelihood of the readout flips that explain it, those
 * that leave the outcome minus those that flip it.
 */
function endOf(
  { representative, check }: Pick<Readout, 'representative' | 'check'>,
  turns: number,
  flips: readonly number[],
) {
  const spared = (mask: number) => flips.reduce((left, flip, q) => ((mask >> q) & 1 ? left * (1 - 2 * flip) : left), 1)
  const [outcome, checked] = [supportMask(representative), supportMask(check)]
  const [alone, both] = [spared(outcome), spared(outcome ^ checked)]
  const checks = generatorMask(check)
  return (failed: number, syndrome: number): number => {
    const flipped = failed ^ parity(syndrome & checks)
    const weight = (alone + (flipped === 1 ? -both : both)) / 2
    return parity(syndrome & turns) === 1 ? -weight : weight
  }
}

const PATTERNS = 2048

/** The fault-tolerant logical measurement: up to two faults in it, the repeat included where it was run. */
export function measuredTables(measured: MeasurementSetup, rates: FaultRates): ReadoutTables {
  const { measurement, planes } = measured
  const masks = referenceMasks(measured)
  const flips = referenceFlips(masks)
  const weights = weightsOf(measured, rates)
  const symbols = [
    ...Array.from({ length: 64 }, (_, pattern) => ({ pattern, other: CHECK_OUTCOMES, likely: weights.checks })),
    ...Array.from({ length: PATTERNS }, (_, pattern) => ({ pattern, other: VALUE_MASK, likely: weights.repeated })),
  ]
  const base = symbols.map(({ pattern }) => measurement.table[visibleBits(pattern)]!)
  const rows = symbols.flatMap(({ pattern, other, likely }, symbol) =>
    flips.map(flipped => {
      const at = (pattern ^ flipped) & (symbol < 64 ? 63 : PATTERNS - 1)
      return (base[symbol] === 1 ? -1 : 1) * (likely[at]! - likely[at ^ other]!)
    }),
  )
  return {
    first: planes.measurement!,
    count: planes.measurement_bits,
    bits: Int32Array.from(masks.flatMap((mask, i) => [1 << i, mask])),
    conditional: true,
    base: Uint8Array.from(base),
    rows: Float64Array.from(rows),
  }
}

/** Likelihood of every pattern of flips, of the three checks alone and with the repeat. */
function weightsOf(measured: MeasurementSetup, rates: FaultRates) {
  const { qubits, local } = localQubits(measured.measurement)
  const { checks, repeat } = measurementStages(measured, local, rates)
  const bits = Array.from({ length: measured.planes.measurement_bits }, (_, i) => measured.planes.measurement! + i)
  return {
    checks: likelihoods(frameFaults({ ops: checks, qubits, bits })),
    repeated: likelihoods(frameFaults({ ops: [...checks, ...repeat], qubits, bits })),
  }
}

function likelihoods(faults: readonly FrameFault[]): Float64Array {
  const locations = new Map<number, FrameFault[]>()
  for (const fault of faults) locations.set(fault.op, [...(locations.get(fault.op) ?? []), fault])
  const byLocation = [...locations.values()].map(location =>
    location.map(({ effect, probability }) => ({ effect: effect.flips, error: IDENTITY, chance: probability })),
  )
  return upToTwoFaults(byLocation, IDENTITY)
}
