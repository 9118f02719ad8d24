/** Reads the outputs that the lab keeps within limits, before a run or job. */
import type { Instrument } from '../instruments/drivers/instrument'
import { outputSpec } from '../instruments/drivers/parameter-spec'
import type { Cause } from '../instruments/model/request'
import { type LimitedOutput, outputBreach, readOutput } from '../instruments/safety/output-limits'

interface InstrumentWithOutputs {
  readonly instrument: Pick<Instrument, 'id' | 'driver' | 'read'>
  readonly outputs: readonly LimitedOutput[]
}

/** Messages about the outputs that are beyond their limits, with figures. Reads outputs and sets nothing. */
export async function outputsBeyondLimits(all: readonly InstrumentWithOutputs[], cause: Cause): Promise<string[]> {
  const found = await Promise.all(
    all.map(async ({ instrument, outputs }) => {
      const messages: (string | null)[] = []
      for (const output of outputs) messages.push(await beyondLimits(instrument, output, cause))
      return messages
    }),
  )
  return found.flat().filter(message => message !== null)
}

async function beyondLimits(
  instrument: InstrumentWithOutputs['instrument'],
  output: LimitedOutput,
  cause: Cause,
): Promise<string | null> {
  const spec = outputSpec(instrument.driver, output.parameter)
  if (!spec) return null
  const reading = await readOutput(instrument, output, cause)
  return reading && outputBreach(output, reading, { instrument: instrument.id, tolerance: spec.tolerance })
}
