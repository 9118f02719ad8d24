/** What a run asks for beside mode, rounds and shots, and what holds whatever it chose. */
import { describe, expect, it } from 'vitest'
import { RunRecord } from '../../../../main/contract/runs/record'
import type { RunRequest } from '../../../../main/contract/runs/request'
import { Redecoding, type Run, RunPrediction } from '../../../../main/contract/runs/run'
import { bitsPerShot } from '../../../../main/runs/planning/circuits'
import type { Runs } from '../../../../main/runs/runs'
import { completed, MODULE, request } from '../laboratory'

type Choice = readonly [name: string, choices: Partial<RunRequest>]

/** Each kind of option at once; the others are in choices.soak.test.ts. */
export const CHOICES: readonly Choice[] = [
  ['everything at once', { protocol: 'cyclic-window', preparation: 'verified', readout: 'fault-tolerant', dd: 'xy4' }],
]

export const OTHER_CHOICES: readonly Choice[] = [
  ['verified preparation in detection mode', { preparation: 'verified', mode: 'detection' }],
  ['fault-tolerant readout with flag-map', { readout: 'fault-tolerant', decoder: 'flag-map' }],
  ['x2', { dd: 'x2' }],
  ['cyclic-window with flag-map', { protocol: 'cyclic-window', decoder: 'flag-map' }],
  ['cyclic-window', { protocol: 'cyclic-window' }],
  ['cyclic-window in detection mode', { protocol: 'cyclic-window', mode: 'detection' }],
  ['verified preparation', { preparation: 'verified' }],
  ['verified preparation with flag-map', { preparation: 'verified', decoder: 'flag-map' }],
  ['fault-tolerant readout', { readout: 'fault-tolerant' }],
  ['fault-tolerant readout in detection mode', { readout: 'fault-tolerant', mode: 'detection' }],
  ['detection mode with flag-map', { mode: 'detection', decoder: 'flag-map' }],
  ['xy4 with flag-map', { dd: 'xy4', decoder: 'flag-map' }],
  [
    'everything at once with flag-map',
    { protocol: 'cyclic-window', preparation: 'verified', readout: 'fault-tolerant', dd: 'xy4', decoder: 'flag-map' },
  ],
]

const SMALL = { rounds: [1, 2], states: ['0', '+', 'i'] as RunRequest['states'], shots: 100 }

const asked = (choices: Partial<RunRequest>) => request({ ...SMALL, preparation: 'projective', ...choices })

/** Runs each request once, whatever is said of its run and record. */
export function executions(runs: Runs) {
  const known = new Map<string, Promise<{ run: Run; record: RunRecord }>>()

  async function execute(body: ReturnType<typeof asked>) {
    const run = await runs.submit(MODULE, body)
    return { run, record: await completed(runs, run) }
  }

  return (choices: Partial<RunRequest>): Promise<{ run: Run; record: RunRecord }> => {
    const body = asked(choices)
    const found = known.get(JSON.stringify(body)) ?? execute(body)
    known.set(JSON.stringify(body), found)
    return found
  }
}

export function choiceCases(all: readonly Choice[], runs: Runs, executed: ReturnType<typeof executions>): void {
  describe.each([...all])('a run with %s', (_, choices) => {
    it('leaves a complete record that decoding again and a replay reproduce', async () => {
      const { run, record } = await executed(choices)
      expect(RunRecord.parse(record)).toEqual(record)
      for (const { rounds, bits_per_shot } of record.shot_files)
        expect(bits_per_shot).toBe(bitsPerShot(run.request, rounds))
      const perRound = record.round_layout.filter(name => name.startsWith('round.')).length
      const final = record.round_layout.length - perRound
      for (const { rounds, bits_per_shot } of record.shot_files)
        expect(bits_per_shot).toBe((rounds + 1) * perRound + final)

      const params = { ...MODULE, run_id: run.run_id }
      const again = await runs.redecode(params, { decoder: run.request.decoder })
      expect(Redecoding.parse(again)).toMatchObject({ changed_shots: 0, total_shots: 3 * 3 * 100 })
      expect(again.comparison).toEqual(record.comparison)
      const repeated = await completed(runs, await runs.replay(params))
      expect(repeated.replay).toMatchObject({ identical: true })
      expect(repeated.comparison).toEqual(record.comparison)
    })

    it('is predicted with the bits and the warnings of the run', async () => {
      const prediction = RunPrediction.parse(await runs.predict(MODULE, asked(choices)))
      const { run, record } = await executed(choices)
      const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code)
      expect(codes(prediction)).toEqual(expect.arrayContaining(codes(run)))
      expect(prediction.acceptance.map(({ predicted }) => predicted)).toEqual(
        record.comparison.acceptance.filter(({ rounds }) => rounds > 0).map(({ predicted }) => predicted ?? 1),
      )
      expect(record.logical_error.value!).toBeLessThan(0.5)
    })
  })
}
