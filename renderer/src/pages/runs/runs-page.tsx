/** Runs: the list, the set-up form, or one run with its comparison. */
import { useRoute } from 'wouter'
import { RunDetail } from './run-detail'
import { RunList } from './run-list'
import { RunSetup } from './run-setup'
import './runs.css'

export function RunsPage() {
  const [chosen, params] = useRoute('/runs/:run_id')
  if (!chosen) return <RunList />
  return params.run_id === 'new' ? <RunSetup /> : <RunDetail key={params.run_id} run_id={params.run_id} />
}
