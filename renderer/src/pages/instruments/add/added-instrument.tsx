/** After saving: the state of the new instrument, its console to try it, and a button to undo the addition. */
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Undo } from '@blueprintjs/icons'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import type { InstrumentDetail } from '../../../../../main/contract/instruments/instrument'
import { routes } from '../../../../../main/contract/routes'
import { useInstrument } from '../../../api/instruments/use-instruments'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { Answer, ProblemMessage } from '../../../components/messages/answer'
import { Sheet } from '../../../components/tables/sheet'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { modelText, portText } from '../../../draw/instruments/state-text'
import { InstrumentStateTag, ProblemText } from '../../../instruments/status/state-tags'
import { ConsolePanel } from '../detail/instrument-console'

/** The console, which stays while the link drops for a moment, as a line may be half typed in it. */
function ConsoleOnceReady({ instrument }: { readonly instrument: InstrumentDetail }) {
  const wasReady = useRef(false)
  wasReady.current ||= instrument.state === 'ready'
  return wasReady.current && <ConsolePanel instrument={instrument} />
}

interface Props {
  readonly instrument_id: string
  readonly close: () => void
  readonly undone: () => void
}

export function AddedInstrument({ instrument_id, close, undone }: Props) {
  const instrument = useInstrument(instrument_id)
  const { call } = useApi()
  const [, navigate] = useLocation()
  const undo = useAction(() => call(routes.undoLabChange).then(undone))
  return (
    <>
      <DialogBody>
        {instrument.removed ? (
          <p role="status">It was taken out of the lab profile.</p>
        ) : (
          <Answer of={instrument} what="the instrument">
            {found => (
              <div className="pentad-stack">
                <p className="pentad-row" role="status">
                  Saved to the lab profile. <InstrumentStateTag state={found.state} />
                  {found.simulated && <SimulatedTag />}
                </p>
                {found.problem && <ProblemText problem={found.problem} />}
                <Sheet
                  entries={[
                    ['Model', modelText(found)],
                    ['Serial number', found.serial_number ?? 'not reported yet'],
                    ['Firmware', found.firmware ?? 'not reported'],
                    ['Where', portText(found)],
                  ]}
                />
                <ConsoleOnceReady instrument={found} />
              </div>
            )}
          </Answer>
        )}
        {undo.error && <ProblemMessage problem={undo.error} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <ActionButton icon={<Undo />} text="Undo" loading={undo.running} onClick={() => void undo.run()} />
            <Button text="Open its page" onClick={() => navigate(`/instruments/${instrument_id}`)} />
            <Button intent="primary" text="Done" onClick={close} />
          </>
        }
      />
    </>
  )
}
