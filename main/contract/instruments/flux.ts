/** Flux through the qubits' loops, with crosstalk: Φ0 in, volts out. */
import { z } from 'zod'
import { ChannelName, InstrumentId, ParameterName } from './reading'

export const FluxState = z.object({
  items: z.array(
    z.object({
      /** Id of the channel in the lab profile. */
      channel_id: InstrumentId,
      label: z.string(),
      instrument_id: InstrumentId,
      parameter: ParameterName,
      channel: ChannelName,
      qubit: z.int().nullable(),
      min_v: z.number().nullable(),
      max_v: z.number().nullable(),
      simulated: z.boolean(),
      /** Null where the voltage is not known. */
      volts: z.number().nullable(),
      phi0: z.number().nullable(),
    }),
  ),
})
export type FluxState = z.infer<typeof FluxState>

/** Φ0 by channel id; fluxes that are not named stay as they are. */
export const SetFlux = z.strictObject({
  phi0: z
    .record(InstrumentId, z.number().min(-1_000).max(1_000))
    .refine(values => Object.keys(values).length > 0, 'name at least one channel'),
  /** Only report the voltages that would be set. */
  dry_run: z.boolean().default(false),
})
export type SetFlux = z.output<typeof SetFlux>

export const SetFluxReply = FluxState.extend({ dry_run: z.boolean() })
export type SetFluxReply = z.infer<typeof SetFluxReply>
