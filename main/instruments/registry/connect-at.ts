import { type ConnectOptions, connectInstrument, type Instrument, portOn } from '../drivers/instrument'
import type { Port } from '../exchange/port'
import { type FaultCode, isFault, UNREADABLE_REPLIES } from '../model/fault'
import type { Transport } from '../transport/transport'
import type { Address, InstrumentPorts } from './ports'

/** Faults that an instrument at another baud rate causes. */
const MAY_BE_THE_RATE: ReadonlySet<FaultCode> = new Set([...UNREADABLE_REPLIES, 'resync_failed'])

/** An open port that several instruments may be on. */
export interface OpenPort {
  readonly transport: Transport
  readonly shared: Port
}

/**
 * Opens the port at the rate of the driver file, then at its other rates while no valid reply comes. Rejects with the fault at the
 * first rate, which is the usual one.
 */
export async function connectAt(
  ports: InstrumentPorts,
  {
    address,
    onOpen = () => {},
    ...options
  }: { readonly address: Address; readonly onOpen?: (open: OpenPort) => void } & Omit<
    ConnectOptions,
    'transport' | 'shared'
  >,
): Promise<Instrument> {
  const { serial } = options.driver.transport
  const bauds = address.kind === 'serial' ? [undefined, ...(serial?.other_bauds ?? [])] : [undefined]
  let first: unknown
  for (const baud of bauds) {
    try {
      const transport = await ports.open(address, options.driver, baud)
      const open = { transport, shared: portOn(transport, options) }
      const instrument = await connectInstrument({ ...options, ...open })
      onOpen(open)
      return instrument
    } catch (error) {
      first ??= error
      if (!isFault(error, ...MAY_BE_THE_RATE)) throw error
    }
  }
  throw first
}
