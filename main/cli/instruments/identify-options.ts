/** Options of `identify`: driver, port, and numbers such as a slot. */
import { type Flags, UsageError } from '../../config/options.mjs'
import { Identify } from '../../contract/instruments/discovery'
import { flagText } from '../io/service-options'

/** Driver and address to identify. Throws UsageError for missing or malformed options. */
export function whereToAsk(flags: Flags): Identify {
  const [driver, port] = [flagText(flags, 'driver'), flagText(flags, 'port')]
  const usage =
    'identify INSTRUMENT, or identify --driver DRIVER --port /dev/ttyUSB0 (or hid:PATH, tcp:HOST:PORT, twin:NAME)'
  if (driver === undefined || port === undefined) throw new UsageError(`Say whom: ${usage}.`)
  const [, kind, rest] = /^(hid|tcp|twin|serial):(.+)$/.exec(port) ?? [port, 'serial', port]
  const tcp = /^(.+):(\d{1,5})$/.exec(rest!)
  const address =
    kind === 'tcp'
      ? { kind, host: tcp?.[1], port: Number(tcp?.[2]) }
      : kind === 'twin'
        ? { kind, name: rest }
        : { kind, path: rest }
  const options = optionsOf(flagText(flags, 'option'))
  const parsed = Identify.safeParse({ driver, address, ...(options && { options }) })
  if (parsed.success) return parsed.data
  throw new UsageError(`--port cannot be "${port}": ${usage}.`)
}

/** Reads `slot=3` or several such as `slot=2,sequencer=1`. Throws UsageError. */
function optionsOf(text: string | undefined): Record<string, number> | null {
  if (text === undefined) return null
  return Object.fromEntries(
    text.split(',').map(each => {
      const [, name, figure] = /^([a-z][a-z0-9_]*)=(\d{1,3})$/.exec(each) ?? []
      if (name === undefined || Number(figure) > 255)
        throw new UsageError(`--option cannot be "${text}": such as slot=3, a number from 0 to 255.`)
      return [name, Number(figure)]
    }),
  )
}
