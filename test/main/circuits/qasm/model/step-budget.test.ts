/** Work is counted in steps, whatever the length of the text. */
import { describe, expect, it } from 'vitest'
import { parseQasm } from '../parse-qasm'

const HEAD = 'OPENQASM 3; include "stdgates.inc"; qubit[8] q; bit[8] c; '
const loop = (turns: number) => `${HEAD} for int i in [1:${turns}] { h q[0]; }`

class Enough extends Error {}
/** A checkpoint that can be passed `most` times and throws the next time, with the number of calls. */
function counting(most = Number.POSITIVE_INFINITY) {
  let passed = 0
  const checkpoint = () => {
    passed += 1
    if (passed > most) throw new Enough()
  }
  return { checkpoint, passed: () => passed }
}

describe('a plain loop', () => {
  it('of one more is refused, with the limit and what to do', () => {
    const wide = 'include "stdgates.inc"; qubit[10000] q; for int i in [1:100] { h q; } h q[0];'
    expect(() => parseQasm(wide)).toThrow(
      /more than 1000000 instructions, which is the most that a circuit may have, 1000001 counted so far: use fewer iterations of loops/,
    )
  })
})

describe('a program that takes too many steps', () => {
  it('names how many it took, what the limit is made of and what to do', () => {
    const text = 'qubit q; int i; while (i == 0) { i = 0; }'
    expect(() => parseQasm(text)).toThrow(
      'the program takes more than 8000082 steps to unroll (8000000, 2 for each of 41 characters and 100 for each of 0 instructions so far), 8000083 with this one: use fewer iterations of loops',
    )
  })

  it('may take more for each instruction that it comes to', () => {
    const text = 'qubit q; for int i in [1:100] { U(0, 0, 0) q; } int n; while (n == 0) { n = 0; }'
    expect(() => parseQasm(text)).toThrow(/100 for each of 100 instructions so far/)
  })
})

describe('reading', () => {
  it.each([
    ['an endless loop that records', `${HEAD} int n; while (n == 0) { h q[0]; n = 0; }`],
    ['an endless loop that records nothing', 'qubit q; int i; while (i == 0) { i = 0; }'],
    [
      'gates under seven controls',
      `${HEAD} for int i in [0:9999] { ctrl(7) @ U(1, 2, 3) q; }`.replace(
        'U(1, 2, 3) q',
        'U(1, 2, 3) q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7]',
      ),
    ],
    ['a loop of 700,000', loop(700_000)],
    ['a great power', 'gate g a { U(0, 0, 0) a; } qubit q; pow(900000) @ g q;'],
    ['a register in one statement', 'include "stdgates.inc"; qubit[10000] q; h q; h q; h q; h q;'],
    [
      'ten controls, once',
      `include "stdgates.inc"; qubit[11] q; ctrl(10) @ U(1, 2, 3) ${Array.from({ length: 11 }, (_, i) => `q[${i}]`).join(', ')};`,
    ],
    ['an array', 'qubit q; array[float[64], 100000] a;'],
    ['a long text of plain statements', `${HEAD} ${'h q[0];'.repeat(2_000)}`],
    ['a long text that says nothing', `${HEAD} ${';'.repeat(10_000)}`],
    ['a long text after a fault', `${HEAD} h r[0]; ${'h q[0]'.repeat(2_000)}`],
    ['a long block', `${HEAD} { ${'h q[0];'.repeat(2_000)}`],
    ['a long comment', `// ${'x'.repeat(20_000)}`],
  ])('%s passes its 64th checkpoint, where its caller may end it', (_, text) => {
    const { checkpoint, passed } = counting(64)
    expect(() => parseQasm(text, checkpoint)).toThrow(Enough)
    expect(passed()).toBe(65)
  })

  it('a usual program stays well below', () => {
    const { checkpoint, passed } = counting()
    parseQasm(`${HEAD} for int i in [0:6] { h q[i]; cx q[i], q[i + 1]; } c = measure q;`, checkpoint)
    expect(passed()).toBeLessThan(32)
  })

  it('passes as many checkpoints for the same text each time', () => {
    const [one, other] = [counting(), counting()]
    for (const { checkpoint } of [one, other]) parseQasm(loop(50), checkpoint)
    expect(one.passed()).toBe(other.passed())
  })
})
