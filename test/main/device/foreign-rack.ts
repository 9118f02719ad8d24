/** A sequencer and a voltage source on TCP in a process of their own: they outlive the service that drives them, whatever it was doing. */
import type { ByteTwin } from '../../../main/twins/model/byte-twin'
import { calibratedNoise } from '../../../main/twins/sequencer/chip/device-noise'
import { createDc205Twin } from '../../../main/twins/sources/dc205'
import { TWIN } from '../instruments/table'
import { serveTwin } from '../instruments/transport/pty'
import { latticeCouplings, syntheticDevice } from '../qec/devices'
import { twinOf } from '../twins/sequencer/rig'

/** Several may come in one piece. */
const COMMANDS = /:(STOP|ACQuisition:DELete|PROGram #|ARM|START|ACQuisition:BINs\?)/g

export type RackName = 'seq' | 'bias'

/** What a service does to its instruments, by the first of it that they see, and how often one life does it for sure. */
export const PHASES = [
  { name: 'connecting', on: 'bias', says: '*IDN?', times: 1 },
  { name: 'reading settings', on: 'bias', says: 'VOLT?', times: 1 },
  { name: 'stopping what ran before', on: 'seq', says: ':ACQuisition:DELete', times: 1 },
  { name: 'uploading', on: 'seq', says: ':PROGram #', times: 3 },
  { name: 'arming', on: 'seq', says: ':ARM', times: 3 },
  { name: 'starting', on: 'seq', says: ':START', times: 3 },
  { name: 'running', on: 'seq', says: ':STATE?', times: 3 },
  { name: 'fetching', on: 'seq', says: ':ACQuisition:BINs?', times: 3 },
  { name: 'decoding', on: 'seq', says: ':MARKs?', times: 3 },
  { name: 'driving safe values', on: 'bias', says: 'VOLT 0', times: 1 },
] as const
export type Phase = (typeof PHASES)[number]

export interface ForeignRack {
  readonly ports: Readonly<Record<RackName, number>>
  /** Calls once this is said for the `count`th time from now on. */
  when(phase: Phase, count: number, call: () => void): void
  /** What the sequencer received since the last call, upload, arm, start, stop and fetches alone. */
  commands(): string[]
  /** Somebody turns a knob at the source: it has this voltage without any program having set it. */
  turnTo(volts: number): void
  close(): void
}

export async function openForeignRack(): Promise<ForeignRack> {
  const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3))
  const chip = { noise: calibratedNoise(profile, snapshot), qubits: profile.qubits.map(({ index }) => index) }
  const twins: Record<RackName, ByteTwin> = { seq: twinOf('twirled', chip), bias: createDc205Twin(TWIN) }
  let reported: string[] = []
  let waiting: { readonly phase: Phase; left: number; readonly call: () => void } | null = null
  const overheard = (on: RackName): ByteTwin => ({
    ...twins[on],
    receive(bytes) {
      const text = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
      if (on === 'seq') for (const [, command] of text.matchAll(COMMANDS)) reported.push(command!)
      if (waiting?.phase.on === on && text.includes(waiting.phase.says)) waiting.left -= 1
      if (waiting?.left === 0) {
        waiting.call()
        waiting = null
      }
      twins[on].receive(bytes)
    },
  })
  const served = { seq: await serveTwin(overheard('seq')), bias: await serveTwin(overheard('bias')) }
  return {
    ports: { seq: served.seq.port, bias: served.bias.port },
    when: (phase, count, call) => {
      waiting = { phase, left: count, call }
    },
    commands() {
      const all = reported
      reported = []
      return all
    },
    turnTo: volts => twins.bias.receive(Buffer.from(`SOUT ON\nVOLT ${volts}\n`)),
    close() {
      for (const on of ['seq', 'bias'] as const) {
        for (const socket of served[on].sockets) socket.destroy()
        served[on].server.close()
        twins[on].close()
      }
    },
  }
}
