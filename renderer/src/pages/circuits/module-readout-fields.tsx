/** Fields for a readout: the module, and the logical operator that is read. */
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { routes } from '../../../../main/contract/routes'
import { useFetched } from '../../api/use-fetch'
import { Choice } from '../../components/controls/choice'
import { ProblemMessage } from '../../components/messages/answer'

const LOGICALS = ['X', 'Y', 'Z'] as const

export interface ModuleReadout {
  readonly backend_id: string
  readonly logical_id: string
  readonly logical: (typeof LOGICALS)[number]
}

interface Props {
  readonly running: boolean
  readonly insert: (choice: ModuleReadout) => void
}

export function ModuleReadoutFields({ running, insert }: Props) {
  const backends = useFetched(routes.listBackends, {})
  const [backend, setBackend] = useState('')
  const [module, setModule] = useState('')
  const [logical, setLogical] = useState<ModuleReadout['logical']>('Z')
  const backend_id = backend || (backends.data?.items[0]?.backend_id ?? '')
  const modules = useFetched(routes.listLogicalQubits, backend_id === '' ? null : { params: { backend_id } })
  const found = (modules.data?.backend_id === backend_id ? modules.data.logical_qubits : []).filter(
    ({ module }) => module !== null,
  )
  const logical_id = found.some(one => one.logical_id === module) ? module : (found[0]?.logical_id ?? '')
  const problem = backends.error ?? modules.error
  return (
    <>
      <Choice
        label="Backend"
        value={backend_id}
        options={(backends.data?.items ?? []).map(({ backend_id, name }) => [backend_id, name])}
        choose={setBackend}
      />
      <Choice
        label="Module"
        value={logical_id}
        options={found.map(({ logical_id }) => [logical_id, logical_id])}
        choose={setModule}
        fault={modules.data && !modules.loading && found.length === 0 ? 'This backend has no module' : undefined}
      />
      <Choice
        label="Logical operator"
        value={logical}
        options={LOGICALS.map(one => [one, one])}
        choose={one => setLogical(LOGICALS.find(known => known === one) ?? 'Z')}
      />
      <Button
        size="small"
        text="Insert"
        disabled={logical_id === ''}
        loading={running}
        onClick={() => insert({ backend_id, logical_id, logical })}
      />
      {problem && <ProblemMessage problem={problem} />}
    </>
  )
}
