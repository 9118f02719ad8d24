import { describe, expect, it } from 'vitest'
import { fitTable, fitText } from '../../../../renderer/src/draw/comparison/fit-table'
import { sampleComparison } from '../../samples/runs'

describe('the table of fits', () => {
  const comparison = sampleComparison()

  it('has a row for each series with ε, A, deviance and the largest residual', () => {
    const { columns, rows } = fitTable(comparison)
    expect(rows).toHaveLength(3)
    expect(rows[0]).toHaveLength(columns.length)
    expect(rows[0]!.slice(0, 3)).toEqual(['Encoded', '9.00 [8.10, 9.90] %', '0.9400 [0.9306, 0.9494]'])
    expect(rows[0]!.slice(4)).toEqual(['1.9 (2)', '1.1', 'consistent'])
  })

  it('names ε and A of each basis below its series', () => {
    const bases = {
      bases: ['X', 'Z'] as ('X' | 'Z')[],
      error_by_basis: [0.06, 0.1],
      bounds_by_basis: [
        { low: 0.055, high: 0.065 },
        { low: 0.0961, high: 0.1038 },
      ],
      spam_by_basis: [0.96, 0.92],
    }
    const fit = { ...comparison.encoded.fit!, ...bases }
    const { columns, rows } = fitTable({ ...comparison, encoded: { ...comparison.encoded, fit } })
    expect(rows.map(([name]) => name)).toEqual([
      'Encoded',
      'Encoded, basis X',
      'Encoded, basis Z',
      expect.stringContaining('Best'),
      expect.stringContaining('Median'),
    ])
    expect(rows[1]![1]).toBe('6.00 [5.50, 6.50] %')
    expect(rows[2]!.slice(1, 4)).toEqual(['10.00 [9.61, 10.38] %', '0.9200', '—'])
    for (const row of rows) expect(row).toHaveLength(columns.length)
  })

  it('says where A was taken as 1, and where nothing was fitted', () => {
    const single = {
      ...comparison.encoded.fit!,
      model: 'error_only' as const,
      spam: null,
      deviance: null,
      residuals: [],
    }
    const alone = fitTable({ ...comparison, encoded: { ...comparison.encoded, fit: single } })
    expect(alone.rows[0]!.slice(2)).toEqual([
      '1 (assumed)',
      '½[1 + (1−2ε)^R]',
      '—',
      '—',
      'as many parameters as points',
    ])
    expect(fitTable({ ...comparison, encoded: { ...comparison.encoded, fit: null } }).rows[0]).toContain('not fitted')
  })

  it('calls a fit poor whose deviance chance would not give', () => {
    expect(fitText({ deviance: 40, degrees_of_freedom: 2 })).toMatch(/^poor/)
    expect(fitText({ deviance: 3, degrees_of_freedom: 2 })).toBe('consistent')
    expect(fitText({ deviance: 20, degrees_of_freedom: 6, p_value: 0.0028 })).toBe('consistent at 0.1 %, p = 0.0028')
    expect(fitText({ deviance: 30, degrees_of_freedom: 6, p_value: 4e-5 })).toMatch(/^poor.*p = /)
  })
})
