/** The help page of adding an instrument, its driver files, and a stand-in for the first of its instruments. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ByteTwin } from '../../main/twins/model/byte-twin'

export const HELP_PAGE = readFileSync(
  resolve(import.meta.dirname, '../../resources/help/instruments/README.md'),
  'utf8',
)
export const HELP_FILES = [...HELP_PAGE.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => text!)

/** A Borealis TC-2 as the page's first step describes it. */
export function borealisTc2({ isDeaf = false, isOpen = false, most = 300 } = {}): ByteTwin {
  const setpoints = ['0.000', '0.000']
  let waiting = ''
  let send = (_: Uint8Array): void => {}
  const replyTo = (command: string): string => {
    const [, set, value] = /^SP ([12]) (\S+)$/.exec(command) ?? []
    if (set) {
      if (!(Number(value) >= 0 && Number(value) <= most)) return 'ERR range'
      if (!isDeaf) setpoints[Number(set) - 1] = Number(value).toFixed(3)
      return 'DONE'
    }
    const [, get, channel] = /^(T|SP) ([12])$/.exec(command) ?? []
    if (get === 'SP') return setpoints[Number(channel) - 1]!
    if (get === 'T') return isOpen ? '0.000 OPEN' : `${channel === '1' ? '4.215' : '61.500'} OK`
    return command === 'WHO' ? 'BOREALIS TC-2 0042 v1.7' : 'ERR command'
  }
  return {
    receive(bytes) {
      waiting += Buffer.from(bytes).toString('latin1')
      const commands = waiting.split('\r')
      waiting = commands.pop()!
      for (const command of commands) send(Buffer.from(`${replyTo(command)}\r`, 'latin1'))
    },
    onSend: listener => {
      send = listener
    },
    close() {},
  }
}
