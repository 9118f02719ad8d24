/** Instruments: the lab's, or one of them. */
import { useRoute } from 'wouter'
import { InstrumentPage } from './detail/instrument-page'
import { LabPage } from './lab-page'
import './instruments.css'

export function InstrumentsPage() {
  const [chosen, params] = useRoute('/instruments/:instrument_id')
  return chosen ? <InstrumentPage key={params.instrument_id} instrument_id={params.instrument_id} /> : <LabPage />
}
