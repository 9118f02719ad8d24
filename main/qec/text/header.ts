/** Header of a text: the code, the sites, the bits, and what the language cannot express. */
import { GENERATORS } from '../code/five-qubit'
import { pauliString } from '../code/pauli'
import { experimentPlanes, type MemoryExperiment } from '../experiment/memory'
import { extraPlaneNames } from '../program/extra-planes'
import { localQubits } from '../program/noisy-ops'
import { planeLayout, planeNames } from '../schedule/plane-layout'
import { RING_CHECKS } from '../schedule/ring-state'
import { PREPARATION_ATTEMPTS } from '../spam/verified-preparation'

/** `about`: where the schedule and the noise come from. Lines without a comment sign. */
export function headOf(format: 'stim' | 'openqasm3', experiment: MemoryExperiment, about: readonly string[]): string[] {
  const { compiled, mode, state, rounds, protocol = 'adaptive' } = experiment
  // Detection mode knows no protocols.
  const passes = mode === 'correction' ? `mode correction, protocol ${protocol}` : `mode ${mode}`
  return [
    ...about,
    `[[5,1,3]] memory, generators ${GENERATORS.join(' ')}, left-most letter D0; ${passes}, state ${state}, rounds ${rounds}`,
    sites(experiment),
    `schedule ${compiled.schedule_hash}; round ${compiled.duration_ns} ns`,
    ...decisionLines(experiment),
    preparationLine(experiment),
    readoutLine(experiment),
    ...(isDecoupled(experiment) ? ['decoupling pulses stand in the windows where data qubits wait'] : []),
    ...(format === 'stim' ? stimLines(experiment) : qasmLines(experiment)),
  ]
}

/** Waits are noise in Stim; OpenQASM leaves them to the system that executes it. */
function decisionLines({ compiled, mode, protocol, closing }: MemoryExperiment): string[] {
  const { adaptive, decision } = compiled
  const fixed = mode === 'detection' || (protocol === 'cyclic-window' && closing === 'erasure')
  if (!decision || fixed) return []
  const { wait_ns, rest_ns } = decision
  const each = adaptive ? 'after each flagged extraction and ' : ''
  return [
    `decisions take ${wait_ns + rest_ns} ns: the data wait ${wait_ns} ns ${each}before a conditional extraction, beyond A's reset, and ` +
      `${rest_ns} ns more before they are read`,
  ]
}

function sites({ compiled }: MemoryExperiment): string {
  const { local } = localQubits(compiled)
  const { data, ancilla, flag, routing } = compiled.layout
  const site = (role: string, at: number) => `${role} = qubit ${local(at)} (site ${at})`
  return [
    ...data.map((at, i) => site(`D${i}`, at)),
    site('A', ancilla),
    site('F', flag),
    ...routing.map(at => site('routing', at)),
  ].join(', ')
}

const checkNames = (centres: readonly number[]): string => centres.map(i => pauliString(RING_CHECKS[i]!)).join(' ')

const attemptsOf = ({ attempts = PREPARATION_ATTEMPTS }: MemoryExperiment): number => attempts

const preparationLine = (experiment: MemoryExperiment): string =>
  experiment.preparation
    ? `preparation: verified, logical minus with the flagged checks ${checkNames(experiment.preparation.centres)}, at most ` +
      `${attemptsOf(experiment)} attempts, then one gate on every data qubit; round 0 is not run`
    : 'preparation: projective, product state and one flagged pass (round 0), whose outcomes are the reference'

const readoutLine = ({ readout, measurement }: MemoryExperiment): string =>
  measurement
    ? `readout: fault-tolerant, the logical operator turned to X, then the flagged checks ${checkNames(measurement.centres)}`
    : `readout: basis ${readout.basis}, outcome ${pauliString(readout.representative)}, check ${pauliString(readout.check)}`

const isDecoupled = ({ compiled, preparation, measurement }: MemoryExperiment): boolean =>
  [
    ...compiled.flagged,
    ...(preparation ? [preparation.segment] : []),
    ...(measurement ? [measurement.segment] : []),
  ].some(({ pulses = [] }) => pulses.length > 0)

/** Stim has no control flow: what is left out, and which detectors say that a shot would have needed it. */
function stimLines(experiment: MemoryExperiment): string[] {
  const left = leftOut(experiment)
  return [
    ...(left.length > 0
      ? [
          'Stim has no control flow: this is the path of a shot in which no condition is met. Left out, and when it would run:',
        ]
      : []),
    ...left.map(line => `- ${line}`),
    ...thrownAway(experiment, 'a detector fires'),
    `DETECTOR(k, kind, t): generator or check k; kind 0 outcome, 1 flag; t = 0 is the preparation, ${spanOf(experiment)} the ${experiment.rounds === 1 ? 'round' : 'rounds'}, ${experiment.rounds + 1} the readout`,
  ]
}

const spanOf = ({ rounds }: MemoryExperiment): string => (rounds === 1 ? '1' : `1..${rounds}`)

function leftOut(experiment: MemoryExperiment): string[] {
  const { mode, protocol = 'adaptive', closing = 'extraction', preparation, measurement, rounds } = experiment
  const correction = mode === 'correction'
  return [
    ...(preparation && attemptsOf(experiment) > 1
      ? [
          `further attempts of the preparation, when a detector of t = 0 fires. Keep the shots in which none does: attempts are independent, so they are like those that any attempt serves`,
        ]
      : []),
    ...(correction && protocol === 'adaptive'
      ? [
          `the unflagged repeat, in place of the rest of a round in which a detector of t = ${spanOf(experiment)} fires. Such shots are the device's up to that detector and no further`,
        ]
      : []),
    ...(correction && protocol === 'cyclic-window' && closing === 'extraction'
      ? [
          'the extraction that closes a window still open after the last pass. The passes themselves are those of every shot',
        ]
      : []),
    ...(correction && measurement
      ? [`the five unflagged checks of the readout, when a detector of t = ${rounds + 1} fires`]
      : []),
  ]
}

/** Lines on post-selection, as the text itself cannot discard shots. */
function thrownAway(experiment: MemoryExperiment, sign: string): string[] {
  const { mode, protocol = 'adaptive', closing = 'extraction' } = experiment
  if (mode === 'detection') return [`detection mode throws away the shots in which ${sign}`]
  return protocol === 'cyclic-window' && closing === 'erasure'
    ? ['shots whose window is still open after the last pass are thrown away (erasure)']
    : []
}

function qasmLines(experiment: MemoryExperiment): string[] {
  return [
    bitsLine(experiment),
    ...(experiment.preparation
      ? [
          `shots in which each of the ${attemptsOf(experiment)} attempts has a 1 among its six bits have no state and are thrown away`,
        ]
      : []),
    ...thrownAway(experiment, 'an outcome differs from the reference, a flag rises or a check fails'),
  ]
}

function bitsLine(experiment: MemoryExperiment): string {
  const { mode, rounds, protocol, closing } = experiment
  const layout = planeLayout(mode, { rounds, protocol, closing })
  const planes = experimentPlanes(layout, experiment)
  const names = planeNames(layout).map(name => name.replace(/^(round|final)\./, ''))
  const [each, rest] = [names.slice(0, layout.perRound), names.slice(layout.perRound)]
  return [
    `bits: c[${layout.perRound} r + n] is the n-th of ${each.join(' ')} in round r`,
    `from c[${(rounds + 1) * layout.perRound}] on ${rest.join(' ')}`,
    ...(planes.attempts > 0 ? [`from c[${planes.preparation}] on ${checkNamesOf(6)} of each attempt`] : []),
    ...(planes.measurement === null
      ? []
      : [`from c[${planes.measurement}] on ${checkNamesOf(planes.measurement_bits)} of the readout`]),
  ].join('; ')
}

/** Names of one attempt's or the readout's bits, as the record has them behind their prefix. */
const checkNamesOf = (count: 0 | 6 | 11): string =>
  extraPlaneNames({ attempts: 0, measurement_bits: count, measurement: 0, preparation: 0, total: count })
    .map(name => name.replace(/^.*\./, ''))
    .join(' ')
