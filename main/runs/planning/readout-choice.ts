/** The request with a readout, chosen by predicted error where it names none. */
import type { ReadoutChoice } from '../../contract/runs/readout-choice'
import type { Run } from '../../contract/runs/run'
import type { ModuleWithNoise } from '../../modules/model/module'
import type { Proofs } from '../../modules/rounds/proven-parts'
import { readoutChoice } from '../../modules/rounds/readout-choice'
import type { NormalizedRequest } from '../model/request'
import { underRunProtocol } from './parts'

interface Decided {
  readonly request: Run['request']
  readonly readout_choice: ReadoutChoice
}

export function withReadout(resolution: ModuleWithNoise, asked: NormalizedRequest, proofs?: Proofs): Decided {
  const readout_choice = readoutChoice(underRunProtocol(resolution, asked), asked, proofs)
  return { request: { ...asked, readout: readout_choice.chosen }, readout_choice }
}
