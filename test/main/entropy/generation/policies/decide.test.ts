import { describe, expect, it } from 'vitest'
import {
  type DrawVerdict,
  decideByPolicy,
  decideCirculant,
  decideSource,
  decideXor,
  priceOf,
} from '../../../../../main/entropy/generation/policies/decide'
import { ENTROPY_POLICIES, type PolicyName } from '../../../../../main/entropy/generation/policies/policies'
import type { SourceStatus } from '../../../../../main/entropy/generation/policies/source-status'

const source = (id: string, changes: Partial<SourceStatus> = {}): SourceStatus => ({
  id,
  kind: 'photon_arrival',
  physical_group: `group-${id}`,
  simulated: false,
  raw: true,
  setting: 'enabled',
  health: 'healthy',
  entropy: 0.9,
  provisional: false,
  bytes: 4096,
  raw_bits: 1_000_000,
  budget_left: null,
  ...changes,
})
const decide = (policy: PolicyName, sources: readonly SourceStatus[], changes: object = {}) =>
  decideByPolicy({ policy, bytes: 1024, sources, simulated_by_default: false, ...changes })
const decisionOf = (verdict: DrawVerdict) =>
  'decision' in verdict ? verdict.decision : expect.fail(JSON.stringify(verdict))
const refusalOf = (verdict: DrawVerdict) =>
  'refusal' in verdict ? verdict.refusal : expect.fail(JSON.stringify(verdict))
const namesOf = (verdict: DrawVerdict) => decisionOf(verdict).sources.map(({ id }) => id)

describe('the price', () => {
  it.each([
    [1, 1],
    [256, 1],
    [257, 2],
    [65_536, 256],
  ])('of %i bytes is %i credits', (bytes, credits) => expect(priceOf(bytes)).toBe(credits))
})

describe('a policy', () => {
  it('draws from the fullest source that it allows', () => {
    const verdict = decide('default', [
      source('a'),
      source('b', { bytes: 9000 }),
      source('c', { simulated: true, bytes: 1e6 }),
    ])
    expect(namesOf(verdict)).toEqual(['b'])
    expect(decisionOf(verdict)).toMatchObject({ construction: 'rbg3_xor', credits: 4, plan: null })
  })

  it.each([
    ['default', { simulated: true }, 'simulated'],
    ['default', { raw: false }, 'whitened'],
    ['quantum_only', { kind: 'true_rng' }, 'not_quantum'],
    ['quantum_only', { simulated: true }, 'simulated'],
    ['quantum_only', { kind: 'qubit', raw: false }, 'whitened'],
    ['high_assurance', { simulated: true }, 'simulated'],
    ['high_assurance', { provisional: true }, 'provisional'],
    ['default', { setting: 'disabled' }, 'disabled'],
    ['default', { setting: 'quarantined' }, 'quarantined'],
    ['simulated_ok', { health: 'starting' }, 'starting'],
    ['simulated_ok', { health: 'restarting' }, 'restarting'],
    ['simulated_ok', { health: 'latched' }, 'latched'],
    ['simulated_ok', { entropy: null }, 'not_assessed'],
    ['simulated_ok', { kind: 'beacon' }, 'public'],
    ['simulated_ok', { budget_left: 1023 }, 'budget_spent'],
  ] as const)('%s leaves out a source with %j: %s', (policy, changes, reason) => {
    expect(refusalOf(decide(policy, [source('a', changes)]))).toMatchObject({
      code: 'policy_refused',
      reason: 'no_source',
      needed: 1,
      available: 0,
      excluded: [{ source: 'a', reason }],
    })
  })

  it.each([
    ['simulated_ok', { simulated: true, raw: false }, {}],
    ['default', { simulated: true }, { simulated_by_default: true }],
    ['default', { provisional: true, kind: 'system' }, {}],
    ['quantum_only', { kind: 'homodyne', provisional: true }, {}],
    ['default', { budget_left: 1024 }, {}],
  ] as const)('%s takes a source with %j %j', (policy, changes, draw) => {
    expect(namesOf(decide(policy, [source('a', changes)], draw))).toEqual(['a'])
  })

  it('refuses more bytes than any one source has, and says how many there are', () => {
    const verdict = decide('default', [source('a', { bytes: 500 }), source('b', { bytes: 700 })])
    expect(refusalOf(verdict)).toMatchObject({
      code: 'insufficient_entropy',
      reason: 'empty',
      source: 'b',
      needed: 1024,
      available: 700,
    })
  })

  it('of high assurance extracts from the best source of each of two groups', () => {
    const sources = [
      source('a', { physical_group: 'x', raw_bits: 60_000 }),
      source('b', { physical_group: 'x', raw_bits: 90_000 }),
      source('c', { physical_group: 'y', raw_bits: 50_000 }),
      source('d', { physical_group: 'z', raw_bits: 40_000 }),
    ]
    const verdict = decide('high_assurance', sources)
    expect(namesOf(verdict)).toEqual(['b', 'c'])
    expect(decisionOf(verdict)).toMatchObject({ construction: 'circulant', plan: { steps: [{ m: 8192 }] } })
    expect(refusalOf(decide('high_assurance', sources.slice(0, 2)))).toMatchObject({
      code: 'policy_refused',
      reason: 'too_few_groups',
      needed: 2,
      available: 1,
    })
    const poor = sources.map(each => ({ ...each, raw_bits: 1000 }))
    const { needed, ...refusal } = refusalOf(decide('high_assurance', poor))
    expect(refusal).toMatchObject({ code: 'insufficient_entropy', reason: 'empty', available: 1000 })
    expect(needed).toBeGreaterThan(8192)
  })

  it('forbids simulated sources unless its name or the lab says otherwise', () => {
    const policies = Object.entries(ENTROPY_POLICIES)
    expect(policies.filter(([, { simulated }]) => simulated !== 'never').map(([name]) => name)).toEqual([
      ...['default', 'simulated_ok'],
    ])
  })
})

describe('a draw from named sources', () => {
  it('is served by exactly these', () => {
    expect(decisionOf(decideSource(source('a', { simulated: true }), 4096))).toMatchObject({
      construction: 'source',
      credits: 16,
    })
    expect(namesOf(decideXor({ bytes: 10, sources: [source('b'), source('a')] }))).toEqual(['b', 'a'])
    expect(
      decisionOf(decideCirculant({ bytes: 10, sources: [source('a'), source('b'), source('c')] })).plan!.steps,
    ).toHaveLength(2)
  })

  it.each([
    [{ bytes: 9 }, 'empty', 9],
    [{ health: 'latched' }, 'latched', 0],
    [{ setting: 'disabled' }, 'disabled', 0],
  ] as const)('is refused as empty where one has %j, and no other takes its place', (changes, reason, available) => {
    const expected = { code: 'source_empty', reason, source: 'b', needed: 10, available }
    expect(refusalOf(decideSource(source('b', changes), 10))).toMatchObject(expected)
    const sources = [source('a'), source('b', changes), source('c')]
    expect(refusalOf(decideXor({ bytes: 10, sources }))).toMatchObject(expected)
  })

  it.each([
    [[source('a')], 'wrong_count'],
    [Array.from({ length: 9 }, (_, i) => source(`s${i}`)), 'wrong_count'],
    [[source('a'), source('a')], 'named_twice'],
    [[source('a', { physical_group: 'x' }), source('b', { physical_group: 'x' })], 'shared_group'],
    [[source('a'), source('b', { kind: 'beacon' })], 'public'],
  ] as const)('is refused for the choice of %#', (sources, reason) => {
    for (const verdict of [decideXor({ bytes: 10, sources }), decideCirculant({ bytes: 10, sources })])
      expect(refusalOf(verdict)).toMatchObject({ code: 'policy_refused', reason })
  })

  it('is extracted from raw bits only: a source that whitens has none', () => {
    const sources = [source('a'), source('b', { raw: false })]
    const expected = { code: 'policy_refused', reason: 'whitened', source: 'b', needed: null }
    expect(refusalOf(decideCirculant({ bytes: 10, sources }))).toMatchObject(expected)
    expect(decisionOf(decideXor({ bytes: 10, sources })).construction).toBe('xor')
  })

  it('is refused where all its sources whiten: nothing is credited', () => {
    const [a, b] = [source('a', { raw: false }), source('b', { raw: false, entropy: null, health: 'starting' })]
    const expected = { code: 'source_empty', reason: 'whitened', source: 'a', needed: null }
    expect(refusalOf(decideSource(a, 10))).toMatchObject(expected)
    expect(refusalOf(decideXor({ bytes: 10, sources: [a, b] }))).toMatchObject(expected)
  })

  it('is refused where the rates of two sources give nothing', () => {
    const sources = [source('a', { entropy: 0.4 }), source('b', { entropy: 0.5 })]
    expect(refusalOf(decideCirculant({ bytes: 10, sources }))).toMatchObject({
      code: 'insufficient_entropy',
      reason: 'rates_too_low',
      source: 'a',
      needed: null,
    })
  })
})
