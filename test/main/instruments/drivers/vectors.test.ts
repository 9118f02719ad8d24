import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { driverCodecOf, sendCommands } from '../../../../main/instruments/drivers/commands'
import { drainErrors } from '../../../../main/instruments/drivers/error-queue'
import { connectInstrument } from '../../../../main/instruments/drivers/instrument'
import { readParameter, writeParameter } from '../../../../main/instruments/drivers/parameter-dialogues'
import { askByHand } from '../../../../main/instruments/drivers/raw-link'
import type { DriverFile, VectorSpec } from '../../../../main/instruments/drivers/schema'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { createPort } from '../../../../main/instruments/exchange/port'
import { asBytes, textOf } from '../../../../main/instruments/model/bytes'
import { isFault } from '../../../../main/instruments/model/fault'
import { type BytePeer, openTwin } from '../../../../main/instruments/transport/twin'
import type { ByteTwin } from '../../../../main/twins/model/byte-twin'
import { TWIN_MODELS } from '../../../../main/twins/thread/models'
import { twinOf } from '../../twins/sequencer/rig'
import { driverOf, INSTRUMENTS, TABLE, TWIN } from '../table'

const bytesIn = (text: string): Uint8Array =>
  text.startsWith('hex:') ? new Uint8Array(Buffer.from(text.slice(4), 'hex')) : asBytes(text)

/** Zeros at the end of a report are its placeholders. */
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
      if (step >= tx.length) return // Behind the vector the driver goes on: it queries the identity.
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

const IDS = readdirSync(INSTRUMENTS)
  .filter(name => name.endsWith('.json'))
  .map(name => name.slice(0, -5))

/** One name for each thing that a driver may send or must understand. */
function wantedOf(driver: DriverFile): string[] {
  const { identity, on_connect, framing, errors, parameters } = driver
  return [
    ...(identity === 'usb' ? [] : ['identify']),
    ...(on_connect.length > 0 ? ['connect'] : []),
    ...(framing.clear_line === undefined ? [] : ['clear']),
    ...(framing.text_code === undefined ? [] : ['console']),
    ...(framing.kind === 'enq-ack' ? ['a refusal'] : []),
    ...(errors.length > 0 ? ['no error'] : []),
    ...errors.map((_, index) => `an error of queue ${index}`),
    ...Object.entries(parameters).flatMap(([name, { value, get, set, status, invalid_values }]) => [
      ...(get ? [`get ${name}`] : []),
      ...(set ? settingsOf(value).map(setting => `set ${name}${setting}`) : []),
      ...Object.values({ ...status?.bits, ...status?.words }).flatMap(word =>
        word === 'ok' ? [] : `get ${name} ${word}`,
      ),
      ...(invalid_values ? [`get ${name} invalid_value`] : []),
      ...(Array.isArray(get) && get.some(one => typeof one === 'object' && 'ask' in one && one.refuse)
        ? [`get ${name} refused`]
        : []),
    ]),
  ]
}
const settingsOf = (value: DriverFile['parameters'][string]['value']): string[] =>
  value.type === 'choice'
    ? Object.keys(value.values).map(word => ` ${word}`)
    : value.type === 'boolean'
      ? [' true', ' false']
      : ['']

function givenBy(vector: VectorSpec, driver: DriverFile): string[] {
  const { identify, connect, clear, get, set, errors, status, fault } = vector
  if (identify) return ['identify']
  if (connect) return ['connect']
  if (clear) return ['clear']
  if (vector.console !== undefined) return [fault === 'refused' ? 'a refusal' : 'console']
  if (errors?.length === 0) return ['no error']
  // A queue that held an error is queried once more.
  if (errors)
    return driver.errors.flatMap(({ ask }, index) => {
      const question = [ask].flat()[0]
      const queries = vector.tx.filter(
        text => text === `${String(question).replace('{slot}', '4')}${driver.framing.request_end}`,
      )
      return queries.length > 1 ? [`an error of queue ${index}`] : []
    })
  if (get !== undefined) return [`get ${get}${(status ?? fault) ? ` ${status ?? fault}` : ''}`]
  const { type } = driver.parameters[set!]!.value
  return [`set ${set}${type === 'number' || type === 'text' ? '' : ` ${vector.value}`}`]
}

describe.each(IDS)('%s', id => {
  const driver = driverOf(id)
  const reportBytes = driver.transport.hid?.report_bytes ?? 0

  it('has golden vectors of everything that it sends or must understand', () => {
    const given = new Set(driver.vectors.flatMap(vector => givenBy(vector, driver)))
    expect(wantedOf(driver).filter(name => !given.has(name))).toEqual([])
  })

  it('has a twin', () => {
    expect(Object.keys(TWIN_MODELS)).toContain(id)
  })

  it.each(driver.vectors.map(vector => [nameOf(vector), vector] as const))(
    'speaks the bytes of %s',
    async (_, vector) => {
      const scripted = createScripted(vector, reportBytes)
      const outcome = await outcomeOf(driver, scripted, vector)
      expect(scripted.wrong).toEqual([])
      expect(scripted.done()).toBe(true)
      expect(outcome).toEqual(wantedOutcome(vector))
    },
  )
})

/** What the driver makes of a vector: a reading's value or status, errors, an answer, or the name of a fault. */
function wantedOutcome({ get, value, status, fault, errors, console: typed }: VectorSpec): unknown {
  if (fault !== undefined) return fault
  if (errors) return errors
  if (typed !== undefined) return value ?? null
  return get === undefined ? null : (status ?? value)
}

/** Acts as a vector says, on a line where only the vector's own bytes are answered. */
async function outcomeOf(driver: DriverFile, peer: BytePeer, vector: VectorSpec): Promise<unknown> {
  const reportBytes = driver.transport.hid?.report_bytes ?? null
  const transport = openTwin(peer, { path: 'twin:vector', reportBytes })
  const log = createCommandLog()
  if (vector.identify) {
    await connectInstrument({ id: 'vector', driver: { ...driver, on_connect: [], errors: [] }, transport, log })
    return null
  }
  const codec = driverCodecOf(driver)
  const port = createPort({
    transport,
    log,
    timing: { ...driver.timing, first_byte_ms: 2_000, quiet_ms: 5 },
    clearLine: driver.framing.clear_line === undefined ? null : asBytes(driver.framing.clear_line),
    streams: driver.framing.streams,
  }).join({ instrument: 'vector', *resync() {} })
  const texts = Object.fromEntries(Object.entries(driver.options).map(([name, figure]) => [name, String(figure)]))
  const placeholders = { texts, fields: driver.options }
  const run = <T>(dialogue: Parameters<typeof port.request<T>>[0]['dialogue']) =>
    port.request({ name: nameOf(vector), kind: 'set', dialogue })
  const parameter = (vector.get ?? vector.set)!
  const spec = driver.parameters[parameter]!
  const target = { parameter, spec, channel: vector.channel ?? null, options: driver.options }
  try {
    if (vector.clear) return await transport.write(asBytes(driver.framing.clear_line!)).then(() => null)
    if (vector.connect)
      return (await run(() => sendCommands(codec, { commands: driver.on_connect, placeholders }))) ?? null
    if (vector.errors) return await drainErrors({ port, codec, driver, placeholders }, {})
    if (vector.console !== undefined)
      return await askByHand({ port, codec, cause: null, settle: undefined, answersAll: false }, vector.console)
    if (vector.set !== undefined) return (await run(() => writeParameter(codec, target, vector.value!))) ?? null
    const { value, status } = await run(() => readParameter(codec, target))
    return status === 'ok' ? value : status
  } catch (error) {
    if (isFault(error)) return error.fault
    throw error
  }
}

const nameOf = ({
  identify,
  connect,
  clear,
  get,
  set,
  errors,
  console: typed,
  channel = '',
  value,
  status,
  fault,
}: VectorSpec) => {
  if (identify) return 'the identity'
  if (connect) return 'the connection'
  if (clear) return 'the end of what it sends'
  if (typed !== undefined) return `${typed} by hand`
  if (errors) return `${errors.length} errors ${errors.join()}`
  return get ? `get ${get} ${channel} ${status ?? fault ?? ''}` : `set ${set} ${channel} to ${value}`
}

/** Figures depend on the weather, the form of the text does not; a serial number may begin with a letter. */
const formOf = (text: string): string =>
  text
    .replace(/\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, '0')
    .replace(/[+-](?=0)/g, '')
    .replace(/\bA(?=0)/, '')
/** Of the sequencer's twin, which has its own serial number, and of everything whose figures are the twin's own. */
const agreed = (said: string, wanted: string, { varies, status, fault }: VectorSpec): boolean =>
  !varies ? said === wanted : status !== undefined || fault !== undefined || formOf(said) === formOf(wanted)

/** The sequencer's rows come from its own rig: its twin has a chip behind it. */
const PLAYED = [
  ...TABLE.map(({ driver, twin }) => [driver, twin] as const),
  ['pentad-sequencer', () => twinOf()] as const,
]

describe.each(PLAYED)('the twin of %s', (id, twin) => {
  const driver = driverOf(id)
  const isReport = driver.transport.hid !== undefined
  // A message every 60 ms at most (Lake Shore); the module's answer takes its time (SIM900).
  const pause = driver.timing.gap_ms > 0 || id === 'srs-sim928' ? 60 : 5

  it('answers the golden vectors with their bytes, one after another', async () => {
    const peer = twin(TWIN)
    const received = listenTo(peer)
    const say = async (request: string): Promise<string> => {
      await sleep(pause)
      received.length = 0
      const bytes = bytesIn(request)
      peer.receive(isReport ? Buffer.concat([bytes], driver.transport.hid!.report_bytes) : bytes)
      if (id === 'windfreak-synthhd') await sleep(10)
      // Status reports come before and behind an answer.
      const answers = driver.framing.skip_reports > 0 ? received.filter(([code]) => code === bytes[0]) : received
      return unfilled(answers.at(-1) ?? new Uint8Array(0), isReport)
    }
    const wrong: object[] = []
    for (const vector of driver.vectors) {
      for (const text of vector.before) await say(text)
      const answers: string[] = []
      for (const request of vector.tx) answers.push(await say(request))
      const wanted = vector.rx.map(text => unfilled(bytesIn(text), isReport))
      const said = answers.slice(answers.length - wanted.length)
      if (vector.tx.length > 0 && !wanted.every((text, index) => agreed(said[index]!, text, vector)))
        wrong.push({ vector: nameOf(vector), said, wanted })
    }
    peer.close()
    expect(wrong).toEqual([])
  })
})

function listenTo(peer: ByteTwin): Uint8Array[] {
  const received: Uint8Array[] = []
  peer.onSend(bytes => received.push(bytes))
  return received
}
