/** Driver files as they are listed. */
import type { DriverList } from '../../contract/instruments/discovery'
import type { DriverFile } from '../../instruments/drivers/schema'
import { driverHash } from '../../instruments/drivers/snapshot'
import { problemOfFault } from '../model/app-errors'
import type { Drivers } from '../model/drivers'
import { formsOf } from './forms'

/** Of the files as they are now: they are read again where they changed. */
export function driverListOf(drivers: Drivers): DriverList {
  drivers.reload()
  return {
    items: [...drivers.all.values()].map(driver => shown(driver, drivers)),
    problems: drivers.problems().map(problemOfFault),
    warnings: drivers.warnings().map(problemOfFault),
    folder: drivers.newFiles,
  }
}

function shown(driver: DriverFile, drivers: Drivers): DriverList['items'][number] {
  const { id, vendor, models, role, manual, transport, options } = driver
  const { serial, hid, tcp } = transport
  const kinds = { serial, hid, tcp, twin: drivers.hasTwin(id) }
  return {
    driver: id,
    vendor,
    models,
    role,
    manual,
    source: drivers.isShipped(driver) ? 'program' : 'lab',
    options,
    transports: (['serial', 'hid', 'tcp', 'twin'] as const).filter(kind => kinds[kind]),
    tcp_port: tcp?.port ?? null,
    parameters: formsOf(driver),
    sha256: driverHash(driver),
  }
}
