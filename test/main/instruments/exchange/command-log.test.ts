import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { asBytes } from '../../../../main/instruments/model/bytes'

describe('the command log', () => {
  it('has of a block its length, hash and first bytes in hex, sent or received, and of what only looks like one the text', async () => {
    const log = createCommandLog()
    const texts = ['PROG #15\x00\x01#\n\xff\n', '#15hello', '#15hello, and more\n', '#15 ok\n', '#0\n', 'a #2\n']
    for (const text of texts) log.add({ instrument: 'seq', simulated: false, direction: 'sent', bytes: asBytes(text) })
    const kept = log.search({}, 10)
    expect(kept.map(({ text }) => text)).toEqual([
      'PROG #15 00 01 23 0a ff (5 bytes)',
      '#15 68 65 6c 6c 6f (5 bytes)',
      '#15hello, and more\\n',
      '#15 ok\\n',
      '#0\\n',
      'a #2\\n',
    ])
    expect(kept[0]!.sha256).toBe(createHash('sha256').update(asBytes(texts[0]!)).digest('hex'))
    expect(kept[2]!.sha256).toBeNull()
  })

  it('keeps uploads as their length and hash, and no more in all than it may', async () => {
    const log = createCommandLog({ limitBytes: 20_000 })
    log.add({ instrument: 'seq', simulated: false, direction: 'sent', bytes: new Uint8Array(1_000_000) })
    const [upload] = log.search({}, 1)
    expect(upload).toMatchObject({ byte_count: 1_000_000, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(upload!.text.length).toBeLessThan(500)
    for (let count = 0; count < 5_000; count += 1)
      log.add({ instrument: 'dac', simulated: false, direction: 'note', text: `note ${count}` })
    const kept = log.search({}, 10_000)
    expect(kept.length).toBeLessThan(100)
    expect(kept.at(-1)!.text).toBe('note 4999')
  })
})
