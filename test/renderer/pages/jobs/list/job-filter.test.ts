import { describe, expect, it } from 'vitest'
import { fieldOfTime, filterOf, timeOfField, withFilter } from '../../../../../renderer/src/pages/jobs/list/job-filter'

const search = (text: string) => new URLSearchParams(text)

describe('the filter in the address', () => {
  it('is read field by field', () => {
    expect(
      filterOf(
        search('status=FAILED&backend=dev-a-mock&mode=live&name=bell&tag=t1&created_after=2026-11-21T07:00:00Z'),
      ),
    ).toEqual({
      status: 'FAILED',
      backend: 'dev-a-mock',
      mode: 'live',
      name: 'bell',
      tag: 't1',
      created_after: '2026-11-21T07:00:00Z',
    })
  })

  it('leaves out what the service would refuse, and what is no filter', () => {
    expect(filterOf(search('status=LOST&created_before=yesterday&name=+&cursor=7&limit=5'))).toEqual({})
  })

  it('narrows to a batch, by its whole id', () => {
    const batch = '52147dd0-fdd6-869d-9b2e-2fdaa3ecce86'
    expect(filterOf(search(`batch=${batch}`))).toEqual({ batch })
    expect(filterOf(search('batch=52147dd0'))).toEqual({})
  })

  it('changes one field and keeps the others', () => {
    const before = search('status=FAILED&tag=a')
    expect(withFilter(before, 'tag', 'b').toString()).toBe('status=FAILED&tag=b')
    expect(withFilter(before, 'status', ' ').toString()).toBe('tag=a')
    expect(before.toString()).toBe('status=FAILED&tag=a')
  })

  it('takes a time field as UTC, there and back', () => {
    expect(timeOfField('2026-11-21T07:30')).toBe('2026-11-21T07:30:00Z')
    expect(fieldOfTime('2026-11-21T07:30:00Z')).toBe('2026-11-21T07:30')
    expect(fieldOfTime('2026-11-21T08:30:00+01:00')).toBe('2026-11-21T07:30')
    expect([timeOfField(''), fieldOfTime(undefined)]).toEqual(['', ''])
  })
})
