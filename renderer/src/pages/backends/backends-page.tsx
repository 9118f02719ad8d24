/** Backends: the catalogue, or one device with its calibration. */
import { useRoute } from 'wouter'
import { BackendDetail } from './backend-detail'
import { Catalogue } from './catalogue'

export function BackendsPage() {
  const [chosen, params] = useRoute('/backends/:backend_id')
  return chosen ? <BackendDetail key={params.backend_id} backend_id={params.backend_id} /> : <Catalogue />
}
