/**
 * A rack with one sequencer that speaks SCPI, plays `qseq/1` from the bytes it received alone, and keeps time on a clock of its
 * own. SIMULATED: its chip errs as the calibration says that it was made with.
 */
import { createHash } from 'node:crypto'
import type { DecayModel } from '../../qec/noise/transform'
import { createRandom } from '../../simulation/model/random'
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import { type Acquisition, acquire, type Spoiled, spoilage } from './acquisition'
import { blockOf, type CommandMessage, type CommandReader, createCommandReader } from './command-reader'
import type { DeviceNoise } from './device-noise'
import { checkFeedback } from './feedback'
import { type Player, playerOf, type TwinEngines } from './play-program'
import { pointsOf } from './readout-points'
import { type ReceivedProgram, Refused, readProgram } from './received-program'

/** What this rack holds and does; the fields of a sequencer profile that concern it. */
export interface RackLimits {
  readonly grid_ns: number
  readonly bins: number
  readonly registers: number
  readonly feedforward_latency_ns: number | null
  readonly timestamps: 'marks' | 'none'
  readonly marked_shots: number
  readonly iq?: 'points' | 'none'
  readonly program_bytes: number
}

/** Device time begins at the clock's and runs with the program. */
export interface SequencerTwinOptions extends TwinOptions {
  readonly slot: number
  readonly limits: RackLimits
  /** Qubits of the chip behind it; the readout line of qubit 5 is `readout5`. */
  readonly qubits: readonly number[]
  readonly noise: DeviceNoise
  readonly decay: DecayModel
  readonly engines: TwinEngines
  /** How often a filled bin comes out empty, and invalid; never unless given. */
  readonly spoiled?: Spoiled
}

type State = 'IDLE' | 'ARMED' | 'RUNNING' | 'STOPPED'

const MOST_ERRORS = 32
const FIRMWARE = '1.0.0'

export interface SequencerTwin extends ByteTwin {
  /** The chip errs in this way from the next program on that is uploaded. */
  setNoise(noise: DeviceNoise): void
}

export function createSequencerTwin(options: SequencerTwinOptions): SequencerTwin {
  const rack = new Rack(options)
  return {
    setNoise: noise => rack.setNoise(noise),
    receive: bytes => rack.receive(bytes),
    onSend: listener => rack.onSend(listener),
    close: () => rack.close(),
  }
}

class Rack {
  private readonly listeners: ((bytes: Uint8Array) => void)[] = []
  private readonly read: CommandReader
  private readonly readout: ReadonlyMap<string, number>
  private readonly errors: string[] = []
  private state: State = 'IDLE'
  private flags: readonly string[] = []
  private failure = ''
  private loaded: { readonly program: ReceivedProgram; readonly sha256: string; readonly player: Player } | null = null
  private acquisition: Acquisition | null = null
  private running: AbortController | null = null
  private clock_ns = 0
  private batches = 0n
  private closed = false
  private noise: DeviceNoise

  constructor(private readonly options: SequencerTwinOptions) {
    this.noise = options.noise
    this.read = createCommandReader(options.limits.program_bytes)
    this.readout = new Map(options.qubits.map(qubit => [`readout${qubit}`, qubit]))
  }

  setNoise(noise: DeviceNoise): void {
    this.noise = noise
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
    this.running?.abort()
    this.listeners.length = 0
  }

  private send(bytes: Uint8Array): void {
    for (const listener of this.listeners) listener(bytes)
  }

  private answer(text: string): null {
    this.send(Buffer.from(`${text}\n`, 'latin1'))
    return null
  }

  private queue(error: string): void {
    if (this.errors.length < MOST_ERRORS) this.errors.push(error)
    else this.errors[MOST_ERRORS - 1] = '-350,"Queue overflow"'
  }

  private command({ text, block }: CommandMessage): void {
    const error = this.obey(text, block)
    if (error) this.queue(error)
  }

  /** The error that the line is answered with, null where it is obeyed. */
  private obey(text: string, block: Uint8Array | null): string | null {
    const common = COMMON.find(([pattern]) => pattern.test(text))
    const [, slot, sequencer, rest = ''] = /^SLOT(\d+):SEQ(?:UENCER)?(\d+):(.+)$/i.exec(text) ?? []
    const isHere = Number(slot) === this.options.slot && Number(sequencer) === 0
    if (!common && rest !== '' && !isHere) return `-114,"Header suffix out of range; ${shown(text)}"`
    if (!common && /^PROG(RAM)?$/i.test(rest)) return this.upload(block)
    const own = OWN.find(([pattern]) => pattern.test(rest))
    if (!common && !own) return `-113,"Undefined header; ${shown(text)}"`
    if (block) return `-108,"Parameter not allowed; ${shown(text)}"`
    common?.[1](this.common)
    return own?.[1](this.own) ?? null
  }

  /** What commands of the whole rack do. */
  readonly common = {
    identity: () => this.answer(`Pentad,QSEQ twin SIMULATED,${this.options.serialNumber ?? 'T-0000'},${FIRMWARE}`),
    reset: () => this.reset(),
    clear: () => {
      this.errors.length = 0
    },
    completed: () => this.answer('1'),
    errorCount: () => this.answer(String(this.errors.length)),
    nextError: () => this.answer(this.errors.shift() ?? '0,"No error"'),
    allErrors: () => this.answer(this.errors.splice(0).join(',') || '0,"No error"'),
  }

  /** What commands of its sequencer do; each gives its error, or null. */
  readonly own = {
    sha256: () => this.answer(this.loaded?.sha256 ?? ''),
    arm: () => this.arm(),
    start: () => this.start(),
    stop: () => this.stop(),
    state: () => this.answer(this.stateText()),
    bins: () => this.sendBlock(this.acquisition?.bins),
    marks: () => this.sendBlock(this.acquisition?.marks),
    points: () => this.sendPoints(),
    forget: () => {
      this.acquisition = null
      return null
    },
  }

  private reset(): void {
    this.running?.abort()
    this.running = null
    this.unload()
    this.failure = ''
    this.errors.length = 0
  }

  private unload(): void {
    this.loaded = null
    this.acquisition = null
    this.state = 'IDLE'
    this.flags = []
  }

  private sendBlock(bytes: Uint8Array = new Uint8Array(0)): null {
    this.send(blockOf(bytes))
    return null
  }

  private sendPoints(): string | null {
    const { limits, seed } = this.options
    if (limits.iq !== 'points') return '-113,"Undefined header; it keeps no points"'
    if (!this.loaded || !this.acquisition) return this.sendBlock()
    const random = createRandom(BigInt.asUintN(64, BigInt(seed) ^ (0x706f696e7473n + this.batches)))
    return this.sendBlock(pointsOf(this.loaded.program, this.acquisition.bins, this.noise, random))
  }

  private upload(block: Uint8Array | null): string | null {
    if (!block) return '-109,"Missing parameter; PROGram needs a block"'
    if (this.state === 'RUNNING') return '-221,"Settings conflict; it is running"'
    this.unload()
    try {
      const { limits, decay, engines } = this.options
      const text = Buffer.from(block).toString('latin1')
      const program = readProgram(text, { ...limits, readoutLine: name => this.readout.get(name) })
      checkFeedback(program)
      const sha256 = createHash('sha256').update(block).digest('hex')
      this.loaded = { program, sha256, player: playerOf(program, this.noise, decay, engines) }
      return null
    } catch (error) {
      return error instanceof Refused ? error.message : `-222,"Data out of range; ${shown(String(error))}"`
    }
  }

  private arm(): string | null {
    if (this.state === 'RUNNING') return '-221,"Settings conflict; it is running"'
    if (!this.loaded) return '-221,"Settings conflict; no program is loaded"'
    this.acquisition = null
    this.flags = []
    this.failure = ''
    this.state = 'ARMED'
    return null
  }

  private start(): string | null {
    if (this.state !== 'ARMED' || !this.loaded) return '-211,"Trigger ignored; it is not armed"'
    this.state = 'RUNNING'
    const running = new AbortController()
    this.running = running
    this.play(this.loaded, running.signal).then(
      acquisition => this.ended(running, acquisition, ['ACQ_BINNING_DONE']),
      error => {
        if (running.signal.aborted) return
        this.failure = 'SIMULATION_FAILED'
        this.queue(`-310,"System error; ${shown(String(error))}"`)
        this.ended(running, null, [])
      },
    )
    return null
  }

  private ended(running: AbortController, acquisition: Acquisition | null, flags: readonly string[]): void {
    if (this.running !== running) return
    this.running = null
    this.acquisition = acquisition
    if (acquisition) this.clock_ns = acquisition.end_ns
    this.flags = flags
    this.state = 'STOPPED'
  }

  private async play({ program, player }: NonNullable<Rack['loaded']>, signal: AbortSignal): Promise<Acquisition> {
    const { seed, limits, spoiled, clock } = this.options
    const of_batch = BigInt.asUintN(64, BigInt(seed) + 0x9e3779b97f4a7c15n * ++this.batches)
    const random = createRandom(of_batch ^ 0x73706f696c6564n)
    const begun_ns = Math.round((clock.now() * 1e6) / limits.grid_ns) * limits.grid_ns
    const played = await player(program.shots, of_batch, signal)
    return acquire(program, {
      ...played,
      start_ns: Math.max(this.clock_ns, begun_ns),
      marked_shots: limits.timestamps === 'marks' ? limits.marked_shots : 0,
      spoil: spoilage(spoiled, random),
    })
  }

  private stop(): null {
    this.running?.abort()
    this.running = null
    if (this.state === 'RUNNING') this.flags = ['FORCED_STOP']
    if (this.state !== 'IDLE') this.state = 'STOPPED'
    return null
  }

  private stateText(): string {
    const status = this.failure === '' ? 'OKAY' : 'ERROR'
    return `${status};${this.state};${this.flags.map(flag => `${flag},`).join('')};;${this.failure};`
  }
}

const shown = (text: string): string => text.slice(0, 60).replaceAll('"', "'")

const COMMON: readonly (readonly [RegExp, (rack: Rack['common']) => void])[] = [
  [/^\*IDN\?$/i, rack => rack.identity()],
  [/^\*RST$/i, rack => rack.reset()],
  [/^\*CLS$/i, rack => rack.clear()],
  [/^\*OPC\?$/i, rack => rack.completed()],
  [/^SYST(EM)?:ERR(OR)?:COUN(T)?\?$/i, rack => rack.errorCount()],
  [/^SYST(EM)?:ERR(OR)?(:NEXT)?\?$/i, rack => rack.nextError()],
  [/^SYST(EM)?:ERR(OR)?:ALL\?$/i, rack => rack.allErrors()],
]

const OWN: readonly (readonly [RegExp, (sequencer: Rack['own']) => string | null])[] = [
  [/^PROG(RAM)?:SHA256\?$/i, sequencer => sequencer.sha256()],
  [/^ARM$/i, sequencer => sequencer.arm()],
  [/^START$/i, sequencer => sequencer.start()],
  [/^STOP$/i, sequencer => sequencer.stop()],
  [/^STATE\?$/i, sequencer => sequencer.state()],
  [/^ACQ(UISITION)?:BIN(S)?\?$/i, sequencer => sequencer.bins()],
  [/^ACQ(UISITION)?:DEL(ETE)?$/i, sequencer => sequencer.forget()],
  [/^MARK(S)?\?$/i, sequencer => sequencer.marks()],
  [/^ACQ(UISITION)?:IQ\?$/i, sequencer => sequencer.points()],
]
