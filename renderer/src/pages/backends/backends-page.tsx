/** Backends: the catalogue, the form of a new device, or one device with its calibration. */
import { useRoute, useSearch } from 'wouter'
import { AddDevicePage } from './add-device/add-device-page'
import { BackendDetail } from './backend-detail'
import { Catalogue } from './catalogue'

export function BackendsPage() {
  const [chosen, params] = useRoute('/backends/:backend_id')
  const view = new URLSearchParams(useSearch()).get('view')
  if (chosen) return <BackendDetail key={params.backend_id} backend_id={params.backend_id} />
  return view === 'add' ? <AddDevicePage /> : <Catalogue />
}
