/** A sequencer twin behind a link made of its bytes, and experiments on a synthetic star to play on it. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { CardinalState, RunMode } from '../../../../main/contract/model/protocols'
import { LOGICAL_OF, readoutFor } from '../../../../main/qec/code/logical-readout'
import type { CompiledRound } from '../../../../main/qec/model/round'
import { calibratedRates, type FaultRates } from '../../../../main/qec/noise/rates'
import type { DecayModel } from '../../../../main/qec/noise/transform'
import { noiseModel } from '../../../../main/qec/noise/transform'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { decoupledRound } from '../../../../main/qec/schedule/decoupling'
import type { RunProtocol } from '../../../../main/qec/schedule/plane-layout'
import { swapCost } from '../../../../main/qec/schedule/route'
import { provenMeasurement } from '../../../../main/qec/spam/measurement-circuit'
import { provenPreparation } from '../../../../main/qec/spam/verified-preparation'
import { griddedDurations } from '../../../../main/sequencer/compile/grid'
import { compileReferenced, type ReferencedProgram } from '../../../../main/sequencer/compile/memory'
import type { Memory } from '../../../../main/sequencer/compile/memory-blocks'
import type { CompileTarget } from '../../../../main/sequencer/compile/target'
import type { SequencerLink } from '../../../../main/sequencer/host/sequencer'
import { SequencerProfile } from '../../../../main/sequencer/profile/profile'
import { loadEngines } from '../../../../main/simulation/engines'
import { PlainTableau } from '../../../../main/simulation/stabilizer/tableau'
import { type ByteTwin, systemClock } from '../../../../main/twins/model/byte-twin'
import { calibratedNoise, type DeviceNoise } from '../../../../main/twins/sequencer/chip/device-noise'
import { createSequencerTwin, type SequencerTwin } from '../../../../main/twins/sequencer/sequencer-twin'
import type { SequencerTwinOptions } from '../../../../main/twins/sequencer/twin-sequencer'
import { type Figures, syntheticDevice } from '../../qec/devices'
import { STAR } from '../../qec/fixtures/graphs'
import { planRound } from '../../qec/fixtures/planned-rounds'
import { STAR_LAYOUT } from '../../qec/fixtures/rounds'

export const DEMO = SequencerProfile.parse(JSON.parse(readFileSync('resources/sequencers/demo.json', 'utf8')))
export const ADDRESS = { slot: 2, sequencer: 0 }
export const engines = loadEngines()
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
export const clock = {
  now_ms: () => Date.now(),
  wait: async (ms: number) => {
    await setTimeout(ms)
  },
}

/** The twin's bytes as a link: one question at a time, answered in order. */
export function linkTo(twin: ByteTwin, cut: (bytes: Uint8Array) => Uint8Array[] = bytes => [bytes]): SequencerLink {
  let received = new Uint8Array(0)
  let wake: () => void = () => undefined
  twin.onSend(bytes => {
    const joined = new Uint8Array(received.length + bytes.length)
    joined.set(received)
    joined.set(bytes, received.length)
    received = joined
    wake()
  })
  const send = (bytes: Uint8Array) => {
    for (const piece of cut(bytes)) twin.receive(piece)
  }
  const more = () =>
    new Promise<void>((resolve, reject) => {
      wake = resolve
      setTimeout(60_000, undefined, { ref: false }).then(() => reject(new Error('no answer')))
    })
  const take = async (length: () => number | null): Promise<Uint8Array> => {
    for (let need = length(); ; need = length()) {
      if (need !== null && received.length >= need) {
        const taken = received.slice(0, need)
        received = received.slice(need)
        return taken
      }
      await more()
    }
  }
  const line = () => (received.indexOf(10) === -1 ? null : received.indexOf(10) + 1)
  const block = () => {
    const digits = (received[1] ?? 0) - 48
    if (received.length < 2 + digits || received.length < 2) return null
    return 3 + digits + Number(Buffer.from(received.slice(2, 2 + digits)).toString())
  }
  return {
    command: async text => send(Buffer.from(`${text}\n`)),
    query: async text => {
      send(Buffer.from(`${text}\n`))
      return Buffer.from(await take(line))
        .toString()
        .trimEnd()
    },
    upload: async (text, bytes) => {
      const length = String(bytes.length)
      send(Buffer.concat([Buffer.from(`${text} #${length.length}${length}`), bytes, Buffer.from('\n')]))
    },
    queryBlock: async text => {
      send(Buffer.from(`${text}\n`))
      const whole = await take(block)
      return whole.slice(2 + whole[1]! - 48, -1)
    },
  }
}

const STAR_COUPLINGS = STAR.edges.map(([a, b]): [number, number] => [a, b])

/** Errors of a device of today, and waits that matter. */
const FIGURES: Figures = {
  qubit: () => ({ t1_us: 40, t2_us: 30, fidelity_1q: 0.999, readout_fidelity: 0.985 }),
  edge: () => ({ fidelity: 0.992 }),
}

export const device = syntheticDevice(7, STAR_COUPLINGS, FIGURES)
const model = noiseModel(device.profile, device.snapshot)
export const durations = griddedDurations(model, DEMO.grid_ns)
export const rates: FaultRates = calibratedRates(model)
export const noise: DeviceNoise = calibratedNoise(device.profile, device.snapshot)
const plan = planRound(STAR, STAR_LAYOUT, swapCost)!
export const adaptiveRound = compileRound(plan, durations)
const fixedRound = compileRound(plan, durations, 'fixed')
const proven = () => ({
  preparation: provenPreparation(STAR, { layout: STAR_LAYOUT, cost: swapCost, durations })!.preparation,
  measurement: provenMeasurement(STAR, STAR_LAYOUT, { cost: swapCost, durations })!,
})
let parts: ReturnType<typeof proven> | null = null

export const target: CompileTarget = {
  grid_ns: DEMO.grid_ns,
  durations,
  reset_method: device.profile.reset_method,
  calibration_id: device.snapshot.calibration_id,
  max_wait_ns: DEMO.max_wait_ns,
}

export interface Wish {
  readonly mode?: RunMode
  readonly protocol?: RunProtocol
  readonly state?: CardinalState
  readonly rounds?: number
  readonly proven?: boolean
  readonly dd?: 'x2' | 'xy4'
}

/** An experiment on the star; with `rates` it is one of the sampler as well. */
export function memoryOf({
  mode = 'correction',
  protocol = 'adaptive',
  state = '0',
  rounds = 2,
  ...wish
}: Wish): Memory {
  const adaptive = mode === 'correction' && protocol === 'adaptive'
  const plain: CompiledRound = adaptive ? adaptiveRound : fixedRound
  const compiled = wish.dd ? decoupledRound(plain, wish.dd, durations) : plain
  if (wish.proven) parts ??= proven()
  const { logical } = LOGICAL_OF[state]
  return {
    compiled,
    mode,
    protocol,
    state,
    rounds,
    readout: readoutFor(logical),
    ...(wish.proven ? { ...parts!, attempts: 2 } : {}),
  }
}

export const tableau = (qubits: number) => new PlainTableau(qubits, { bit: () => 0, uniform: () => 0 })

export const compiledOf = (wish: Wish, shots = 100): ReferencedProgram =>
  compileReferenced(memoryOf(wish), { shots, target, sequence: wish.dd ?? null }, tableau)

export const twinOf = (decay: DecayModel = 'twirled', changed: Partial<SequencerTwinOptions> = {}): SequencerTwin =>
  createSequencerTwin({
    seed: 1,
    serialNumber: 'T-0001',
    clock: systemClock,
    ...ADDRESS,
    limits: DEMO,
    noise,
    decay,
    engines,
    qubits: device.profile.qubits.map(({ index }) => index),
    ...changed,
  })
