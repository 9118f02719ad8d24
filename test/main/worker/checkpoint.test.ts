import { expect, it } from 'vitest'
import { budget, Cancelled, cancelledBy, OverBudget } from '../../../main/worker/checkpoint'

it('a budget lets so many checkpoints pass and no more', () => {
  const checkpoint = budget(3)
  for (let at = 0; at < 3; at++) checkpoint()
  expect(checkpoint).toThrow(OverBudget)
})

it('a computation ends at the checkpoint after its word was set, by whichever thread', () => {
  const word = new Int32Array(new SharedArrayBuffer(4))
  const checkpoint = cancelledBy(word)
  checkpoint()
  Atomics.store(word, 0, 1)
  expect(checkpoint).toThrow(Cancelled)
})
