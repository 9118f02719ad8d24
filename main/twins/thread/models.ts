/** Which twin stands behind a driver. */
import { createLakeShoreTwin } from '../cryostat/lake-shore'
import { createLakeShore372Twin } from '../cryostat/lake-shore-372'
import { createTpg366Twin } from '../cryostat/tpg366'
import { createAttenuatorTwin } from '../microwave/attenuator'
import { createSwitchTwin } from '../microwave/switch-matrix'
import { createSynthHdTwin } from '../microwave/synth-hd'
import { createVaunixLdaTwin } from '../microwave/vaunix-lda'
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import type { MisbehavingTwin } from '../model/set-guard'
import { createOneRngTwin, createTrueRngTwin } from '../random/true-rng'
import { calibratedNoise } from '../sequencer/chip/device-noise'
import type { TwinEngines } from '../sequencer/chip/play-program'
import { createSequencerTwin } from '../sequencer/sequencer-twin'
import { createDc205Twin } from '../sources/dc205'
import { createQdac2Twin } from '../sources/qdac2'
import { createSim900Twin } from '../sources/sim900'
import { createSpiRackTwin } from '../sources/spi-rack'
import type { TwinCalibration, TwinDescription } from './messages'

interface ModelOptions extends TwinOptions {
  readonly twin: TwinDescription
  readonly calibration: TwinCalibration | null
  /** Loaded when they are first asked for. */
  readonly engines: () => TwinEngines
}

export interface HostedTwin extends ByteTwin, Partial<MisbehavingTwin> {
  setCalibration?(calibration: TwinCalibration): void
}

interface TwinModel {
  /** It computes for seconds, so that it has a thread of its own. */
  readonly is_heavy: boolean
  create(options: ModelOptions): HostedTwin
}

const light = (create: (options: ModelOptions) => HostedTwin): TwinModel => ({ is_heavy: false, create })

function createSequencer({ twin, calibration, engines, ...options }: ModelOptions): HostedTwin {
  if (!twin.rack || !calibration) throw new Error(`The sequencer twin ${twin.name} needs a rack and a calibration`)
  const noise = ({ profile, snapshot }: TwinCalibration) => calibratedNoise(profile, snapshot)
  const sequencer = createSequencerTwin({
    ...options,
    ...twin.rack,
    noise: noise(calibration),
    engines: engines(),
    qubits: calibration.profile.qubits.map(({ index }) => index),
  })
  return { ...sequencer, setCalibration: next => sequencer.setNoise(noise(next)) }
}

/** By driver id. */
export const TWIN_MODELS: Readonly<Record<string, TwinModel>> = {
  'pentad-sequencer': { is_heavy: true, create: createSequencer },
  'minicircuits-spdt': light(createSwitchTwin),
  'minicircuits-attenuator': light(createAttenuatorTwin),
  'vaunix-lda': light(createVaunixLdaTwin),
  'windfreak-synthhd': light(createSynthHdTwin),
  'qdevil-qdac2': light(createQdac2Twin),
  'srs-dc205': light(createDc205Twin),
  'srs-sim928': light(({ twin, ...options }) => createSim900Twin({ ...options, slot: twin.options?.slot ?? 4 })),
  'lakeshore-336': light(createLakeShoreTwin),
  'lakeshore-372': light(createLakeShore372Twin),
  'pfeiffer-tpg36x': light(createTpg366Twin),
  'qutech-spi-rack': light(({ twin, ...options }) =>
    createSpiRackTwin({
      ...options,
      d5aModule: twin.options?.d5a_module ?? 2,
      s4gModule: twin.options?.s4g_module ?? 5,
    }),
  ),
  'moonbase-onerng': light(createOneRngTwin),
  'ubldit-truerng': light(createTrueRngTwin),
}
