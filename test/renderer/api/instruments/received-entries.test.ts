import { describe, expect, it } from 'vitest'
import {
  joinedLog,
  joinedReceived,
  MAX_RECEIVED,
  NONE_RECEIVED,
  type ReceivedEntries,
  type SequencedEntry,
  withEntry,
} from '../../../../renderer/src/api/instruments/received-entries'

const entries = (...sequences: number[]): SequencedEntry[] => sequences.map(sequence => ({ sequence }))

/** Every entry from `first` to `last`, received one after the other. */
function received(first: number, last: number): ReceivedEntries<SequencedEntry> {
  let all: ReceivedEntries<SequencedEntry> = NONE_RECEIVED
  for (let sequence = first; sequence <= last; sequence++) all = withEntry(all, { sequence })
  return all
}

const sequencesOf = (list: readonly SequencedEntry[]) => list.map(({ sequence }) => sequence)
/** Newest first, none left out between the first and the last. */
const isWhole = (sequences: readonly number[]) =>
  sequences.every((sequence, at) => at === 0 || sequence === sequences[at - 1]! - 1)

describe('a log of the entries of the stream and the pages of a reply', () => {
  it('shows an entry once, whether an event or a reply brought it', () => {
    expect(joinedLog(received(3, 5), entries(4, 3, 2)).entries).toEqual(entries(5, 4, 3, 2))
    expect(joinedLog(received(1, 2), [])).toEqual({ entries: entries(2, 1), isBehind: false })
  })

  it('has no gap after more entries than are kept: the pages are left out and asked for again', () => {
    const all = received(11, 11 + MAX_RECEIVED)
    const behind = joinedLog(all, entries(10, 9, 8))
    expect(isWhole(sequencesOf(behind.entries))).toBe(true)
    expect(behind.entries).toHaveLength(MAX_RECEIVED)
    expect(behind.isBehind).toBe(true)

    const renewed = joinedLog(all, entries(11 + MAX_RECEIVED, 10 + MAX_RECEIVED, 9 + MAX_RECEIVED))
    expect(sequencesOf(renewed.entries)).toEqual([11 + MAX_RECEIVED, 10 + MAX_RECEIVED, 9 + MAX_RECEIVED])
    expect(renewed.isBehind).toBe(false)
  })

  it('asks for the pages again before an entry is dropped, and shows all meanwhile', () => {
    const { entries: shown, isBehind } = joinedLog(received(11, 10 + MAX_RECEIVED), entries(10, 9))
    expect(isBehind).toBe(true)
    expect(shown).toHaveLength(MAX_RECEIVED + 2)
    expect(isWhole(sequencesOf(shown))).toBe(true)
    expect(joinedLog(received(11, 1_000), entries(10, 9)).isBehind).toBe(false)
  })

  it('has no gap after a long pause either, and counts every entry that was held', () => {
    const held = received(20, 2_100)
    expect(held.total).toBe(2_081)
    const resumed = joinedReceived(held, received(11, 19))
    expect(resumed.total).toBe(2_090)
    const log = joinedLog(resumed, entries(10, 9))
    expect(isWhole(sequencesOf(log.entries))).toBe(true)
    expect([log.entries[0]!.sequence, log.isBehind]).toEqual([2_100, true])
  })

  it('joins a short pause to what came before it', () => {
    const resumed = joinedReceived(received(20, 30), received(11, 19))
    expect(joinedLog(resumed, entries(10)).entries).toEqual(joinedLog(received(11, 30), entries(10)).entries)
  })
})
