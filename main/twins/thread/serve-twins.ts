/** The thread's side: instruments by name, connections to them by number. */
import { systemClock, type TwinClock } from '../model/byte-twin'
import type { TwinEngines } from '../sequencer/chip/play-program'
import { type FromTwins, NO_FAULTS, type ToTwins, type TwinCalibration } from './messages'
import { TWIN_MODELS } from './models'
import { PluggedTwin } from './plugged-twin'

interface TwinPort {
  postMessage(message: FromTwins, transfer: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: ToTwins) => void): unknown
}

export function serveTwins(port: TwinPort, engines: () => TwinEngines, clock: TwinClock = systemClock): void {
  const twins = new Map<string, PluggedTwin>()
  const lines = new Map<number, PluggedTwin>()
  const calibrations = new Map<string, TwinCalibration | null>()

  function send(message: FromTwins): void {
    if (message.kind === 'unplugged' && message.connection !== null) lines.delete(message.connection)
    if (message.kind === 'bytes') {
      const bytes = new Uint8Array(message.bytes)
      port.postMessage({ ...message, bytes }, [bytes.buffer])
    } else port.postMessage(message, [])
  }

  function add({ twin, seed, calibration }: Extract<ToTwins, { kind: 'add' }>): void {
    const { name } = twin
    calibrations.set(name, calibration)
    const plugged = new PluggedTwin({
      name,
      clock,
      send,
      create(other) {
        const serialNumber = other ?? twin.serial_number
        return TWIN_MODELS[twin.driver]!.create({
          twin,
          seed,
          clock,
          engines,
          calibration: calibrations.get(name) ?? null,
          ...(serialNumber !== null && { serialNumber }),
        })
      },
    })
    twins.set(name, plugged)
  }

  const sendFaults = ({ name, request }: { readonly name: string; readonly request: number }) =>
    send({ kind: 'faults_left', request, script: twins.get(name)?.left() ?? NO_FAULTS })

  port.on('message', message => {
    switch (message.kind) {
      case 'add':
        return add(message)
      case 'remove':
        twins.get(message.name)?.dispose()
        return void twins.delete(message.name)
      case 'calibration':
        calibrations.set(message.name, message.calibration)
        return twins.get(message.name)?.setCalibration(message.calibration)
      case 'faults':
        twins.get(message.name)?.setFaults(message.script)
        return sendFaults(message)
      case 'ask_faults':
        return sendFaults(message)
      case 'open': {
        const twin = twins.get(message.name)
        if (!twin) return
        lines.set(message.connection, twin)
        send({ kind: 'opened', connection: message.connection })
        return twin.open(message.connection)
      }
      case 'bytes':
        return lines.get(message.connection)?.receive(message.connection, message.bytes)
      case 'close':
        lines.get(message.connection)?.close(message.connection)
        return void lines.delete(message.connection)
    }
  })
}
