import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createInbox } from '../../../../main/instruments/exchange/inbox'

const joined = (pieces: readonly Uint8Array[]) => [...Buffer.concat(pieces)]
const piece = fc.uint8Array({ maxLength: 9_000 })

describe('the inbox', () => {
  it('gives back every byte in order, whatever the lengths of the pieces and whenever it is read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(piece, fc.boolean()), { maxLength: 20 }), async pieces => {
        const inbox = createInbox(10_000_000)
        const got: Uint8Array[] = []
        for (const [bytes, isRead] of pieces) {
          inbox.push(bytes)
          // What was read must not change when more comes behind it.
          if (isRead && inbox.length > 0) got.push((await inbox.next(0))!)
        }
        expect(joined([...got, ...inbox.clear()])).toEqual(joined(pieces.map(([bytes]) => bytes)))
        expect(inbox.length).toBe(0)
      }),
      { numRuns: 60 },
    )
  })

  it('puts back what a frame left over before what came meanwhile', async () => {
    const inbox = createInbox(100)
    inbox.push(Uint8Array.of(1, 2, 3))
    const first = (await inbox.next(0))!
    inbox.push(Uint8Array.of(4))
    inbox.unread(first.subarray(1))
    inbox.push(Uint8Array.of(5))
    expect(joined(inbox.clear())).toEqual([2, 3, 4, 5])
  })

  it('of millions of single bytes keeps the newest, in few pieces, and counts what it dropped', () => {
    const inbox = createInbox(65_536)
    for (let count = 0; count < 1_000_000; count += 1) inbox.push(Uint8Array.of(count & 255))
    expect(inbox.length).toBeLessThanOrEqual(65_536)
    expect(inbox.dropped + inbox.length).toBe(1_000_000)
    const pieces = inbox.clear()
    expect(pieces.length).toBeLessThan(20)
    expect(joined(pieces).at(-1)).toBe(999_999 & 255)
  })

  it('drops what is too much as soon as less is allowed', () => {
    const inbox = createInbox(1_000_000)
    for (let count = 0; count < 10; count += 1) inbox.push(new Uint8Array(50_000))
    inbox.allow(65_536)
    expect(inbox.length).toBe(50_000)
    expect(inbox.dropped).toBe(450_000)
  })

  it('gives what came in time where the event loop was held up past the time limit', async () => {
    const inbox = createInbox(100)
    const next = inbox.next(20)
    setTimeout(() => inbox.push(Uint8Array.of(7)), 30)
    for (const begun = performance.now(); performance.now() - begun < 60; );
    expect(await next).toEqual(Uint8Array.of(7))
  })

  it('gives nothing in the end where nothing came while the event loop was held up', async () => {
    const next = createInbox(100).next(20)
    for (const begun = performance.now(); performance.now() - begun < 60; );
    expect(await next).toBeNull()
  })
})
