/** A fault's replay as the frames of an animation: clean start, the injection itself, and the state after every operation. */
import { pairKey } from '../../../../main/contract/calibration/compound-cz'
import type { FaultAt, FaultReplay } from '../../../../main/contract/modules/faults'
import { nanoseconds } from '../format/quantity'

export type FaultReplayStep = FaultReplay['steps'][number]
export type SitePauli = FaultReplayStep['paulis'][number]

export interface ReplayFrame {
  readonly kind: 'start' | 'injection' | 'step'
  /** The operation just done; null at the start and at the injection. */
  readonly step: FaultReplayStep | null
  /** Sites to draw attention to: those of the operation, or of the fault. */
  readonly sites: readonly number[]
  readonly paulis: readonly SitePauli[]
  /** Measured bits flipped so far, and those among them that flipped just now. */
  readonly flipped: readonly string[]
  readonly fresh: readonly string[]
}

/** Paulis that a fault injects on its sites. A failed reset leaves an X; a wrong outcome leaves nothing. */
export function injectedPaulis({ kind, pauli, sites }: Pick<FaultAt, 'kind' | 'pauli' | 'sites'>): SitePauli[] {
  if (kind === 'measure') return []
  const letters = pauli === 'flip' ? 'X' : pauli
  return sites.flatMap((site, at) => {
    const letter = letters[at]
    return letter === 'X' || letter === 'Y' || letter === 'Z' ? [{ site, pauli: letter }] : []
  })
}

const START: ReplayFrame = { kind: 'start', step: null, sites: [], paulis: [], flipped: [], fresh: [] }

/** Two frames more than there are steps: the start, and the injection before the step that `strikes_before` names. */
export function replayFrames({ fault, steps, strikes_before }: FaultReplay): ReplayFrame[] {
  const injection = { ...START, kind: 'injection', sites: fault.sites, paulis: injectedPaulis(fault) } as const
  const after = steps.map((step, at): ReplayFrame => {
    const before = steps[at - 1]?.flipped ?? []
    const fresh = step.flipped.filter(bit => !before.includes(bit))
    return { kind: 'step', step, sites: step.sites, paulis: step.paulis, flipped: step.flipped, fresh }
  })
  return [START, ...after.slice(0, strikes_before), injection, ...after.slice(strikes_before)]
}

/** Position of the injection among the frames. */
export const injectionFrame = ({ strikes_before }: FaultReplay) => strikes_before + 1

const GATE_TEXT = { R: 'Reset', H: 'H', CZ: 'CZ', M: 'Measure' } as const

export const segmentText = (segment: 'flagged' | 'repeat' | 'input', index: number) => {
  if (segment === 'input') return 'input'
  return segment === 'repeat' ? 'repeat' : `g${index + 1}`
}

/** An operation on its sites: `CZ 4–5, swap 4-5 1/3`. */
export const operationText = ({ gate, sites, purpose }: Pick<FaultReplayStep, 'gate' | 'sites' | 'purpose'>) =>
  `${GATE_TEXT[gate]} ${sites.join('–')}, ${purpose}`

/** What a frame shows, for the caption and for screen readers. */
export function frameText(frame: ReplayFrame, fault: FaultAt): string {
  if (frame.kind === 'start') return 'Before the round: no error anywhere.'
  if (frame.kind === 'injection') return `The fault is injected: ${fault.text}.`
  const step = frame.step!
  const where = `${segmentText(step.segment, step.index)}${step.pass === undefined ? '' : `, pass ${step.pass + 1}`}`
  const flips = frame.fresh.length > 0 ? ` Flips ${frame.fresh.join(', ')}.` : ''
  return `${where}: ${operationText(step)}, at ${nanoseconds(step.start_ns)}.${flips}`
}

/** `X on 4 (A), Z on 7 (D2)`; `none` when the frame is clean. */
export const pauliText = (paulis: readonly SitePauli[], roleOf: (site: number) => string) =>
  paulis.map(({ site, pauli }) => `${pauli} on ${site}${roleOf(site) === '' ? '' : ` (${roleOf(site)})`}`).join(', ') ||
  'none'

/** How the shot ends, one line for each thing the decoder sees and does. */
export function endEntries(replay: FaultReplay): [string, string][] {
  const { trigger, flagged, syndrome, error, correction, remains } = replay
  const triggered = trigger === null ? 'none' : `at g${trigger + 1}, ${flagged ? 'flag raised' : 'flag not raised'}`
  return [
    ['Trigger', triggered],
    ...(replay.windows ?? []).map((window): [string, string] => [
      `Window of pass ${window.pass + 1}`,
      `trigger at g${window.trigger + 1}, ${window.flagged ? 'flag raised' : 'flag not raised'}, syndrome ${window.syndrome}, closed by ${window.closed_by === 'window' ? 'the slots that follow' : 'a closing extraction'}`,
    ]),
    ['Syndrome', syndrome ?? 'not measured: the repeat was not run'],
    ['Left on D0–D4', error],
    ['Correction', correction ?? 'none: the shot is discarded'],
    ['What remains', residualText(remains)],
  ]
}

function residualText(remains: FaultReplay['remains']): string {
  if (remains === null) return 'nothing to judge'
  return remains === 'I' ? 'I: the identity or a stabilizer, harmless' : `${remains}: a logical ${remains}, an error`
}

/** The coupling that the frame's gate uses; null for what acts on one site. */
export const activeCoupling = ({ sites }: Pick<ReplayFrame, 'sites'>) =>
  sites.length === 2 ? pairKey(sites[0]!, sites[1]!) : null
