/** The modules of the devices that are shipped, on the sequencer that is shipped. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DeviceProfile } from '../../../../main/contract/calibration/device-profile'
import { CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import { contextFor, newMemory } from '../../../../main/modules/resolution/resolve'
import { LOGICAL_OF, readoutFor } from '../../../../main/qec/code/logical-readout'
import { noiseModel } from '../../../../main/qec/noise/transform'
import { usableGraph } from '../../../../main/qec/noise/vetoes'
import { decoupledRound } from '../../../../main/qec/schedule/decoupling'
import { selectModule } from '../../../../main/qec/search/enumerate/select'
import { griddedDurations } from '../../../../main/sequencer/compile/grid'
import { compileReferenced } from '../../../../main/sequencer/compile/memory'
import { checkProfile } from '../../../../main/sequencer/host/measure-program'
import { canonicalText, checkProgram } from '../../../../main/sequencer/program/text'
import { calibratedNoise } from '../../../../main/twins/sequencer/chip/device-noise'
import { noisyBlocks, simulatedQubits } from '../../../../main/twins/sequencer/chip/noisy-steps'
import { readProgram } from '../../../../main/twins/sequencer/chip/received-program'
import { referenceOutcomes } from '../../../../main/twins/sequencer/chip/reference-outcomes'
import { checkFeedback } from '../../../../main/twins/sequencer/feedback'
import { noCheckpoint } from '../../qec/devices'
import { DEMO, tableau } from '../../twins/sequencer/rig'

const FOLDER = join(import.meta.dirname, '../../../../resources/devices')
const read = (path: string): unknown => JSON.parse(readFileSync(join(FOLDER, path), 'utf8'))

/** The first chiplet that has a module. */
function moduleOf(device: string) {
  const profile = DeviceProfile.parse(read(`${device}.json`))
  const latest = readdirSync(join(FOLDER, device)).at(-1)!
  const snapshot = CalibrationSnapshot.parse(read(`${device}/${latest}`))
  const durations = griddedDurations(noiseModel(profile, snapshot), DEMO.grid_ns)
  for (const chiplet of profile.chiplets) {
    const { graph } = usableGraph(profile, snapshot, chiplet)
    const { best } = selectModule(graph, {
      noise: durations,
      selecting: contextFor(newMemory(), 'adaptive'),
      checkpoint: noCheckpoint,
    })
    if (best) return { profile, snapshot, durations, compiled: best }
  }
  throw new Error(`${device} has no module`)
}

describe.each(['dev-a', 'dev-b', 'dev-c'])('the first module of %s', device => {
  const { profile, snapshot, durations, compiled } = moduleOf(device)
  const target = { grid_ns: DEMO.grid_ns, durations, reset_method: profile.reset_method, max_wait_ns: DEMO.max_wait_ns }

  it.each([null, 'xy4'] as const)(
    'is one that the sequencer holds, its twin takes and frames can sample, decoupling %s',
    sequence => {
      const round = sequence ? decoupledRound(compiled, sequence, durations) : compiled
      const memory = {
        compiled: round,
        mode: 'correction',
        state: 'i',
        rounds: 10,
        readout: readoutFor(LOGICAL_OF.i.logical),
      } as const
      const options = { shots: 100, sequence, target: { ...target, calibration_id: snapshot.calibration_id } }
      const { program, reference } = compileReferenced(memory, options, tableau)
      expect(() => checkProgram(program)).not.toThrow()
      expect(() => checkProfile(program, DEMO)).not.toThrow()
      const received = readProgram(canonicalText(program), { ...DEMO, readoutLine: name => Number(name.slice(7)) })
      expect(() => checkFeedback(received)).not.toThrow()
      const blocks = noisyBlocks(received, calibratedNoise(profile, snapshot))
      expect(referenceOutcomes(received, blocks, simulatedQubits(received).size)).toEqual(reference)
    },
  )
})
