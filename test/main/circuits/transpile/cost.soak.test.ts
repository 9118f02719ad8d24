import { expect, it } from 'vitest'
import { transpile } from '../../../../main/circuits/transpile/transpile'
import { grid } from './coupling-graphs'
import { expectRunnable } from './equivalence'
import { layered } from './samples'

it('a circuit of a thousand gates on more than a hundred qubits takes some 170 thousand small steps, every time', () => {
  const target = grid(12, 10)
  const circuit = layered(110, 7, 3)
  const stepsOf = () => {
    let steps = 0
    expectRunnable(transpile(circuit, target, { checkpoint: () => void steps++ }), target)
    return steps
  }
  const steps = stepsOf()
  // One for each operation of a pass and each step of a search: 170,140, which take two seconds on an idle core.
  expect(steps).toBeGreaterThan(100_000)
  expect(steps).toBeLessThan(250_000)
  expect(stepsOf()).toBe(steps)
})
