import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DrawRequest, MultiDrawRequest, PolicyDrawRequest } from '../../../../main/contract/entropy/draw'
import { DRAW_WAYS, type DrawDraft, enteredDraw, FIRST_DRAFT } from '../../../../renderer/src/draw/entropy/draw-form'

const SCHEMAS = { requestEntropy: PolicyDrawRequest, drawEntropy: DrawRequest, drawMultiSource: MultiDrawRequest }
const entered = (draft: Partial<DrawDraft>) => enteredDraw({ ...FIRST_DRAFT, ...draft })

describe('a draw as it is entered', () => {
  it('is the call that its way makes', () => {
    expect(entered({}).call).toEqual({ route: 'requestEntropy', body: { bytes: 32, policy: 'default' } })
    expect(entered({ way: 'pool', pool: 'vault' }).call?.body).toEqual({ bytes: 32, pool: 'vault' })
    expect(entered({ way: 'source', user_data: 'run 7' }).call).toEqual({
      route: 'drawEntropy',
      body: { mode: 'source', bytes: 32, id: 'src-a', user_data: 'run 7' },
    })
    const sources = ['src-a', 'src-b']
    expect(entered({ way: 'multi', sources, method: 'xor' }).call?.body).toEqual({ bytes: 32, sources, method: 'xor' })
  })

  it.each<[Partial<DrawDraft>, keyof DrawDraft]>([
    [{ bytes: '' }, 'bytes'],
    [{ bytes: '0' }, 'bytes'],
    [{ bytes: '1.5' }, 'bytes'],
    [{ bytes: '65537' }, 'bytes'],
    [{ way: 'source', bytes: '4097' }, 'bytes'],
    [{ way: 'pool' }, 'pool'],
    [{ way: 'custom', sources: ['src-a'] }, 'sources'],
    [{ way: 'multi', sources: ['src-a', 'src-b'], log2_eps: '-8' }, 'log2_eps'],
    [{ user_data: 'x'.repeat(257) }, 'user_data'],
  ])('says what is wrong with %j', (draft, field) => {
    const { call, faults } = entered(draft)
    expect(call).toBeNull()
    expect(Object.keys(faults)).toEqual([field])
  })

  it('costs one credit for each started 256 bytes', () => {
    expect(['1', '256', '257', '65536'].map(bytes => entered({ bytes }).credits)).toEqual([1, 1, 2, 256])
    expect(entered({ bytes: 'many' }).credits).toBeNull()
  })

  it('is never a call that the contract does not take', () => {
    const draft = fc.record({
      way: fc.constantFrom(...DRAW_WAYS),
      bytes: fc.oneof(fc.integer({ min: -3, max: 70_000 }).map(String), fc.string({ maxLength: 6 })),
      policy: fc.constantFrom('default', 'high_assurance'),
      pool: fc.constantFrom('', 'vault'),
      source: fc.constant('src-b'),
      sources: fc.subarray(['src-a', 'src-b', 'src-c', 'src-d', 'src-e', 'src-f', 'src-g', 'src-h', 'src-i']),
      method: fc.constantFrom('circulant', 'xor'),
      log2_eps: fc.oneof(fc.integer({ min: -1100, max: 10 }).map(String), fc.string({ maxLength: 5 })),
      user_data: fc.string({ maxLength: 300 }),
    })
    fc.assert(
      fc.property(draft, one => {
        const { call } = enteredDraw(one as DrawDraft)
        if (call) expect(SCHEMAS[call.route].safeParse(call.body).success).toBe(true)
      }),
    )
  })
})
