import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BreakEvenRequest } from '../../../../main/contract/runs/studies'
import {
  EMPTY_STUDY,
  geometric,
  remaining_ms,
  requestOfStudyDraft,
  type StudyDraft,
  shotRounds,
  shotRoundsPerMs,
  studyCostText,
  studyFaults,
} from '../../../../renderer/src/draw/studies/study-request'
import { sampleStudy } from '../../samples/studies'

const draft = (part: Partial<StudyDraft>): StudyDraft => ({ ...EMPTY_STUDY, ...part })

describe('the draft of a break-even map', () => {
  it('can be sent as it stands', () => {
    const request = requestOfStudyDraft(EMPTY_STUDY)!
    expect(BreakEvenRequest.parse(request)).toEqual(request)
    expect(request.scales).toHaveLength(9)
    expect([request.scales[0], request.scales.at(-1)]).toEqual([0.01, 2])
  })

  it.each([
    ['kinds', { kinds: [] }],
    ['from', { from: '0' }],
    ['from', { from: 'much' }],
    ['to', { to: '0.005' }],
    ['to', { to: '101' }],
    ['factors', { factors: '1' }],
    ['factors', { factors: '42' }],
    ['rounds', { rounds: '' }],
    ['rounds', { rounds: '1, 1001' }],
    ['shots', { shots: '99' }],
    ['shots', { shots: '1e4' }],
  ] as const)('names %s as the fault of %j and sends nothing', (field, part) => {
    expect(Object.keys(studyFaults(draft(part)))).toEqual([field])
    expect(requestOfStudyDraft(draft(part))).toBeNull()
  })

  it('never makes a request that the contract refuses, whatever is typed', () => {
    const text = fc.oneof(fc.string(), fc.integer({ min: -5, max: 2_000 }).map(String), fc.double().map(String))
    fc.assert(
      fc.property(text, text, text, text, text, (from, to, factors, rounds, shots) => {
        const request = requestOfStudyDraft(draft({ from, to, factors, rounds, shots }))
        if (request !== null) expect(BreakEvenRequest.safeParse(request).success).toBe(true)
      }),
    )
  })

  it('places factors evenly on a logarithmic axis', () => {
    expect(geometric(0.01, 1, 3)).toEqual([0.01, 0.1, 1])
    expect(geometric(1, 1, 3)).toEqual([])
  })
})

describe('what a map asks of the machine', () => {
  const study = sampleStudy()
  it('counts shots times rounds over kinds, factors and states', () => {
    expect(shotRounds(study.request)).toBe(1 * 6 * 3 * 1_000 * 7)
  })

  it('is a time only where an earlier map gives the pace', () => {
    expect(shotRoundsPerMs([sampleStudy({ status: 'ABORTED' })])).toBeNull()
    expect(studyCostText(study.request, null)).toMatch(/not known before a first map/)
    expect(studyCostText(study.request, shotRoundsPerMs([study]))).toMatch(/About 10\.0 s/)
  })

  it('says what is left once a share is done', () => {
    const running = { started_at: study.started_at, progress: { fraction: 0.25, stage: 'all at 0.1' } }
    expect(remaining_ms(running, Date.parse(study.started_at!) + 1_000)).toBeCloseTo(3_000, 6)
    expect(remaining_ms({ ...running, progress: { fraction: 0, stage: '' } }, Date.now())).toBeNull()
    expect(remaining_ms({ ...running, started_at: null }, Date.now())).toBeNull()
  })
})
