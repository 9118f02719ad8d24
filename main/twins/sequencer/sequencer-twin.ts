/** A rack with one sequencer that speaks SCPI, plays `qseq/1` from the bytes it received alone, and keeps time on a clock of its own. */
import type { ByteTwin } from '../model/byte-twin'
import type { DeviceNoise } from './chip/device-noise'
import { blockOf, type CommandMessage, type CommandReader, createCommandReader, shownCommand } from './command-reader'
import { type SequencerTwinOptions, TwinSequencer } from './twin-sequencer'

const MAX_ERRORS = 32
const FIRMWARE = '1.0.0'

export interface SequencerTwin extends ByteTwin {
  /** Sets the noise of the chip for programs that are uploaded from now on. */
  setNoise(noise: DeviceNoise): void
}

export function createSequencerTwin(options: SequencerTwinOptions): SequencerTwin {
  const rack = new Rack(options)
  return {
    setNoise: noise => rack.sequencer.setNoise(noise),
    receive: bytes => rack.receive(bytes),
    onSend: listener => rack.onSend(listener),
    close: () => rack.close(),
  }
}

/** Reads commands, sends replies, and keeps the queue of SCPI errors. */
class Rack {
  readonly sequencer: TwinSequencer
  readonly errors: string[] = []
  readonly identity: string
  private readonly listeners: ((bytes: Uint8Array) => void)[] = []
  private readonly read: CommandReader
  private closed = false

  constructor(private readonly options: SequencerTwinOptions) {
    this.identity = `Pentad,QSEQ twin SIMULATED,${options.serialNumber ?? 'T-0000'},${FIRMWARE}`
    this.read = createCommandReader(options.limits.program_bytes)
    this.sequencer = new TwinSequencer(options, error => this.queue(error))
  }

  onSend(listener: (bytes: Uint8Array) => void): void {
    this.listeners.push(listener)
  }

  receive(bytes: Uint8Array): void {
    if (this.closed) return
    for (const received of this.read(bytes)) {
      if ('error' in received) this.queue(received.error)
      else this.command(received)
    }
  }

  close(): void {
    this.closed = true
    this.sequencer.abort()
    this.listeners.length = 0
  }

  answer(text: string): null {
    return this.send(Buffer.from(`${text}\n`, 'latin1'))
  }

  answerBlock(bytes: Uint8Array): null {
    return this.send(blockOf(bytes))
  }

  private send(bytes: Uint8Array): null {
    for (const listener of this.listeners) listener(bytes)
    return null
  }

  private queue(error: string): void {
    if (this.errors.length < MAX_ERRORS) this.errors.push(error)
    else this.errors[MAX_ERRORS - 1] = '-350,"Queue overflow"'
  }

  private command({ text, block }: CommandMessage): void {
    const error = this.obey(text, block)
    if (error) this.queue(error)
  }

  /** The error that the line is answered with, null where it is obeyed. */
  private obey(text: string, block: Uint8Array | null): string | null {
    const common = COMMON.find(([pattern]) => pattern.test(text))
    const [, slot, sequencer, rest = ''] = /^SLOT(\d+):SEQ(?:UENCER)?(\d+):(.+)$/i.exec(text) ?? []
    const isHere = Number(slot) === this.options.slot && Number(sequencer) === this.options.sequencer
    if (!common && rest !== '' && !isHere) return `-114,"Header suffix out of range; ${shownCommand(text)}"`
    if (!common && /^PROG(RAM)?$/i.test(rest)) return this.sequencer.upload(block)
    const [, run] = common ?? OF_SEQUENCER.find(([pattern]) => pattern.test(rest)) ?? []
    if (!run) return `-113,"Undefined header; ${shownCommand(text)}"`
    if (block) return `-108,"Parameter not allowed; ${shownCommand(text)}"`
    return run(this)
  }
}

type RackCommand = readonly [RegExp, (rack: Rack) => string | null]

function reset({ sequencer, errors }: Rack): null {
  sequencer.reset()
  errors.length = 0
  return null
}

function clear({ errors }: Rack): null {
  errors.length = 0
  return null
}

function sendPoints(rack: Rack): string | null {
  const points = rack.sequencer.points()
  return points ? rack.answerBlock(points) : '-113,"Undefined header; it keeps no points"'
}

const NO_ERROR = '0,"No error"'

/** Commands for the whole rack. */
const COMMON: readonly RackCommand[] = [
  [/^\*IDN\?$/i, rack => rack.answer(rack.identity)],
  [/^\*RST$/i, reset],
  [/^\*CLS$/i, clear],
  [/^\*OPC\?$/i, rack => rack.answer('1')],
  [/^SYST(EM)?:ERR(OR)?:COUN(T)?\?$/i, rack => rack.answer(String(rack.errors.length))],
  [/^SYST(EM)?:ERR(OR)?(:NEXT)?\?$/i, rack => rack.answer(rack.errors.shift() ?? NO_ERROR)],
  [/^SYST(EM)?:ERR(OR)?:ALL\?$/i, rack => rack.answer(rack.errors.splice(0).join(',') || NO_ERROR)],
]

/** Commands behind `SLOT<n>:SEQuencer0:`. */
const OF_SEQUENCER: readonly RackCommand[] = [
  [/^PROG(RAM)?:SHA256\?$/i, rack => rack.answer(rack.sequencer.sha256)],
  [/^ARM$/i, ({ sequencer }) => sequencer.arm()],
  [/^START$/i, ({ sequencer }) => sequencer.start()],
  [/^STOP$/i, ({ sequencer }) => sequencer.stop()],
  [/^STATE\?$/i, rack => rack.answer(rack.sequencer.stateText())],
  [/^ACQ(UISITION)?:BIN(S)?\?$/i, rack => rack.answerBlock(rack.sequencer.bins)],
  [/^ACQ(UISITION)?:DEL(ETE)?$/i, ({ sequencer }) => sequencer.forget()],
  [/^MARK(S)?\?$/i, rack => rack.answerBlock(rack.sequencer.marks)],
  [/^ACQ(UISITION)?:IQ\?$/i, sendPoints],
]
