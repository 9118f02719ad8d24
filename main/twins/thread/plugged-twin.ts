/** A twin of the thread with the line to it: connected, cut off and plugged in again while the instrument itself lives on. */
import type { UnplugFault } from '../faults/line-fault'
import { affectsReply, type FaultyTwin, withFaults } from '../faults/with-faults'
import type { ByteTwin, TwinClock } from '../model/byte-twin'
import type { MisbehavingTwin } from '../model/set-guard'
import { type FaultScript, type FromTwins, NO_FAULTS, type TwinCalibration } from './messages'
import type { HostedTwin } from './models'

/** Who is unplugged without further words is back after this time. */
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
  private line: { readonly connection: number; readonly twin: FaultyTwin } | null = null
  /** Gets what the instrument sends. */
  private passOn: (bytes: Uint8Array) => void = () => undefined
  private script: FaultScript = NO_FAULTS
  /** Sent since the script was set. */
  private replies = 0
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
      this.line = null
      this.passOn = () => undefined
      send({ kind: 'unplugged', name, connection })
      this.unplugged(fault)
    })
    twin.setScript(this.remaining())
  }

  receive(connection: number, bytes: Uint8Array): void {
    if (this.line?.connection === connection) this.line.twin.receive(bytes)
  }

  close(connection: number): void {
    if (this.line?.connection !== connection) return
    const { twin } = this.line
    this.line = null
    this.passOn = () => undefined
    twin.close()
  }

  /** Plugs it in again, too. */
  setFaults(script: FaultScript): void {
    const { send, name } = this.options
    this.script = script
    this.replies = 0
    this.cancelReturn()
    send({ kind: 'plugged', name })
    if (this.line) this.line.twin.setScript(this.remaining())
    else this.unplugUnconnected()
  }

  /** What is pulled out before a byte more has gone needs no connection to be gone. */
  private unplugUnconnected(): void {
    const { send, name } = this.options
    for (const { reply, fault } of this.script.faults) {
      if (fault.kind !== 'unplug' || fault.bytes > 0 || reply > this.replies) continue
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

  private listenedTo(instrument: HostedTwin): HostedTwin {
    instrument.onSend(bytes => {
      if (this.instrument !== instrument || !this.line) return
      this.replies += 1
      this.passOn(bytes)
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
      misbehave: kind => instrument.misbehave?.(kind),
      close: () => undefined,
    }
  }

  private remaining() {
    return this.script.faults.map(({ reply, fault }) => ({ reply: reply - this.replies, fault }))
  }

  private unplugged(fault: UnplugFault | null): void {
    const { clock, create, send, name } = this.options
    // What took effect when it was armed would do so again on the next connection.
    const faults = this.script.faults.filter(
      ({ reply, fault }) => reply > this.replies || (reply === this.replies && affectsReply(fault)),
    )
    this.script = { ...this.script, faults }
    if (fault?.serial_number !== undefined) {
      this.instrument.close()
      this.instrument = this.listenedTo(create(fault.serial_number))
    }
    const after_ms = fault?.returns_after_ms === undefined ? RETURNS_MS : fault.returns_after_ms
    if (after_ms !== null) this.cancelReturn = clock.after(after_ms, () => send({ kind: 'plugged', name }))
  }
}
