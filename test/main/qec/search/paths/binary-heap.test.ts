import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MinHeap } from '../../../../../main/qec/search/paths/binary-heap'

it('gives the least first and of equals the one added last, however adding and taking alternate', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 9 })), { maxLength: 200 }), orders => {
      const queue = new MinHeap<{ readonly least: number; readonly added: number }>()
      const waiting: { readonly least: number; readonly added: number }[] = []
      orders.forEach((least, added) => {
        if (least !== null) {
          queue.add({ least, added })
          waiting.push({ least, added })
        } else {
          waiting.sort((a, b) => b.least - a.least || a.added - b.added)
          expect(queue.first()).toEqual(waiting.pop())
          queue.drop()
        }
      })
    }),
  )
})

it('has no first entry when it is empty', () => {
  const queue = new MinHeap<{ readonly least: number }>()
  queue.drop()
  expect(queue.first()).toBeUndefined()
})
