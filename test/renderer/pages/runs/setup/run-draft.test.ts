import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RunRequest } from '../../../../../main/contract/runs/request'
import {
  draftLike,
  EMPTY_DRAFT,
  faultsOf,
  predictedRequest,
  type RunDraft,
  requestOfDraft,
  roundsFrom,
} from '../../../../../renderer/src/pages/runs/setup/run-draft'
import { sampleRun } from '../../../samples/runs'

const draft = (part: Partial<RunDraft>): RunDraft => ({ ...EMPTY_DRAFT, ...part })

describe('the draft of a run', () => {
  it('makes a request that the contract accepts, as it stands', () => {
    expect(RunRequest.parse(requestOfDraft(EMPTY_DRAFT))).toMatchObject({
      mode: 'correction',
      rounds: [1, 2, 4],
      shots: 20_000,
    })
  })

  it('reads rounds however they are separated, in order, each once', () => {
    expect(roundsFrom('4, 1 2;2\n8')).toEqual([1, 2, 4, 8])
    expect(roundsFrom('')).toBeNull()
    expect(roundsFrom('1, two')).toBeNull()
    expect(roundsFrom('0')).toBeNull()
    expect(roundsFrom('1.5')).toBeNull()
  })

  it.each([
    ['rounds', { rounds: '1001' }],
    ['rounds', { rounds: Array.from({ length: 51 }, (_, i) => i + 1).join(',') }],
    ['shots', { shots: '1e3' }],
    ['shots', { shots: '' }],
    ['states', { states: [] }],
    ['dd', { dd: 'xy4', engine: 'trajectories' }],
    ['seed', { seed: '-1' }],
    ['seed', { seed: '9007199254740992' }],
  ] as const)('names %s as the fault of %j and sends nothing', (field, part) => {
    expect(Object.keys(faultsOf(draft(part)))).toEqual([field])
    expect(requestOfDraft(draft(part))).toBeNull()
  })

  it('leaves seed and name out when they are empty', () => {
    expect(requestOfDraft(EMPTY_DRAFT)).not.toHaveProperty('seed')
    expect(requestOfDraft(draft({ seed: ' 7 ', name: ' a ' }))).toMatchObject({ seed: 7, name: 'a' })
  })

  it('never makes a request that the contract refuses, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (rounds, shots, seed, name) => {
        const request = requestOfDraft(draft({ rounds, shots, seed, name: name.slice(0, 200) }))
        if (request !== null) expect(RunRequest.safeParse(request).success).toBe(true)
      }),
    )
  })

  it.each([
    { dd: 'xy4', engine: 'frames' },
    { dd: false, engine: 'trajectories' },
  ] as const)('sends every option as chosen, with %j', chosen => {
    const options = {
      decoder: 'flag-map',
      protocol: 'cyclic-window',
      preparation: 'projective',
      readout: 'fault-tolerant',
      ...chosen,
    } as const
    expect(RunRequest.parse(requestOfDraft(draft(options)))).toMatchObject(options)
  })

  it('leaves options that were not chosen to the contract', () => {
    const bare = RunRequest.parse({ mode: 'correction', rounds: [1, 2, 4], shots: 20_000 })
    expect(RunRequest.parse(requestOfDraft(EMPTY_DRAFT))).toEqual(bare)
  })

  it('asks of a run like another what that asked, under a seed of its own', () => {
    const run = sampleRun()
    const { seed, ...asked } = run.request
    expect(RunRequest.parse(requestOfDraft(draftLike(run)))).toEqual(asked)
    expect(seed).toBe(7)
  })

  it('is predicted without what a prediction does not rest on', () => {
    const named = draft({ name: 'a', seed: '1', override: true })
    expect(predictedRequest(named)).toEqual(predictedRequest(EMPTY_DRAFT))
    expect(predictedRequest(draft({ shots: 'many', seed: 'x' }))).toBeNull()
    expect(predictedRequest(draft({ seed: 'x' }))).not.toBeNull()
  })
})
