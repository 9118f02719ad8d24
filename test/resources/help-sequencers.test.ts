/** The help page of sequencers is carried out: a stand-in that knows only what stands there plays the page's own program over a pty. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { connectInstrument } from '../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../main/instruments/exchange/command-log'
import { openSerial } from '../../main/instruments/transport/serial'
import { type Batch, measureProgram } from '../../main/sequencer/host/measure-program'
import type { SequencerProgram } from '../../main/sequencer/program/program'
import { canonicalText, checkProgram } from '../../main/sequencer/program/text'
import { driverOf } from '../main/instruments/table'
import { hasSocat, openPty } from '../main/instruments/transport/pty'
import { ADDRESS, clock, DEMO, sha256, twinOf } from '../main/twins/sequencer/rig'

const page = readFileSync(resolve(import.meta.dirname, '../../resources/help/sequencers/README.md'), 'utf8')
const [, text = ''] = /```json\n([\s\S]*?)\n```/.exec(page) ?? []
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const AT = 'SLOT2:SEQUENCER0:'

/** An ideal qubit for each line; it follows the tables of the page, and nothing else. */
function standIn({ late_ns = 0, spoils = (_: number): boolean => false } = {}) {
  let [waiting, send, time] = [Buffer.alloc(0), (_: Uint8Array): void => {}, 1_000_000]
  let loaded: { bytes: Buffer; program: SequencerProgram } | null = null
  let [state, bins, marks]: [string, number[], number[]] = ['IDLE', [], []]
  const errors: string[] = []
  const say = (line: string) => send(Buffer.from(`${line}\n`))
  const block = (bytes: Buffer) => {
    const length = String(bytes.length)
    send(Buffer.concat([Buffer.from(`#${length.length}${length}`), bytes, Buffer.from('\n')]))
  }
  const play = ({ blocks, body, shots, slots, registers: count }: SequencerProgram) => {
    ;[bins, marks] = [[], []]
    for (let shot = 0; shot < shots; shot++) {
      const own = new Array<number>(slots).fill(2)
      const [registers, qubits] = [new Array<number>(count).fill(0), new Map<number, number>()]
      for (const step of body) {
        if ('mark' in step) marks.push(time)
        else if ('logic' in step && step.from === 'slot') registers[step.register]! |= own[step.index]! & 1
        else if ('call' in step && (step.if === undefined || registers[step.if] === 1)) {
          const { operations, duration_ns } = blocks.find(({ name }) => name === step.call)!
          for (const operation of operations) {
            if (operation.op === 'reset') qubits.set(operation.qubit, 0)
            if (operation.op === 'x90') qubits.set(operation.qubit, 1 - qubits.get(operation.qubit)!)
            if (operation.op === 'measure') own[operation.slot + (step.slot_offset ?? 0)] = qubits.get(operation.qubit)!
          }
          time += duration_ns + late_ns
        }
      }
      if (spoils(shot)) own[0] = 3
      bins.push(...own)
    }
  }
  const commands: Record<string, () => void> = {
    '*IDN?': () => say('Example,QSEQ-1,77,0.1'),
    'SYSTEM:ERROR?': () => say(errors.shift() ?? '0,"No error"'),
    'SYSTEM:ERROR:NEXT?': () => say(errors.shift() ?? '0,"No error"'),
    [`${AT}PROGRAM:SHA256?`]: () => say(loaded ? createHash('sha256').update(loaded.bytes).digest('hex') : ''),
    [`${AT}ARM`]() {
      state = 'ARMED'
    },
    [`${AT}START`]() {
      if (loaded) play(loaded.program)
      state = 'STOPPED'
    },
    [`${AT}STATE?`]: () => say(`OKAY;${state};ACQ_BINNING_DONE,;;;`),
    [`${AT}STOP`]() {
      state = 'STOPPED'
    },
    [`${AT}ACQUISITION:BINS?`]: () => block(Buffer.from(bins)),
    [`${AT}ACQUISITION:DELETE`]() {
      bins = []
    },
    [`${AT}MARKS?`]() {
      const bytes = Buffer.alloc(8 * marks.length)
      for (const [i, ns] of marks.entries()) bytes.writeBigUInt64LE(BigInt(ns), 8 * i)
      block(bytes)
    },
  }
  /** Bytes of the next message, 0 where more are needed. */
  const obeyNext = (): number => {
    const [header, digits] = /^SLOT2:SEQuencer0:PROGram #(\d)/.exec(waiting.toString('latin1', 0, 40)) ?? []
    if (header) {
      const start = header.length + Number(digits)
      const length = Number(waiting.toString('latin1', header.length, start))
      if (waiting.length < start + length + 1) return 0
      const bytes = Buffer.from(waiting.subarray(start, start + length))
      loaded = { bytes, program: JSON.parse(bytes.toString('latin1')) }
      return start + length + 1
    }
    const end = waiting.indexOf('\n')
    const line = waiting.toString('latin1', 0, end).trim().toUpperCase()
    if (end >= 0 && line !== '') (commands[line] ?? (() => errors.push(`-113,"Undefined header; ${line}"`)))()
    return end + 1
  }
  return {
    receive(bytes: Uint8Array) {
      waiting = Buffer.concat([waiting, bytes])
      for (let used = obeyNext(); used > 0; used = waiting.length > 0 ? obeyNext() : 0) waiting = waiting.subarray(used)
    },
    onSend: (listener: (bytes: Uint8Array) => void) => {
      send = listener
    },
    close() {},
  }
}

async function played(twin: Parameters<typeof openPty>[0]) {
  const pty = await openPty(twin)
  open.push(pty)
  const driver = driverOf('pentad-sequencer')
  const transport = await openSerial(pty.path, driver.transport.serial!, pty.folder)
  const instrument = await connectInstrument({ id: 'seq', driver, transport, log: createCommandLog() })
  open.push(instrument)
  const batches: Batch[] = []
  const run = await measureProgram(instrument.link(null), {
    program: checkProgram(JSON.parse(text)),
    profile: { ...DEMO, iq: 'none' },
    address: ADDRESS,
    sha256,
    clock,
    shots: 40,
    onBatch: async batch => void batches.push(batch),
  })
  return { run, batches, instrument }
}

describe.skipIf(!hasSocat)('the help page of sequencers', () => {
  it('has a program in the one text that it has, which a stand-in of the page alone plays', async () => {
    expect(canonicalText(checkProgram(JSON.parse(text)))).toBe(text)
    const { run, batches, instrument } = await played(standIn())
    expect(instrument.identity).toMatchObject({ vendor: 'Example', model: 'QSEQ-1', serial_number: '77' })
    expect(run).toMatchObject({ shots: 40, lost: { invalid: 0, feedback_mismatch: 0 } })
    expect(run.timing).toMatchObject({ source: 'measured', value_ns: 800, compiled_ns: 800, n: 40 })
    const [first, second] = [0, 1].map(slot => [...batches[0]!.planes.data].slice(slot * batches[0]!.planes.stride)[0])
    expect([first, second]).toEqual([255, 0])
  })

  it('says what loses a shot and what ends a run', async () => {
    const { run } = await played(standIn({ spoils: shot => shot === 3 }))
    // One of 40, and of the two that are measured again at most none: a text of two shots has no shot 3.
    expect(run).toMatchObject({ shots: 40, lost: { invalid: 1, feedback_mismatch: 0 }, batches: 2 })
    await expect(played(standIn({ late_ns: 8 }))).rejects.toMatchObject({ code: 'timing_mismatch' })
  })

  it('has a program that the twin plays too', async () => {
    const { run } = await played(twinOf())
    expect(run.shots).toBe(40)
  })
})
