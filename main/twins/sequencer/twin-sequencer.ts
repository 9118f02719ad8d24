/**
 * The sequencer of the rack: a program, armed, started and stopped; what it acquired; a clock of its own. SIMULATED: its chip has
 * the noise of its calibration.
 */
import { createHash } from 'node:crypto'
import type { DecayModel } from '../../qec/noise/transform'
import { createRandom } from '../../simulation/model/random'
import type { TwinOptions } from '../model/byte-twin'
import { type Acquisition, acquire, type Spoiled, spoilage } from './acquisition'
import type { DeviceNoise } from './chip/device-noise'
import { type Player, playerOf, type TwinEngines } from './chip/play-program'
import { pointsOf } from './chip/readout-points'
import { type ReceivedProgram, Refused, readProgram } from './chip/received-program'
import { shownCommand } from './command-reader'
import { checkFeedback } from './feedback'

/** Limits of this rack: the fields of a sequencer profile that concern it. */
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
  /** The one sequencer that the rack has: `SLOT2:SEQuencer0`. */
  readonly slot: number
  readonly sequencer: number
  readonly limits: RackLimits
  /** Qubits of the chip behind it; the readout line of qubit 5 is `readout5`. */
  readonly qubits: readonly number[]
  readonly noise: DeviceNoise
  readonly decay: DecayModel
  readonly engines: TwinEngines
  /** How often a filled bin comes out empty, and invalid; never unless given. */
  readonly spoiled?: Spoiled
}

type PlayState = 'IDLE' | 'ARMED' | 'RUNNING' | 'STOPPED'

interface Loaded {
  readonly program: ReceivedProgram
  readonly sha256: string
  /** Noise of the chip at the upload: the program is played and read out with it, whatever is set afterwards. */
  readonly noise: DeviceNoise
  readonly player: Player
}

const NOTHING = new Uint8Array(0)

/** Commands give the SCPI error that they are answered with, null where they are obeyed. */
export class TwinSequencer {
  private readonly readout: ReadonlyMap<string, number>
  private state: PlayState = 'IDLE'
  private flags: readonly string[] = []
  private failure = ''
  private loaded: Loaded | null = null
  private acquisition: Acquisition | null = null
  private running: AbortController | null = null
  private clock_ns = 0
  private batches = 0n
  private noise: DeviceNoise

  constructor(
    private readonly options: SequencerTwinOptions,
    /** Called with the error of a batch that failed while it ran. */
    private readonly failed: (error: string) => void,
  ) {
    this.noise = options.noise
    this.readout = new Map(options.qubits.map(qubit => [`readout${qubit}`, qubit]))
  }

  get sha256(): string {
    return this.loaded?.sha256 ?? ''
  }

  get bins(): Uint8Array {
    return this.acquisition?.bins ?? NOTHING
  }

  get marks(): Uint8Array {
    return this.acquisition?.marks ?? NOTHING
  }

  /** Null where it keeps none. */
  points(): Uint8Array | null {
    const { limits, seed } = this.options
    if (limits.iq !== 'points') return null
    if (!this.loaded || !this.acquisition) return NOTHING
    const { program, noise } = this.loaded
    const random = createRandom(BigInt.asUintN(64, BigInt(seed) ^ (0x706f696e7473n + this.batches)))
    return pointsOf(program, { bins: this.acquisition.bins, noise, random })
  }

  /** Sets the noise of the chip for programs that are uploaded from now on. */
  setNoise(noise: DeviceNoise): void {
    this.noise = noise
  }

  forget(): null {
    this.acquisition = null
    return null
  }

  reset(): void {
    this.abort()
    this.unload()
    this.failure = ''
  }

  abort(): void {
    this.running?.abort()
    this.running = null
  }

  upload(block: Uint8Array | null): string | null {
    if (!block) return '-109,"Missing parameter; PROGram needs a block"'
    if (this.state === 'RUNNING') return '-221,"Settings conflict; it is running"'
    this.unload()
    try {
      const { limits, decay, engines } = this.options
      const text = Buffer.from(block).toString('latin1')
      const program = readProgram(text, { ...limits, readoutLine: name => this.readout.get(name) })
      checkFeedback(program)
      const sha256 = createHash('sha256').update(block).digest('hex')
      const { noise } = this
      this.loaded = { program, sha256, noise, player: playerOf(program, { noise, decay, engines }) }
      return null
    } catch (error) {
      return error instanceof Refused ? error.message : `-222,"Data out of range; ${shownCommand(String(error))}"`
    }
  }

  arm(): string | null {
    if (this.state === 'RUNNING') return '-221,"Settings conflict; it is running"'
    if (!this.loaded) return '-221,"Settings conflict; no program is loaded"'
    this.acquisition = null
    this.flags = []
    this.failure = ''
    this.state = 'ARMED'
    return null
  }

  start(): string | null {
    if (this.state !== 'ARMED' || !this.loaded) return '-211,"Trigger ignored; it is not armed"'
    this.state = 'RUNNING'
    const running = new AbortController()
    this.running = running
    this.play(this.loaded, running.signal).then(
      acquisition => this.ended(running, acquisition, ['ACQ_BINNING_DONE']),
      error => {
        if (running.signal.aborted) return
        this.failure = 'SIMULATION_FAILED'
        this.failed(`-310,"System error; ${shownCommand(String(error))}"`)
        this.ended(running, null, [])
      },
    )
    return null
  }

  stop(): null {
    this.abort()
    if (this.state === 'RUNNING') this.flags = ['FORCED_STOP']
    if (this.state !== 'IDLE') this.state = 'STOPPED'
    return null
  }

  stateText(): string {
    const status = this.failure === '' ? 'OKAY' : 'ERROR'
    return `${status};${this.state};${this.flags.map(flag => `${flag},`).join('')};;${this.failure};`
  }

  private unload(): void {
    this.loaded = null
    this.acquisition = null
    this.state = 'IDLE'
    this.flags = []
  }

  private ended(running: AbortController, acquisition: Acquisition | null, flags: readonly string[]): void {
    if (this.running !== running) return
    this.running = null
    this.acquisition = acquisition
    if (acquisition) this.clock_ns = acquisition.end_ns
    this.flags = flags
    this.state = 'STOPPED'
  }

  private async play({ program, player }: Loaded, signal: AbortSignal): Promise<Acquisition> {
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
}
