/** The commands of `npm run devices` that change a workstation, as the window does under Backends. */
import { basename, resolve } from 'node:path'
import { readText } from '../../backends/devices/device-profile'
import { UsageError } from '../../config/options.mjs'
import type { ConfigSource } from '../../config/read'
import { AddDevice, type AddedDevice } from '../../contract/calibration/add-device'
import { validationMessage } from '../../contract/model/validation-messages'
import { countedNoun } from '../../contract/numbers/number-text'
import { routes } from '../../contract/routes'
import { onService } from '../io/attach'
import { printReply, type Terminal } from '../io/terminal'
import { chipletsOf, latencyOf } from './device-flags'

interface LabDeviceCall {
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  readonly source: Omit<ConfigSource, 'argv'>
  readonly terminal: Terminal
}

export const LAB_DEVICE_COMMANDS: Readonly<Record<string, (call: LabDeviceCall) => Promise<void>>> = {
  add: async call => {
    const body = deviceIn(call)
    await onService(call, async client => {
      const added = await client.call(routes.addDevice, { body })
      printLines(call, added, () => addedLines(added))
    })
  },
  delete: call => {
    const device_id = idIn(call, 'delete')
    return onService(call, async client => {
      const reply = await client.call(routes.deleteDevice, { params: { device_id } })
      printLines(call, reply, () => [
        `${device_id} is deleted. To bring it back:`,
        `  npm run devices -- restore ${device_id}`,
      ])
    })
  },
  restore: call => {
    const device_id = idIn(call, 'restore')
    return onService(call, async client => {
      const reply = await client.call(routes.restoreDevice, { params: { device_id } })
      printLines(call, reply, () => [`${device_id} is back, with its calibrations.`])
    })
  },
}

const printLines = (call: LabDeviceCall, reply: unknown, lines: () => readonly string[]): void =>
  printReply(call, reply, () => lines().join('\n'))

function idIn({ words: [device_id, ...more] }: LabDeviceCall, command: string): string {
  if (device_id === undefined || more.length > 0)
    throw new UsageError(`devices ${command} takes one device id, such as dev-x. See --help.`)
  return device_id
}

/** The device to add. Throws UsageError for invalid options. */
function deviceIn({ words, flags, source }: LabDeviceCall): AddDevice {
  if (words.length === 0) throw new UsageError('Say which calibration files: devices add --id ID FILE. See --help.')
  if (flags.id === undefined) throw new UsageError('Say what the device is called: --id. See --help.')
  const named = {
    name: flags.name,
    topology: flags.topology,
    source: flags.source,
    source_device: flags['source-device'],
  }
  const body = AddDevice.safeParse(
    {
      device_id: flags.id,
      ...named,
      chiplets: chipletsOf(String(flags.chiplets ?? 'single')),
      grid_columns: flags['grid-columns'] === undefined ? null : Number(flags['grid-columns']),
      ...latencyOf(flags),
      files: words.map(path => ({ ...readText(resolve(source.cwd, path)), name: basename(path) })),
      dry_run: flags['dry-run'] === true,
    },
    { error: validationMessage },
  )
  if (body.success) return body.data
  const [issue] = body.error.issues
  throw new UsageError(`${issue?.path.join('.')}: ${issue?.message}. See --help.`)
}

function addedLines({ stored, profile, calibrations, report, notes }: AddedDevice): string[] {
  const { device_id, qubits, couplings, chiplets } = profile
  const parts = [countedNoun(qubits.length, 'qubit'), countedNoun(couplings.length, 'coupling')]
  const sizes = [...parts, countedNoun(chiplets.length, 'chiplet'), countedNoun(calibrations.length, 'snapshot')]
  return [
    `${device_id} ${stored ? 'is added' : 'would be added; nothing is kept'}: ${sizes.join(', ')}.`,
    ...report.missing.map(line => `  missing: ${line}`),
    ...report.assumed.map(line => `  assumed: ${line}`),
    ...notes.map(line => `  ${line}`),
    ...(stored ? [`Next: npm run experiment -- --backend ${device_id}-mock`] : []),
  ]
}
