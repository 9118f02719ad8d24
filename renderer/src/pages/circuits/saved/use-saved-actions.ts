/** Actions on saved circuits in their list: open, copy, delete and restore. */
import { useState } from 'react'
import type { SavedCircuit } from '../../../../../main/contract/jobs/saved-circuit'
import { routes } from '../../../../../main/contract/routes'
import type { ApiProblem } from '../../../api/transport/problem'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { draftText, replacing } from '../editor/state/circuit-draft'
import { forgetOpen, useOpenCircuit } from './open-circuit'
import { mayReplaceDraft } from './unsaved-work'

type SavedAction = 'open' | 'copy' | 'delete' | 'restore'

export interface SavedActions {
  /** The circuit that was deleted last and can be restored. */
  readonly deleted: SavedCircuit | null
  readonly error: ApiProblem | null
  readonly run: (action: SavedAction, circuit: SavedCircuit) => void
}

interface SavedActionsOptions {
  readonly close: () => void
  readonly reload: () => void
}

export function useSavedActions({ close, reload }: SavedActionsOptions): SavedActions {
  const { call } = useApi()
  const { setOpen } = useOpenCircuit()
  const [deleted, setDeleted] = useState<SavedCircuit | null>(null)
  const actions: Record<SavedAction, (circuit: SavedCircuit) => Promise<void>> = {
    async open({ circuit_id }) {
      if (!(await mayReplaceDraft())) return
      const replace = replacing()
      const circuit = await call(routes.getSavedCircuit, { params: { circuit_id } })
      // Undo brings the draft back.
      replace(circuit.text)
      // Text written meanwhile stays, and is not marked as that circuit.
      if (draftText() === circuit.text) setOpen({ circuit_id, version: circuit.version })
      close()
    },
    async copy({ circuit_id, name }) {
      const { text } = await call(routes.getSavedCircuit, { params: { circuit_id } })
      await call(routes.saveCircuit, { body: { name: `${name.slice(0, 190)} (copy)`, text } })
      reload()
    },
    async delete({ circuit_id }) {
      setDeleted(await call(routes.deleteSavedCircuit, { params: { circuit_id } }))
      forgetOpen(circuit_id)
      reload()
    },
    async restore({ circuit_id }) {
      await call(routes.restoreSavedCircuit, { params: { circuit_id } })
      setDeleted(null)
      reload()
    },
  }
  const act = useAction((action: SavedAction, circuit: SavedCircuit) => actions[action](circuit))
  return { deleted, error: act.error, run: (action, circuit) => void act.run(action, circuit) }
}
