/** A twin of the thread with the line to it: connected, cut off and plugged in again while the instrument itself lives on. */
import type { UnplugFault } from '../faults/line-fault'
import { type FaultyTwin, withFaults } from '../faults/with-faults'
import type { ByteTwin, TwinClock } from '../model/byte-twin'
import type { MisbehavingTwin } from '../model/set-guard'
import { type FaultScript, type FromTwins, NO_FAULTS, type TwinCalibration } from './messages'
import type { HostedTwin } from './models'

/** Milliseconds after which an unplugged twin is back where its fault does not say. */
const RETURNS_MS = 2_000

interface PluggedTwinOptions {
  readonly name: string
  readonly clock: TwinClock
  /** The instrument with this serial number, or with its own. */
  readonly create: (serial_number: string | null) => HostedTwin
  readonly send: (message: FromTwins) => void
}

export class PluggedTwin {
  private instrument: HostedTwin
  /** Whether a fault put another instrument of its kind in its place. */
  private isReplaced = false
  /** Whether it is unplugged. */
  private isAway = false
  private line: { readonly connection: number; readonly twin: FaultyTwin } | null = null
  /** Gets what the instrument sends. */
  private passOn: (bytes: Uint8Array) => void = () => undefined
  /** Faults still to come when the line was opened, or closed. */
  private script: FaultScript = NO_FAULTS
  private cancelReturn: () => void = () => undefined

  constructor(private readonly options: PluggedTwinOptions) {
    this.instrument = this.listenedTo(options.create(null))
  }

  /** Ends the connection before, if there is one. */
  open(connection: number): void {
    if (this.line) this.close(this.line.connection)
    const { clock, send, name } = this.options
    const twin = withFaults(this.end(), { seed: this.script.seed, clock })
    this.line = { connection, twin }
    twin.onSend(bytes => send({ kind: 'bytes', connection, bytes }))
    twin.onUnplug(fault => {
      this.script = this.left()
      this.line = null
      this.passOn = () => undefined
      send({ kind: 'unplugged', name, connection })
      this.unplugged(fault)
    })
    twin.setScript(this.script.faults)
  }

  /** Faults still to come. */
  left(): FaultScript {
    // No thread is sent a replug.
    return this.line ? { ...this.script, faults: this.line.twin.left() as FaultScript['faults'] } : this.script
  }

  receive(connection: number, bytes: Uint8Array): void {
    if (this.line?.connection === connection) this.line.twin.receive(bytes)
  }

  close(connection: number): void {
    if (this.line?.connection !== connection) return
    const { twin } = this.line
    this.script = this.left()
    this.line = null
    this.passOn = () => undefined
    twin.close()
  }

  /**
   * Sets the faults and plugs the twin in again. An empty script also brings back the first instrument where another one is plugged
   * in instead.
   */
  setFaults(script: FaultScript): void {
    const { send, name } = this.options
    this.script = script
    this.cancelReturn()
    if (script.faults.length === 0 && this.isReplaced && !this.isAway) this.bringBack()
    this.isAway = false
    send({ kind: 'plugged', name })
    if (this.line) this.line.twin.setScript(script.faults)
    else this.unplugUnconnected()
  }

  /** Cuts the line of the previous twin: a connected driver has to identify the instrument again. */
  private bringBack(): void {
    const { send, name, create } = this.options
    if (this.line) {
      const { connection, twin } = this.line
      this.line = null
      this.passOn = () => undefined
      twin.close()
      send({ kind: 'unplugged', name, connection })
    }
    this.replace(create(null))
    this.isReplaced = false
  }

  /** Unplugs a twin without a connection where an unplug is due before any byte. */
  private unplugUnconnected(): void {
    const { send, name } = this.options
    for (const one of this.script.faults) {
      const { reply, fault } = one
      if (fault.kind !== 'unplug' || fault.bytes > 0 || reply > 0) continue
      this.script = { ...this.script, faults: this.script.faults.filter(each => each !== one) }
      send({ kind: 'unplugged', name, connection: null })
      this.unplugged(fault)
      return
    }
  }

  setCalibration(calibration: TwinCalibration): void {
    this.instrument.setCalibration?.(calibration)
  }

  dispose(): void {
    this.cancelReturn()
    if (this.line) this.close(this.line.connection)
    this.instrument.close()
  }

  private replace(instrument: HostedTwin): void {
    this.instrument.close()
    this.instrument = this.listenedTo(instrument)
  }

  private listenedTo(instrument: HostedTwin): HostedTwin {
    instrument.onSend(bytes => {
      if (this.instrument === instrument && this.line) this.passOn(bytes)
    })
    return instrument
  }

  /** The end of a line at the instrument: cutting it leaves the instrument as it is. */
  private end(): ByteTwin & Partial<MisbehavingTwin> {
    const { instrument } = this
    return {
      receive: bytes => instrument.receive(bytes),
      onSend: listener => {
        this.passOn = listener
      },
      ...(instrument.misbehave && { misbehave: instrument.misbehave }),
      close: () => undefined,
    }
  }

  private unplugged(fault: UnplugFault | null): void {
    const { clock, create, send, name } = this.options
    if (fault?.serial_number !== undefined) {
      this.replace(create(fault.serial_number))
      this.isReplaced = true
    }
    const after_ms = fault?.returns_after_ms === undefined ? RETURNS_MS : fault.returns_after_ms
    this.isAway = true
    if (after_ms !== null)
      this.cancelReturn = clock.after(after_ms, () => {
        this.isAway = false
        send({ kind: 'plugged', name })
      })
  }
}
