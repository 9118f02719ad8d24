/** The lab profile: which devices this workstation has, and what stands behind their live backends. */
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { invalidFile, under } from '../files/invalid-file'
import { parseJsonFile, read } from '../files/json'
import { type LoadedDevice, loadDevice, readText } from './device-profile'

const LabProfile = z.strictObject({
  format: z.literal('pentad-lab/1'),
  name: z.string().min(1).max(100),
  description: z.string().max(2_000),
  /** Device profile files, paths counted from the lab file's folder. */
  devices: z.array(z.string().min(1).max(1_000)).max(100),
  /** True: live backends run on a simulated device, and whatever they give says so. False: they are offline. */
  simulated_device: z.boolean(),
})

export interface Lab {
  readonly name: string
  readonly description: string
  readonly simulated_device: boolean
  readonly devices: readonly LoadedDevice[]
}

/**
 * The lab of a file, with the devices of `profiles` added to its own. Throws `invalid_file` naming the file and the place.
 */
export function loadLab(file: string, profiles: readonly string[] = []): Lab {
  const { devices, name, description, simulated_device } = read(LabProfile, parseJsonFile(readText(file)), file)
  const own = devices.map((path, at) => ({
    path: resolve(dirname(file), path),
    named: `${file} at ${under('/devices', at)}`,
  }))
  const added = profiles.map(path => ({ path, named: `--device ${path}` }))
  return { name, description, simulated_device, devices: loadAll([...own, ...added]) }
}

function loadAll(paths: readonly { path: string; named: string }[]): LoadedDevice[] {
  const by = new Map<string, string>()
  return paths.map(({ path, named }) => {
    const device = loadDevice(path)
    const { device_id } = device.profile
    const earlier = by.get(device_id)
    if (earlier !== undefined)
      throw invalidFile(
        path,
        { pointer: '/device_id' },
        `${device_id} (from ${named}) is already the id of ${earlier}. Give one of them another id.`,
      )
    by.set(device_id, path)
    return device
  })
}
