import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { connectInstrument } from '../../../../main/instruments/drivers/instrument'
import type { DriverFile, VectorSpec } from '../../../../main/instruments/drivers/schema'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { asBytes, textOf } from '../../../../main/instruments/model/bytes'
import { type BytePeer, openTwin } from '../../../../main/instruments/transport/twin'
import type { ByteTwin } from '../../../../main/twins/model/byte-twin'
import { driverOf, INSTRUMENTS, TABLE, TWIN } from '../table'

const bytesIn = (text: string): Uint8Array =>
  text.startsWith('hex:') ? new Uint8Array(Buffer.from(text.slice(4), 'hex')) : asBytes(text)

/** Zeros at the end of a report are its filling. */
const unfilled = (bytes: Uint8Array, isReport: boolean): string => textOf(bytes).replace(isReport ? /\0+$/ : /$^/, '')

/** An instrument that says what a golden vector says, to exactly the bytes that it names, and remembers what was wrong. */
function createScripted({ tx, rx }: VectorSpec, reportBytes: number): BytePeer & { wrong: string[]; done(): boolean } {
  const listeners: ((bytes: Uint8Array) => void)[] = []
  const wrong: string[] = []
  const fill = (bytes: Uint8Array) => (reportBytes ? Buffer.concat([bytes], reportBytes) : bytes)
  let step = 0
  let come = ''
  // The answers of a vector follow its requests in turn; where there are fewer, they belong to the last ones.
  const firstAnswered = tx.length - rx.length
  return {
    wrong,
    done: () => step >= tx.length,
    receive(bytes) {
      if (step >= tx.length) return // Behind the vector the driver goes on: it asks for the identity.
      come += textOf(bytes)
      const wanted = textOf(fill(bytesIn(tx[step]!)))
      if (come.length < wanted.length) return
      if (come !== wanted) wrong.push(`${JSON.stringify(come)} instead of ${JSON.stringify(wanted)}`)
      come = ''
      const answer = rx[step - firstAnswered]
      step += 1
      if (answer !== undefined) for (const listener of listeners) listener(fill(bytesIn(answer)))
    },
    onSend(listener) {
      listeners.push(listener)
      if (tx.length === 0) for (const answer of rx) setTimeout(() => listener(bytesIn(answer)), 1)
    },
    close() {},
  }
}

describe.each(
  readdirSync(INSTRUMENTS)
    .filter(name => name.endsWith('.json'))
    .map(name => name.slice(0, -5)),
)('%s', id => {
  const driver = driverOf(id)
  const reportBytes = driver.transport.hid?.report_bytes ?? 0

  it('has golden vectors, of its sets too', () => {
    expect(driver.vectors.length).toBeGreaterThan(0)
    const settable = Object.entries(driver.parameters).filter(([, { set }]) => set)
    const covered = new Set(driver.vectors.flatMap(({ set }) => set ?? []))
    expect(settable.length === 0 || covered.size > 0).toBe(true)
  })

  it.each(driver.vectors.map(vector => [nameOf(vector), vector] as const))(
    'speaks the bytes of %s',
    async (_, vector) => {
      const scripted = createScripted(vector, reportBytes)
      const value = await valueRead(driver, scripted, vector)
      expect(scripted.wrong).toEqual([])
      expect(scripted.done()).toBe(true)
      if (vector.get !== undefined) expect(value).toBe(vector.value)
    },
  )
})

/** Reads or sets as a vector says, on a line where only the vector's own bytes are answered. */
async function valueRead(driver: DriverFile, peer: BytePeer, vector: VectorSpec) {
  const { createTransactor } = await import('../../../../main/instruments/exchange/transactor')
  const { createWire } = await import('../../../../main/instruments/framing/wire')
  const { readParameter, writeParameter } = await import('../../../../main/instruments/drivers/parameters')
  const reportBytes = driver.transport.hid?.report_bytes ?? null
  const transport = openTwin(peer, { path: 'twin:vector', reportBytes })
  const line = { wire: createWire({ ...driver.framing, report_bytes: reportBytes ?? 0 }), framing: driver.framing }
  if (vector.identify) {
    await connectInstrument({
      id: 'vector',
      driver: { ...driver, on_connect: [], errors: [] },
      transport,
      log: createCommandLog(),
    })
    return null
  }
  const port = createTransactor({
    instrument: 'vector',
    transport,
    log: createCommandLog(),
    timing: { ...driver.timing, first_byte_ms: 200, quiet_ms: 5 },
    *resync() {},
    clearLine: null,
    streams: driver.framing.streams,
  })
  const name = (vector.get ?? vector.set)!
  const place = { name, spec: driver.parameters[name]!, channel: vector.channel ?? null, options: driver.options }
  if (vector.set !== undefined) {
    await port.run({ name, kind: 'set', dialogue: () => writeParameter(line, place, vector.value!) })
    return null
  }
  return (await port.run({ name, kind: 'set', dialogue: () => readParameter(line, place) })).value
}

const nameOf = ({ identify, get, set, channel = '', value }: VectorSpec) =>
  identify ? 'the identity' : get ? `get ${get} ${channel}` : `set ${set} ${channel} to ${value}`

describe.each(TABLE.map(one => [one.driver, one] as const))('the twin of %s', (id, { twin }) => {
  const driver = driverOf(id)
  const isReport = driver.transport.hid !== undefined

  it('answers the golden vectors with their bytes, one after another', async () => {
    const peer = twin(TWIN)
    const heard = listenTo(peer)
    for (const command of driver.on_connect) if (typeof command === 'string') peer.receive(asBytes(command))
    for (const vector of driver.vectors) {
      const answers: string[] = []
      for (const [index, request] of vector.tx.entries()) {
        // A message every 60 ms at most (Lake Shore); the module's answer takes its time (SIM900).
        await new Promise(resolve => setTimeout(resolve, driver.timing.gap_ms > 0 || id === 'srs-sim928' ? 60 : 5))
        heard.length = 0
        peer.receive(bytesIn(request))
        if (id === 'windfreak-synthhd') await new Promise(resolve => setTimeout(resolve, 10))
        const said = heard.map(bytes => unfilled(bytes, isReport))
        const answered = index >= vector.tx.length - vector.rx.length
        if (answered) answers.push(said.at(-1) ?? '')
      }
      const wanted = vector.rx.map(text => unfilled(bytesIn(text), isReport))
      if (vector.varies) continue
      expect({ vector: nameOf(vector), answers }).toEqual({
        vector: nameOf(vector),
        answers: vector.tx.length ? wanted : answers,
      })
    }
    peer.close()
  })
})

function listenTo(peer: ByteTwin): Uint8Array[] {
  const heard: Uint8Array[] = []
  peer.onSend(bytes => heard.push(bytes))
  return heard
}
