import { expect, it } from 'vitest'
import { transpile } from '../../../../main/circuits/transpile/transpile'
import { grid } from './coupling-graphs'
import { expectRunnable } from './equivalence'
import { layered } from './samples'

it('a circuit of a thousand gates on more than a hundred qubits takes seconds at most, in small steps', () => {
  const target = grid(12, 10)
  const started = performance.now()
  let steps = 0
  const checkpoint = () => void steps++
  expectRunnable(transpile(layered(110, 7, 3), target, { checkpoint }), target)
  expect(steps).toBeGreaterThan(100)
  // Some two seconds on an idle core; room for a loaded one.
  expect(performance.now() - started).toBeLessThan(20_000)
})
