/** Which readout a run takes where its request names none. */
import { describe, expect, it } from 'vitest'
import { predictionText } from '../../../../main/cli/experiment/prediction-report'
import { resultText } from '../../../../main/cli/experiment/result-report'
import { RunRecord } from '../../../../main/contract/runs/record'
import { RunRequest } from '../../../../main/contract/runs/request'
import { Run, RunPrediction } from '../../../../main/contract/runs/run'
import { withNoise } from '../../../../main/modules/model/module'
import { cachedProofs } from '../../../../main/modules/rounds/proven-parts'
import { readoutChoice } from '../../../../main/modules/rounds/readout-choice'
import { calibratedRates } from '../../../../main/qec/noise/rates'
import { checkedError, measuredError } from '../../../../main/qec/prediction/spam-error'
import { runParts } from '../../../../main/runs/planning/plan-run'
import type { Figures } from '../../qec/devices'
import { completed, MODULE, modulesOf, request, resolved, resolvedWithNoise } from '../laboratory'
import { labs } from '../open-labs'

const lab = labs()

type Wish = Partial<RunRequest>
/** Names no readout unless requested. */
const unnamed = (fields: Wish = {}) =>
  RunRequest.parse({ mode: 'correction', rounds: 1, shots: 100, states: ['+', '0'], seed: 7, ...fields })

/** Gates and waits so poor, and readouts so good, that after a projective preparation gates spent on reading do not pay. */
const POOR_GATES: Figures = {
  qubit: () => ({ readout_fidelity: 0.9999, t1_us: 30, t2_us: 30 }),
  edge: () => ({ fidelity: 0.98 }),
}

const ASKED = { mode: 'correction', preparation: 'verified', dd: false, states: ['+', '0'] } as const

describe('a run whose request names no readout', () => {
  it('takes the one with the smaller predicted error, and keeps both figures in its record', async () => {
    const { runs } = lab()
    const run = await runs.submit(MODULE, unnamed())
    expect(Run.parse(run).request.readout).toBe('fault-tolerant')
    const record = await completed(runs, run)
    expect(RunRecord.parse(record)).toEqual(record)
    const [checked, measured] = record.readout_choice!.readouts
    expect(record.readout_choice).toMatchObject({ chosen: 'fault-tolerant', by: 'prediction' })
    expect([checked!.readout, measured!.readout]).toEqual(['checked', 'fault-tolerant'])
    expect(measured!.error!).toBeLessThan(checked!.error!)
    expect(record.readout_method).toContain('Fault-tolerant logical measurement')
    const { module } = await resolved()
    expect(resultText(record, module)).toMatch(/readout +fault-tolerant, chosen by predicted error/)
    expect(resultText(record, module)).toMatch(/preparation +\S+ \[.*of attempts accepted, predicted/)
  })

  it('takes the product readout where the gates of the other cost more than they save', async () => {
    const { runs } = lab({ figures: POOR_GATES })
    const reported = await runs.predict(MODULE, unnamed({ override: true, preparation: 'projective' }))
    const [checked, measured] = reported.readout_choice!.readouts
    expect(reported.readout_choice!.chosen).toBe('checked')
    expect(checked!.error!).toBeLessThan(measured!.error!)
  })

  it('takes the product readout where the other one would decide within a shot and nothing can', async () => {
    const { runs } = lab({ profile: { feedforward_latency_ns: null } })
    const { readout_choice } = await runs.predict(MODULE, unnamed())
    expect(readout_choice).toMatchObject({ chosen: 'checked', by: 'prediction' })
    expect(readout_choice!.readouts[1]).toMatchObject({
      error: null,
      excluded: expect.stringContaining('feed-forward'),
    })
    expect(readout_choice!.text).toContain('fault-tolerant cannot be run')
    const detection = await runs.predict(MODULE, unnamed({ mode: 'detection' }))
    expect(detection.readout_choice!.readouts[1]!.excluded).toBeNull()
  })

  it('takes the product readout where no other can be proved', async () => {
    const { preparation } = cachedProofs()
    const choice = readoutChoice(await resolvedWithNoise(), ASKED, { preparation, measurement: () => null })
    expect(choice).toMatchObject({ chosen: 'checked', by: 'prediction' })
    expect(choice.text).toContain('can be proved fault tolerant')
  })

  it('is predicted with the same choice, and with the acceptance of its preparation', async () => {
    const { runs } = lab()
    const reported = await runs.predict(MODULE, unnamed())
    expect(RunPrediction.parse(reported)).toEqual(reported)
    const record = await completed(runs, await runs.submit(MODULE, unnamed()))
    expect(record.readout_choice).toEqual(reported.readout_choice)
    expect(reported.preparation!.predicted_acceptance).toBe(record.preparation!.predicted_acceptance)
    expect(predictionText(reported, MODULE)).toMatch(/preparation +\S+ % of attempts accepted/)
    expect(predictionText(reported, MODULE)).toMatch(/readout +fault-tolerant, chosen by predicted error/)
    const projective = await runs.predict(MODULE, unnamed({ preparation: 'projective' }))
    expect(projective.preparation).toBeNull()
  })
})

it('a run that names its readout takes it, and still gives what the other one is predicted to do', async () => {
  const { runs } = lab()
  const reported = await runs.predict(MODULE, request({ readout: 'checked', states: ['+', '0'] }))
  expect(reported.readout_choice).toMatchObject({ chosen: 'checked', by: 'request' })
  const [checked, measured] = reported.readout_choice!.readouts
  expect(measured!.error!).toBeLessThan(checked!.error!)
})

describe('the figures of a choice', () => {
  it.each(['correction', 'detection'] as const)(
    'are those of the run as planned, mean of its states: %s',
    async mode => {
      const ready = withNoise(await modulesOf().resolve(MODULE.backend_id, MODULE.logical_id))
      const { readouts } = readoutChoice(ready, { ...ASKED, mode })
      const choices = { mode, preparation: 'verified', readout: 'fault-tolerant', dd: false } as const
      const { compiled, preparation, measurement } = runParts(ready, choices)
      const parts = { compiled, rates: calibratedRates(ready.noise), mode, preparation: preparation!.compiled }
      const [a, b] = ASKED.states.map(state => measuredError(parts, measurement!, state)) as [Spam, Spam]
      const wrong = a.error * a.kept + b.error * b.kept
      expect(readouts[1]).toMatchObject({ kept: (a.kept + b.kept) / 2 })
      expect(readouts[1]!.error).toBeCloseTo(wrong / (a.kept + b.kept), 12)
      const one = checkedError(parts, '+')
      const alone = readoutChoice(ready, { ...ASKED, mode, states: ['+'] }).readouts[0]!
      expect(alone.error).toBeCloseTo(one.error, 12)
      expect(alone.kept).toBe(one.kept)
    },
  )

  it('grow with what a decision takes, for both readouts', async () => {
    const errors = async (feedforward_latency_ns: number) => {
      const modules = modulesOf(undefined, undefined, { feedforward_latency_ns })
      const ready = await modules.resolve(MODULE.backend_id, MODULE.logical_id)
      return readoutChoice(withNoise(ready), ASKED).readouts.map(({ error }) => error!)
    }
    const [quick, slow] = [await errors(0), await errors(5_000)]
    for (const i of [0, 1]) expect(slow[i]).toBeGreaterThan(quick[i]!)
  })

  it('are the same from remembered proofs', async () => {
    const [ready, proofs] = [await resolvedWithNoise(), cachedProofs()]
    const fresh = readoutChoice(ready, ASKED)
    for (const _ of [1, 2]) expect(readoutChoice(ready, ASKED, proofs)).toEqual(fresh)
  })
})

type Spam = ReturnType<typeof checkedError>
