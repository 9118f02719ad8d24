import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { createPort } from '../../../../main/instruments/exchange/port'
import { createWire } from '../../../../main/instruments/framing/wire'
import { asBytes, textOf } from '../../../../main/instruments/model/bytes'
import { InstrumentError } from '../../../../main/instruments/model/fault'
import type { Dialogue } from '../../../../main/instruments/model/request'
import type { LinkTiming } from '../../../../main/instruments/model/timing'
import type { Transport } from '../../../../main/instruments/transport/transport'
import { openTwin } from '../../../../main/instruments/transport/twin'

const TIMING = { write_ms: 60, first_byte_ms: 50, between_bytes_ms: 30, exchange_ms: 150, gap_ms: 0, quiet_ms: 10 }
const FRAMING = {
  kind: 'line',
  request_end: '\n',
  max_request_bytes: 1000,
  max_reply_bytes: 1000,
  reply_end: '\n',
  report_bytes: 0,
  has_blocks: false,
} as const
const wire = createWire(FRAMING)
const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

type Answer = (line: string, say: (text: string) => void) => void

/** A line instrument that answers as its test says; `ID?` is its identity. */
function connect(answer: Answer, change: (transport: Transport) => Transport = transport => transport) {
  const listeners: ((bytes: Uint8Array) => void)[] = []
  const say = (text: string) => {
    for (const listener of listeners) listener(asBytes(text))
  }
  const queries: string[] = []
  const peer = {
    receive(bytes: Uint8Array) {
      for (const line of textOf(bytes).split('\n').filter(Boolean)) {
        queries.push(line)
        if (line === 'ID?') say('me\n')
        else answer(line, say)
      }
    },
    onSend: (listener: (bytes: Uint8Array) => void) => void listeners.push(listener),
    close() {},
  }
  const log = createCommandLog()
  const port = createPort({
    transport: change(openTwin(peer, { path: 'twin:dac' })),
    timing: TIMING,
    log,
    clearLine: null,
    streams: false,
    maxQueue: 20,
  }).join({
    instrument: 'dac',
    *resync() {
      const answer = textOf(yield* wire.query(asBytes('ID?')))
      if (answer !== 'me') throw new InstrumentError('reply_malformed', `${answer} is no identity`)
    },
  })
  function* asking(text: string): Dialogue<string> {
    return textOf(yield* wire.query(asBytes(text)))
  }
  return {
    port,
    log,
    say,
    queries,
    ask: (text: string, urgent = false) =>
      port.request({ name: text, kind: 'query', dialogue: () => asking(text), urgent }),
    askOnce: (text: string, timing: Partial<LinkTiming> = {}) =>
      port.request({ name: text, kind: 'set', dialogue: () => asking(text), timing }),
  }
}

describe('the four timeouts', () => {
  it('name a write that is not taken, and the port is given up', async () => {
    const { ask, port } = connect(
      () => {},
      transport => ({ ...transport, write: () => new Promise(() => {}) }),
    )
    await expect(ask('A?')).rejects.toMatchObject({ fault: 'write_timeout', where: 'dac' })
    expect(port.failure?.fault).toBe('write_timeout')
  })

  it('name an answer that does not begin', async () => {
    const { askOnce } = connect(() => {})
    await expect(askOnce('A?', { exchange_ms: 60_000 })).rejects.toMatchObject({ fault: 'first_byte_timeout' })
  })

  it('name an answer that stops half-way', async () => {
    const { askOnce } = connect((_, say) => say('0.2'))
    await expect(askOnce('A?', { exchange_ms: 60_000 })).rejects.toMatchObject({
      fault: 'between_bytes_timeout',
      message: /after 3 bytes/,
    })
  })

  it('say of an empty line that nothing else came, and count a single byte as one', async () => {
    const empty = connect((_, say) => say('\r\n'))
    await expect(empty.askOnce('A?', { exchange_ms: 60_000 })).rejects.toMatchObject({
      fault: 'between_bytes_timeout',
      message: expect.stringMatching(/the answer is an empty line; nothing else came for 30 ms$/),
    })
    const single = connect((_, say) => say('0'))
    await expect(single.askOnce('A?', { exchange_ms: 60_000 })).rejects.toMatchObject({
      message: expect.stringMatching(/the answer stopped after 1 byte for 30 ms$/),
    })
  })

  it('name an exchange that drips', async () => {
    const { askOnce } = connect(async (_, say) => {
      for (let count = 0; count < 40; count += 1) {
        say('1')
        await sleep(10)
      }
    })
    await expect(askOnce('A?', { between_bytes_ms: 5_000 })).rejects.toMatchObject({ fault: 'exchange_timeout' })
  })
})

describe('a line out of step', () => {
  it('is drained and its identity queried before the question is put again', async () => {
    let late: (() => void) | null = null
    // It comes while the line is drained.
    const drained = (transport: Transport): Transport => ({
      ...transport,
      flush() {
        late?.()
        return transport.flush()
      },
    })
    const { ask, queries } = connect((line, say) => {
      const reply = () => say(`${line} answered\n`)
      if (late) reply()
      else late = reply
    }, drained)
    expect(await ask('CURR?')).toBe('CURR? answered')
    expect(await ask('VOLT?')).toBe('VOLT? answered')
    expect(queries).toEqual(['CURR?', 'ID?', 'CURR?', 'VOLT?'])
  })

  it('does not put a set again', async () => {
    const { askOnce, queries } = connect(() => {})
    await expect(askOnce('VOLT 1')).rejects.toMatchObject({ fault: 'first_byte_timeout' })
    expect(queries).toEqual(['VOLT 1'])
  })

  it('that never makes sense again is given up and says so', async () => {
    const silent = connect(
      () => {},
      transport => {
        let count = 0
        // After the first request nothing arrives there any more: the peer is dead and the port is not.
        return { ...transport, write: async bytes => (count++ === 0 ? transport.write(bytes) : undefined) }
      },
    )
    const nobody = { fault: 'resync_failed', message: expect.stringMatching(/nobody answers after 3 attempts/) }
    await expect(silent.ask('A?')).rejects.toMatchObject(nobody)
    await expect(silent.ask('A?')).rejects.toMatchObject(nobody)
  })

  it('drops and logs what comes unrequested between questions', async () => {
    const { ask, say, log } = connect((line, answer) => answer(`${line} answered\n`))
    await ask('A?')
    say('7.25\n')
    expect(await ask('B?')).toBe('B? answered')
    const [unexpected] = log.search({ direction: 'received', text: '7.25' }, 10)
    expect(unexpected).toMatchObject({ outcome: 'reply_unexpected', simulated: true })
  })

  it('refuses an answer behind which there is another', async () => {
    let isFirst = true
    const { ask } = connect((line, say) => {
      say(isFirst ? 'stale\nfresh\n' : `${line} answered\n`)
      isFirst = false
    })
    expect(await ask('A?')).toBe('A? answered')
  })
})

describe('the queue', () => {
  it('serves in the order of asking, and one at a time', async () => {
    const { ask, queries } = connect(async (line, say) => {
      await sleep(5)
      say(`${line}\n`)
    })
    expect(await Promise.all(['A?', 'B?', 'C?'].map(text => ask(text)))).toEqual(['A?', 'B?', 'C?'])
    expect(queries).toEqual(['A?', 'B?', 'C?'])
  })

  it('is bounded, and what is refused says how many wait', async () => {
    const { ask } = connect((line, say) => void setTimeout(() => say(`${line}\n`), 2))
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => ask(`Q${index}?`)))
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(9)
    expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({
      fault: 'queue_full',
      message: /20 requests wait/,
    })
  })

  it('lets the safe state pass: what waits fails as preempted, and the urgent goes on in step', async () => {
    // Late, and in order with its identity, as on a line.
    const { ask, port } = connect(
      (line, say) => void setTimeout(() => say(`${line}\n`), 20),
      transport => {
        let last = Promise.resolve()
        const inOrder = (bytes: Uint8Array) => {
          last = last.then(async () => {
            await transport.write(bytes)
            if (!textOf(bytes).startsWith('ID?')) await sleep(25)
          })
        }
        return { ...transport, write: async bytes => inOrder(bytes) }
      },
    )
    const ordinary = ['A?', 'B?', 'C?'].map(text => ask(text).catch(error => error.fault))
    await sleep(5)
    const urgent = ask('SAFE?', true)
    port.preempt()
    expect(await Promise.all(ordinary)).toEqual(['preempted', 'preempted', 'preempted'])
    expect(await urgent).toBe('SAFE?')
    expect(port.queued).toBe(0)
  })

  it('fails with the cause when the port goes away, and serves nobody afterwards', async () => {
    const { ask, port } = connect(() => {})
    const causes: string[] = []
    port.onFailure(({ fault }) => causes.push(fault))
    const waiting = ['A?', 'B?'].map(text => ask(text).catch(error => error.fault))
    await port.close()
    expect(await Promise.all(waiting)).toEqual(['closed', 'closed'])
    expect(await ask('C?').catch(error => error.fault)).toBe('closed')
    expect(causes).toEqual(['closed'])
  })
})

describe('the command log', () => {
  it('has every byte, who caused it, how long it took and what came of it', async () => {
    const { port, log } = connect((line, say) => say(`${line}!\n`))
    const cause = { actor: 'ana', work: 'run-7' }
    await port.request({ name: 'a', kind: 'query', dialogue: () => wire.query(asBytes('A?')), cause })
    const [sent, received] = log.search({ work: 'run-7' }, 10)
    expect(sent).toMatchObject({ direction: 'sent', text: 'A?\\n', byte_count: 3, cause })
    expect(received).toMatchObject({ direction: 'received', text: 'A?!\\n', cause, instrument: 'dac', simulated: true })
    expect(received!.byte_count).toBe(4)
    expect(received!.latency_ms).toBeGreaterThanOrEqual(0)
  })

  it('has the bytes of an answer that is none, and of one that broke off', async () => {
    const { ask, log } = connect((line, say) => say(line === 'A?' ? 'x\x00\n' : '1.2'))
    expect(await ask('A?').catch(error => error.fault)).toBe('reply_malformed')
    expect(await ask('B?').catch(error => error.fault)).toBe('between_bytes_timeout')
    const received = log.search({ direction: 'received' }, 10).map(({ text }) => text)
    expect(received.filter(text => text !== 'me\\n')).toEqual(['x\\x00\\n', 'x\\x00\\n', '1.2', '1.2'])
  })

  it('has the beginning, length and hash of a long answer, however it comes in pieces', async () => {
    const block = `#44000${'7'.repeat(4_000)}`
    const { port, log } = connect((_, say) => {
      for (let at = 0; at < block.length; at += 333) say(block.slice(at, at + 333))
    })
    const blocks = createWire({ ...FRAMING, max_reply_bytes: 5_000 })
    await port.request({ name: 'a', kind: 'query', dialogue: () => blocks.query(asBytes('A?'), 'block') })
    const [received] = log.search({ direction: 'received' }, 10)
    expect(received).toMatchObject({
      byte_count: block.length,
      text: `#44000 ${'37 '.repeat(24).trim()}… (4000 bytes)`,
    })
    expect(received!.sha256).toBe(createHash('sha256').update(block).digest('hex'))
  })

  it('has what was uploaded, however long the parts are, as the instrument got it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.integer({ min: 1, max: 40 }),
        async (block, chunkBytes) => {
          const got: number[] = []
          const { port, log } = connect(
            () => {},
            transport => ({ ...transport, chunkBytes, write: async bytes => void got.push(...bytes) }),
          )
          await port.request({ name: 'up', kind: 'set', dialogue: () => wire.send(asBytes('UP #1'), block) })
          const whole = Buffer.concat([asBytes('UP #1'), block, asBytes('\n')])
          expect(got).toEqual([...whole])
          expect(log.search({}, 1)[0]).toMatchObject({ byte_count: whole.length, direction: 'sent' })
        },
      ),
    )
  })
})
