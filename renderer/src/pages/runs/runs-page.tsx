/** Runs: the list, the set-up form, several runs beside each other, or one run with its comparison. */
import { useRoute } from 'wouter'
import { CompareRuns } from './compare-runs'
import { RunDetail } from './run-detail'
import { RunList } from './run-list'
import { RunSetup } from './setup/run-setup'
import './runs.css'

export function RunsPage() {
  const [chosen, params] = useRoute('/runs/:run_id')
  if (!chosen) return <RunList />
  if (params.run_id === 'new') return <RunSetup />
  if (params.run_id === 'compare') return <CompareRuns />
  return <RunDetail key={params.run_id} run_id={params.run_id} />
}
