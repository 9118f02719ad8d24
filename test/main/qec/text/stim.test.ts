/** Stim judges the exported circuits and, on them, the frame sampler. Runs where PENTAD_PYTHON names a python3 with stim. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LOGICAL_OF, readoutFor } from '../../../../main/qec/code/logical-readout'
import { preparedShots } from '../../../../main/qec/decoding/prepared-shots'
import { experimentPlanes, type MemoryExperiment, memoryProgram } from '../../../../main/qec/experiment/memory'
import { type BitPlanes, bitAt } from '../../../../main/qec/program/frame'
import { planeLayout } from '../../../../main/qec/schedule/plane-layout'
import { annotationsOf } from '../../../../main/qec/text/detectors'
import { roundsText, type TextExperiment } from '../../../../main/qec/text/experiment'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import { findAddon, freshSeed, nativeWith } from '../../simulation/engine-fixtures'
import { experiment, measurement, preparation, pulsed, rates } from './experiments'

const python = process.env.PENTAD_PYTHON ?? null
const found = python !== null && spawnSync(python, ['-c', 'import stim, numpy']).status === 0
if (!found)
  console.log(
    python === null
      ? 'Stim did not judge the exported circuits: set PENTAD_PYTHON to a python3 with stim and numpy'
      : `Stim did not judge the exported circuits: ${python} cannot import stim and numpy`,
  )

interface Judgement {
  readonly noiseless_flips: number
  readonly shots: number
  readonly kept: number
  readonly together: readonly (readonly number[])[]
}

const addon = found ? findAddon() : null
const SHOTS = addon ? 200_000 : 5_000

function judged(given: TextExperiment): Judgement {
  const job = {
    text: roundsText('stim', given),
    noiseless: roundsText('stim', { ...given, rates: null }),
    attempts: given.preparation ? 1 : 0,
    shots: SHOTS,
  }
  const { stdout, stderr, status } = spawnSync(python!, [join(import.meta.dirname, 'stim_judge.py')], {
    input: JSON.stringify(job),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Judgement
}

/** The same figures of our own samples, counted shot by shot. */
function counted(planes: BitPlanes, given: MemoryExperiment): Omit<Judgement, 'noiseless_flips'> {
  const { detectors, observable } = annotationsOf(given)
  const rows = [...detectors.map(({ bits }) => bits), observable]
  const layout = planeLayout(given.mode, { rounds: given.rounds, protocol: given.protocol, closing: given.closing })
  const { served } = preparedShots(planes, experimentPlanes(layout, given))
  const together = rows.map(() => rows.map(() => 0))
  let kept = 0
  for (let shot = 0; shot < planes.shots; shot++) {
    if (((served[shot >> 3]! >> (shot & 7)) & 1) === 0) continue
    kept++
    const flipped = rows.flatMap((bits, i) =>
      bits.reduce<number>((sum, bit) => sum ^ bitAt(planes, bit, shot), 0) ? [i] : [],
    )
    for (const i of flipped) for (const j of flipped) together[i]![j]!++
  }
  return { shots: planes.shots, kept, together }
}

/** How many standard deviations two counts of the same chance lie apart. */
function apart(a: number, ofA: number, b: number, ofB: number): number {
  const p = (a + b) / (ofA + ofB)
  return p === 0 || p === 1 ? 0 : Math.abs(a / ofA - b / ofB) / Math.sqrt(p * (1 - p) * (1 / ofA + 1 / ofB))
}

/** A chance of 1e-9 for each of a few thousand figures. */
const MAX_APART = 6.2

/** Ways in which every shot that is served runs what the text holds. */
const STRAIGHT: [string, Partial<TextExperiment>][] = [
  ['detection', { state: '1' }],
  ['detection with everything', { ...pulsed('xy4'), state: 'i' }],
  ['cyclic-window, erasure', { mode: 'correction', protocol: 'cyclic-window', closing: 'erasure', preparation }],
]

describe.skipIf(!found)('Stim', () => {
  const simulator = addon ? nativeWith(addon) : createReferenceSimulator()

  it.each(STRAIGHT)('draws the flips, pairs and logical outcomes of the frame sampler: %s', async (_, way) => {
    const given = experiment(way)
    const theirs = judged(given)
    expect(theirs.noiseless_flips).toBe(0)
    const memory: MemoryExperiment = { ...given, rates, readout: readoutFor(LOGICAL_OF[given.state].logical) }
    const seed = freshSeed()
    const ours = counted(await simulator.sampleFrames(memoryProgram(memory), { shots: SHOTS, seed }), memory)
    // The first attempt's own bits differ in shots that a later one served.
    const from = given.preparation ? 6 : 0
    theirs.together.slice(from).forEach((row, i) => {
      row.slice(from).forEach((count, j) => {
        const mine = ours.together[from + i]![from + j]!
        if (mine + count >= 50)
          expect(apart(mine, ours.kept, count, theirs.kept), `rows ${i}, ${j}; seed ${seed}`).toBeLessThan(MAX_APART)
      })
    })
  })

  it.each([
    ['adaptive', { mode: 'correction' }],
    ['adaptive with everything', { mode: 'correction', preparation, measurement }],
    ['cyclic-window', { mode: 'correction', protocol: 'cyclic-window', preparation }],
  ] as [string, Partial<TextExperiment>][])('finds every detector of the path of %s determined', (_, way) => {
    expect(judged(experiment(way)).noiseless_flips).toBe(0)
  })
})
