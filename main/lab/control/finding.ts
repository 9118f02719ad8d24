/** Discovery: identifies instruments at every unused port, or at one address. */
import type { DiscoveryReply, DriverList, Identify, IdentifyReply } from '../../contract/instruments/discovery'
import { AppError } from '../../contract/model/errors'
import type { Identity } from '../../instruments/drivers/connection'
import type { DriverFile } from '../../instruments/drivers/schema'
import { driversFor } from '../../instruments/registry/discovery'
import type { Registry } from '../../instruments/registry/registry'
import { problemOfFault, withAppErrors } from '../model/app-errors'
import type { Drivers } from '../model/drivers'
import { optionMisfits } from '../profile/by-driver'
import { driverListOf } from '../view/driver-list'
import type { LabTwins } from './lab-twins'

export interface Finding {
  /** Reads the driver files again; instruments connected by another version are reconnected where they are not held. */
  listDrivers(): Promise<DriverList>
  /** Changes no output. A second call while one goes on gets the answer of the first. */
  discover(): Promise<DiscoveryReply>
  identify(request: Identify): Promise<IdentifyReply>
}

interface FindingParts {
  readonly registry: Registry
  readonly drivers: Drivers
  readonly twins: LabTwins
}

/** Leaves out a port that stands for the serial number: the lab would look for the instrument at that port only. */
const identityReply = (identity: Identity, path: string) => ({
  ...identity,
  serial_number: identity.serial_number === path ? null : identity.serial_number,
})

export function createFinding({ registry, drivers, twins }: FindingParts): Finding {
  let looking: Promise<DiscoveryReply> | null = null
  const discover = async (): Promise<DiscoveryReply> => {
    drivers.reload()
    await registry.renewDrivers()
    const { discovered, problems } = await registry.discover()
    return {
      items: discovered.map(({ found, driver, identity, problem }) => {
        const { kind, path, vendor_id, product_id, serial_number, description } = found
        return {
          kind,
          path,
          vendor_id,
          product_id,
          usb_serial_number: serial_number,
          description,
          driver,
          identity: identity && identityReply(identity, path),
          candidates: driversFor(found, drivers.all.values()).map(({ id }) => id),
          problem: problem && problemOfFault(problem),
        }
      }),
      problems: problems.map(problemOfFault),
    }
  }
  const ask = async ({ driver: id, address, options }: Identify): Promise<IdentifyReply> => {
    const driver = drivers.all.get(id)!
    const instrument = await registry.once({ id: 'identify', driver, address, ...(options && { options }) })
    const { identity, connection } = instrument
    // No instrument of the lab may be on the host yet: then only the request says whether it is simulated.
    const simulated = connection.simulated || (address.kind === 'tcp' && address.simulated)
    const reply = { identity: identityReply(identity, connection.path), simulated }
    await instrument.close()
    return reply
  }
  return {
    listDrivers: async () => {
      const list = driverListOf(drivers)
      await withAppErrors(registry.renewDrivers)
      return list
    },
    discover() {
      looking ??= withAppErrors(discover).finally(() => {
        looking = null
      })
      return looking
    },
    identify: request =>
      withAppErrors(
        async () => {
          const { address, driver } = request
          drivers.reload()
          if (!drivers.all.has(driver))
            throw new AppError(
              'not_found',
              `There is no driver ${driver}; there are ${[...drivers.all.keys()].join(', ')}`,
              { details: { driver } },
            )
          requireAskable(request, drivers.all.get(driver)!)
          if (address.kind !== 'twin') return ask(request)
          // An unused twin is started for this query only.
          const name = `asked.${address.name}`.slice(0, 64)
          twins.add({
            name,
            driver,
            serial_number: null,
            options: { ...drivers.all.get(driver)!.options, ...request.options },
          })
          try {
            return await ask({ ...request, address: { kind: 'twin', name } })
          } finally {
            twins.remove(name)
          }
        },
        { value: '/address' },
      ),
  }
}

/** Throws `invalid_request` for options that the driver does not know, and for the twin of a sequencer that no device is on. */
function requireAskable({ address, options }: Identify, driver: DriverFile): void {
  const faults = optionMisfits(options, driver)
  if (driver.role === 'sequencer' && address.kind === 'twin')
    faults.push({
      pointer: '/address/kind',
      message: 'The twin of a sequencer plays under a device: the lab file names it under sequencers.',
    })
  if (faults.length > 0)
    throw new AppError('invalid_request', faults.map(({ message }) => message).join(' '), { faults })
}
