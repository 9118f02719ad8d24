import { describe, expect, it } from 'vitest'
import { moduleText } from '../../../../main/cli/experiment/module-report'
import { byBasis, withInterval } from '../../../../main/cli/experiment/report-figures'
import { createProgress } from '../../../../main/cli/io/progress'
import { table } from '../../../../main/cli/io/table'
import { modulesOf } from '../../runs/laboratory'

describe('tables', () => {
  it('are as wide as their widest cells, aligned as asked', () => {
    expect(
      table(
        [
          ['n', 'name'],
          ['1', 'a'],
          ['10', 'bcd'],
        ],
        ['right'],
      ),
    ).toBe(' n  name\n 1  a\n10  bcd')
  })
})

describe('estimates', () => {
  const estimate = { confidence: 0.95, method: 'test' }
  it.each([
    [{ value: 0.012345, low: 0.0119, high: 0.01278 }, '1.234 [1.190, 1.278] %'],
    [{ value: 1.5e-5, low: 0, high: 3e-5 }, '1.5 [0.0, 3.0] × 10⁻⁵'],
    [{ value: null, low: 0.21, high: null }, '> 21 %  (bound, no figure)'],
    [{ value: null, low: null, high: 0.43 }, '< 43 %  (bound, no figure)'],
    [{ value: null, low: 0, high: 0.5 }, 'between 0 and 50 %'],
    [{ value: null, low: null, high: null }, 'nothing observed'],
  ])('%o reads %s', (figures, text) => expect(withInterval({ ...figures, ...estimate })).toBe(text))
})

describe('bases', () => {
  it('read as a figure, as a lower bound, or as not known where nothing bounds them', () => {
    const open = { low: 0.2, high: 0.5 }
    const fit = {
      bases: ['X', 'Y', 'Z'] as ('X' | 'Y' | 'Z')[],
      error_by_basis: [0.1, null, null],
      spam_by_basis: [0.9, null, null],
      bounds_by_basis: [{ low: 0.092, high: 0.108 }, open, { low: 0, high: 0.5 }],
    }
    expect(byBasis(fit).map(([, text]) => text)).toEqual([
      'ε 10.00 [9.20, 10.80] %, A 0.9000',
      'ε > 20 %  (bound, no figure)',
      'ε not determined',
    ])
  })
})

describe('progress', () => {
  const draw = (isTTY: boolean, columns = 80) => {
    let text = ''
    const stream = {
      isTTY,
      columns,
      write: (part: string) => {
        text += part
      },
    }
    const progress = createProgress(stream)
    for (const fraction of [0, 0.01, 0.02, 0.5, 0.51, 1]) progress.show(fraction, `stage ${fraction}`)
    progress.end()
    return text
  }
  it('is one line that redraws itself on a terminal', () => {
    const text = draw(true)
    expect(text.split('\n')).toHaveLength(2)
    expect(text).toContain('[############............]  50 %  stage 0.5')
    expect(text.endsWith('\n')).toBe(true)
  })
  it('never wraps on a narrow terminal', () => {
    for (const line of draw(true, 20).split('\r\x1b[K')) expect(line.trimEnd().length).toBeLessThan(20)
  })
  it('is a few plain lines elsewhere', () => {
    expect(draw(false)).toBe('  0 %  stage 0\n 50 %  stage 0.5\n100 %  stage 1\n')
  })
})

describe('what is said of a module', () => {
  it('names the assumptions that its gate rests on, with the value at which it turns', async () => {
    const { module } = await modulesOf({ qubit: () => ({ reset_length_ns: null }) }, undefined, {
      feedforward_latency_ns: 300,
      feedforward_latency_basis: 'assumed',
    }).resolve('lab-mock', 'c0')
    const text = moduleText(module).replace(/\s+/g, ' ')
    expect(module.gate.rests_on).toHaveLength(2)
    for (const { text: rule, message } of module.gate.rests_on!)
      expect(text).toContain(`gate rests on assumed ${rule}. ${message}`)
  })
})
