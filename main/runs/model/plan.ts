/** A run as planned, plain data that is stored before it starts: its parts, and the calibrated rates as functions. */
import { pairKey } from '../../contract/calibration/compound-cz'
import type { Feedforward } from '../../contract/calibration/feedforward'
import type { Warning } from '../../contract/model/primitives'
import type { ResolvedModule } from '../../contract/modules/candidates'
import type { ReadoutChoice } from '../../contract/runs/readout-choice'
import type { RunRecord } from '../../contract/runs/record'
import type { RunRequest } from '../../contract/runs/request'
import type { Run } from '../../contract/runs/run'
import type { CompiledRound } from '../../qec/model/round'
import type { FaultRates } from '../../qec/noise/rates'
import { idlePaulis } from '../../qec/noise/transform'
import type { DecoderTables } from '../../qec/proof/flag-table'
import type { CompiledMeasurement } from '../../qec/spam/measurement-circuit'
import type { CompiledPreparation } from '../../qec/spam/preparation-circuit'
import type { PreparationVerdict } from '../../qec/spam/verified-preparation'
import type { Rounding } from '../../sequencer/compile/grid'
import type { SequencerProfile } from '../../sequencer/profile/profile'
import { jsonBytes, parsed } from '../../worker/json'

/**
 * Settings of a run: its request once checked, with lists in order, a seed and the defaults of its device. Where the request names
 * no readout, planning chooses one.
 */
export type RunSettings = Omit<Run['request'], 'readout'> & Pick<RunRequest, 'readout'>

/** Settings that rounds and decoders depend on. */
export type ProtocolSettings = Pick<RunSettings, 'mode' | 'protocol' | 'closing'>

/** Settings that choose the parts of a run. */
export type PartSettings = ProtocolSettings & Pick<RunSettings, 'preparation' | 'attempts' | 'readout' | 'dd'>

export const PLAIN: PartSettings = {
  mode: 'correction',
  protocol: 'adaptive',
  preparation: 'projective',
  readout: 'checked',
  dd: false,
}

export interface PlannedPreparation {
  readonly compiled: CompiledPreparation
  readonly verdict: Pick<PreparationVerdict, 'cases' | 'failures'>
  /** Maximum attempts of the preparation. */
  readonly attempts: number
}

export interface PlannedDecoupling {
  readonly effect: NonNullable<RunRecord['dd']>
  /** Whether any window holds the sequence. */
  readonly applied: boolean
  readonly warning: Warning | null
}

/** The circuits of a run by its settings. */
export interface RunParts {
  readonly compiled: CompiledRound
  readonly preparation?: PlannedPreparation
  readonly measurement?: CompiledMeasurement
  readonly decoupling?: PlannedDecoupling
}

/** Fault probabilities of one qubit; times in nanoseconds. */
export interface SiteRates {
  readonly single: number
  readonly readout: number
  readonly reset: number
  readonly t1: number
  readonly t2: number
  /** T2 between decoupling pulses (null where unknown), and the length of a pulse; absent in runs without decoupling. */
  readonly t2_refocused?: number | null
  readonly pulse_ns?: number
}

/** A physical qubit of the module, and whether a baseline runs on it. */
export interface BaselineQubit {
  readonly qubit: number
  readonly role: string
  /** Why the qubit has no baseline; null where it has one. */
  readonly skipped: string | null
}

/** Lengths on the sequencer's grid, as selection, schedule, baseline and programs have them. */
export interface PlannedDevice {
  readonly profile: SequencerProfile
  readonly single_ns: Record<number, number>
  readonly readout_ns: Record<number, number>
  readonly reset_ns: Record<number, number>
  readonly cz_ns: Record<string, number>
  readonly feedforward_ns: number | null
  /** Lengths that the grid changed. */
  readonly rounded: readonly Rounding[]
}

export interface RunPlan extends RunParts {
  readonly format: 'pentad-plan/1'
  readonly module: ResolvedModule
  /** Whether the protocol's decoder undoes every single fault of the round; absent where it is the module's own verdict. */
  readonly ft_preserved?: boolean
  readonly tables: DecoderTables
  readonly noise_model_version: string
  readonly rates: { readonly sites: Record<number, SiteRates>; readonly cz: Record<string, number> }
  readonly qubits: readonly BaselineQubit[]
  readonly reset_method: string
  /** As the device profile says it; absent in plans of earlier versions, in which decisions took no time. */
  readonly feedforward?: Feedforward
  /** Predictions for both readouts before the run; absent in plans of earlier versions. */
  readonly readout_choice?: ReadoutChoice
  /** For a run on a device: the target that its programs are compiled for. Absent where the run is simulated. */
  readonly device?: PlannedDevice
  readonly reset_fidelity: readonly { readonly qubit: number; readonly value: number; readonly assumed: boolean }[]
}

/** A run as it is planned: its plan, and its settings with a readout chosen. */
export interface PlannedRun {
  readonly plan: RunPlan
  readonly settings: RunSettings
}

const known = new WeakMap<RunPlan['rates'], FaultRates>()

function functionsOf(rates: RunPlan['rates']): FaultRates {
  const site = (index: number): SiteRates => {
    const found = rates.sites[index]
    if (!found) throw new Error(`the plan has no figures for qubit ${index}`)
    return found
  }
  return {
    cz: (a, b) => {
      const p = rates.cz[pairKey(a, b)]
      if (p === undefined) throw new Error(`the plan has no figures for the edge ${pairKey(a, b)}`)
      return p
    },
    single: index => site(index).single,
    readout: index => site(index).readout,
    reset: index => site(index).reset,
    idle: (index, duration, refocused) => {
      const { t1, t2, t2_refocused } = site(index)
      return idlePaulis(duration, t1, (refocused ? t2_refocused : null) ?? t2)
    },
  }
}

/** The stored figures as the functions the programs are built from; the same ones each time, so that others can remember by them. */
export function ratesOf({ rates }: Pick<RunPlan, 'rates'>): FaultRates {
  const found = known.get(rates) ?? functionsOf(rates)
  known.set(rates, found)
  return found
}

export const encodePlan = (plan: RunPlan): Uint8Array => jsonBytes(plan)
export const decodePlan = (bytes: Uint8Array): RunPlan => parsed(bytes)
