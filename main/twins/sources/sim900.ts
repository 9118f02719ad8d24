/** SRS SIM900 mainframe with SIM928 voltage sources: SNDT sends to a slot, GETN? takes what the slot has answered. */
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import { createLineTwin } from '../model/line-twin'
import { createSetGuard, type MisbehavingTwin } from '../model/set-guard'

/** Time until a module's reply is in the mainframe's buffer, unless given. */
const MODULE_MS = 20

interface Module {
  volts: number
  isOn: boolean
  executionError: number
  commandError: number
  /** Replies waiting in the mainframe, with the time from which they are available. */
  buffer: { text: string; from: number }[]
}

/** Modules that a mainframe has unless others are given; slots 7 and 8 are empty. */
const SLOTS = [1, 2, 3, 4, 5, 6]

/** `serialNumber` is that of the module in `slot`; `moduleMs` a module's time for an answer, in ms. */
export function createSim900Twin({
  clock,
  serialNumber,
  slot: own = 4,
  slots = SLOTS,
  moduleMs = MODULE_MS,
}: TwinOptions & { slot?: number; slots?: readonly number[]; moduleMs?: number }): ByteTwin & MisbehavingTwin {
  const guard = createSetGuard()
  const modules = new Map<number, Module>(
    slots.map(slot => [slot, { volts: 0, isOn: false, executionError: 0, commandError: 0, buffer: [] }]),
  )
  let errors = 0

  const onModule = (module: Module, slot: number, text: string): string | null => {
    const [, name = '', query = '', argument = ''] = /^\s*([*A-Z]+)(\?)?\s*(.*?)\s*$/.exec(text.toUpperCase()) ?? []
    const value = Number(argument)
    switch (name + query) {
      case '*IDN?':
        return `Stanford_Research_Systems,SIM928,s/n${(slot === own && serialNumber) || `00${1000 + slot}`},ver2.2`
      case 'VOLT?':
        return `${module.volts < 0 ? '-' : '+'}${Math.abs(module.volts).toFixed(3).padStart(6, '0')}`
      case 'EXON?':
        return module.isOn ? '1' : '0'
      case 'LEXE?':
      case 'LCME?': {
        const key = name === 'LEXE' ? 'executionError' : 'commandError'
        const code = module[key]
        module[key] = 0
        return String(code)
      }
      case 'VOLT':
        if (argument === '' || !Number.isFinite(value)) module.commandError = 7
        else if (Math.abs(value) > 20) module.executionError = 1
        else module.volts = Math.round(guard.taken(value, module.volts) * 1e3) / 1e3
        return null
      case 'OPON':
      case 'OPOF':
        module.isOn = guard.taken(name === 'OPON' ? 1 : 0, module.isOn ? 1 : 0) === 1
        return null
      default:
        module.commandError = 2
        return null
    }
  }

  const take = (module: Module, most: number): string => {
    const ready = module.buffer.filter(({ from }) => from <= clock.now())
    module.buffer = module.buffer.filter(({ from }) => from > clock.now())
    const text = ready
      .map(({ text }) => text)
      .join('')
      .slice(0, most)
    return `#3${String(text.length).padStart(3, '0')}${text}`
  }

  const line = createLineTwin({
    replyEnd: '\r\n',
    inputBytes: 256,
    handle(text) {
      if (/^\*IDN\?$/i.test(text.trim())) return 'Stanford_Research_Systems,SIM900,s/n152741,ver3.6'
      if (/^\*ESR\?$/i.test(text.trim())) {
        const code = errors
        errors = 0
        return String(code)
      }
      const sent = /^SNDT\s+(\d),\s*"([^"]*)"$/i.exec(text.trim())
      const asked = /^GETN\?\s+(\d),\s*(\d+)$/i.exec(text.trim())
      const slot = Number(sent?.[1] ?? asked?.[1] ?? 0)
      const module = modules.get(slot)
      if (!module) {
        errors = 32
        return asked ? '#3000' : null
      }
      if (asked) return take(module, Number(asked[2]))
      const answer = onModule(module, slot, sent![2]!)
      if (answer !== null) module.buffer.push({ text: `${answer}\r\n`, from: clock.now() + moduleMs })
      return null
    },
  })
  return { ...line, misbehave: guard.misbehave }
}
