/** How long the link to a sequencer is busy with a run: programs go up, bins and marks come down. */

import { sum } from '../../contract/numbers/sums'
import { IQ_BYTES } from '../../sequencer/bins/iq'
import { batchesOf, MARK_BYTES, shotsPerBatch } from '../../sequencer/profile/estimate'
import type { SequencerProfile } from '../../sequencer/profile/profile'
import { canonicalText } from '../../sequencer/program/text'
import type { CompiledCircuit } from '../model/measured'
import type { PlannedDevice, RunPlan, RunSettings } from '../model/plan'
import { measuredRounds, pilotShots } from '../planning/circuits'
import { ASSIGNMENT_SHOTS } from './measure'
import { assignmentProgram, encodedProgram, waitingOf, waitingProgram } from './programs'

/** Seconds beside those that the device measures; lost shots and the baselines at wall times, known only afterwards, are left out. */
export function linkSeconds(plan: RunPlan, settings: RunSettings, { profile }: Pick<PlannedDevice, 'profile'>): number {
  const { states, shots, rounds } = settings
  const state = states[0]!
  const assignment = assignmentProgram(plan, 0)
  const points = profile.iq === 'points' ? IQ_BYTES * ASSIGNMENT_SHOTS * assignment.program.slots : 0
  let bytes = 2 * (transferred(assignment, ASSIGNMENT_SHOTS, profile) + points)
  for (const count of measuredRounds(rounds)) {
    // Programs of other states differ in a few pulses.
    const of_state = [transferred(encodedProgram(plan, settings, { state, rounds: count }), shots, profile)]
    if (waitingOf(plan).length > 0) {
      const waiting = waitingProgram(plan, { circuit: { kind: 'baseline', state, rounds: count } })
      of_state.push(transferred(waiting, shots, profile), transferred(waiting, pilotShots(shots), profile))
    }
    bytes += states.length * sum(of_state)
  }
  return bytes / profile.link_bytes_per_s
}

/** Bytes of all batches: another program had the sequencer before each of them. */
function transferred({ program }: CompiledCircuit, shots: number, profile: SequencerProfile): number {
  const batches = batchesOf(shots, Math.max(1, shotsPerBatch(program, profile)))
  const up = batches.length * canonicalText(program).length
  const marked = batches.reduce((sum, each) => sum + Math.min(each, profile.marked_shots), 0)
  const marks = profile.timestamps === 'marks' ? 2 * program.rounds * MARK_BYTES * marked : 0
  return up + shots * program.slots * profile.bytes_per_bin + marks
}
