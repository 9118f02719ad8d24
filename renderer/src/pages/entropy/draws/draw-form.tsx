import { Random } from '@blueprintjs/icons'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { EntropyPolicyName } from '../../../../../main/contract/entropy/draw'
import { routes } from '../../../../../main/contract/routes'
import { useFetched, usePolled } from '../../../api/use-fetch'
import { ActionButton } from '../../../components/controls/action-button'
import { CheckboxGroup } from '../../../components/controls/checkbox-group'
import { Choice } from '../../../components/controls/choice'
import { Field } from '../../../components/controls/field'
import {
  DRAW_WAY_TEXT,
  DRAW_WAYS,
  type DrawCall,
  type DrawDraft,
  type DrawWay,
  type EnteredDraw,
  enteredDraw,
  FIRST_DRAFT,
} from '../../../draw/entropy/draw-form'
import { sourceProblemText } from '../../../draw/entropy/source-text'
import { amount, countWithNoun } from '../../../draw/format/quantity'

interface Props {
  /** Entropy credits; null until they are known. */
  readonly available: number | null
  readonly running: boolean
  readonly draw: (call: DrawCall) => void
}

const EVERY_MS = 5_000
const WAYS = DRAW_WAYS.map(way => [way, DRAW_WAY_TEXT[way]] as const)
const METHODS = [
  ['circulant', 'circulant extractor on raw bits'],
  ['xor', 'exclusive or of conditioned bytes'],
] as const

export function DrawForm({ available, running, draw }: Props) {
  const [search] = useSearchParams()
  const [draft, setDraft] = useState<DrawDraft>(() => {
    const pool = search.get('pool')
    return pool === null ? FIRST_DRAFT : { ...FIRST_DRAFT, way: 'pool', pool }
  })
  const change = (part: Partial<DrawDraft>) => setDraft(before => ({ ...before, ...part }))
  const { call, faults, credits } = enteredDraw(draft)
  return (
    <form
      className="entropy-form"
      onSubmit={event => {
        event.preventDefault()
        if (call) draw(call)
      }}
    >
      <div className="pentad-choices">
        <Choice label="Draw" value={draft.way} options={WAYS} choose={way => change({ way: way as DrawWay })} />
        <WhereFrom draft={draft} faults={faults} change={change} />
      </div>
      <ManySources draft={draft} fault={faults.sources} change={change} />
      <div className="pentad-choices">
        <Field
          label="Bytes"
          hint="of full entropy"
          value={draft.bytes}
          fault={faults.bytes}
          change={bytes => change({ bytes })}
        />
        {draft.way === 'multi' && draft.method === 'circulant' && (
          <Field
            label="log₂ ε"
            hint="the statistical distance from uniform bits is at most 2 to this power"
            value={draft.log2_eps}
            fault={faults.log2_eps}
            change={log2_eps => change({ log2_eps })}
          />
        )}
        <Field
          label="Bound to the receipt"
          hint="optional; the receipt shows it to every reader"
          value={draft.user_data}
          fault={faults.user_data}
          change={user_data => change({ user_data })}
        />
      </div>
      <div className="pentad-row">
        <ActionButton
          type="submit"
          intent="primary"
          icon={<Random />}
          text="Draw"
          disabled={call === null}
          loading={running}
        />
        <span role="status">
          {running && 'Sources that have not begun yet take up to 15 s. '}
          {credits !== null && `Costs ${countWithNoun(credits, 'credit')}`}
          {credits !== null &&
            available !== null &&
            `; ${amount(available)} available, ${afterText(available - credits)}`}
        </span>
      </div>
    </form>
  )
}

const afterText = (left: number) => (left < 0 ? `${amount(-left)} too few` : `${amount(left)} after it`)

interface PartProps {
  readonly draft: DrawDraft
  readonly change: (part: Partial<DrawDraft>) => void
}

function WhereFrom({ draft, faults, change }: PartProps & { readonly faults: EnteredDraw['faults'] }) {
  const policies = useFetched(routes.listEntropyPolicies, {})
  const levels = useFetched(routes.listPoolLevels, draft.way === 'pool' ? {} : null)
  const sources = useFetched(routes.listSourceSummaries, draft.way === 'source' ? {} : null)
  switch (draft.way) {
    case 'policy': {
      const chosen = policies.data?.items.find(({ name }) => name === draft.policy)
      return (
        <>
          <Choice
            label="Policy"
            value={draft.policy}
            options={(policies.data?.items ?? [{ name: draft.policy }]).map(({ name }) => [
              name,
              name.replaceAll('_', ' '),
            ])}
            choose={policy => change({ policy: policy as EntropyPolicyName })}
          />
          {chosen && <span className="pentad-quiet">{chosen.description}</span>}
        </>
      )
    }
    case 'pool':
      return (
        <Choice
          label="Pool"
          none="choose one"
          value={draft.pool}
          options={(levels.data?.custom_pools ?? []).map(({ pool_id, label }) => [
            pool_id,
            `${pool_id} ${label}`.trim(),
          ])}
          choose={pool => change({ pool })}
          fault={faults.pool}
        />
      )
    case 'source':
      return (
        <Choice
          label="Source"
          value={draft.source}
          options={(sources.data?.items ?? []).map(({ short_name, label }) => [short_name, `${short_name} ${label}`])}
          choose={source => change({ source })}
        />
      )
    case 'multi':
      return (
        <Choice
          label="Method"
          value={draft.method}
          options={METHODS}
          choose={method => change({ method: method as DrawDraft['method'] })}
        />
      )
    case 'custom':
      return null
  }
}

/** Sources to draw from together. A source that serves nothing now shows why; it can be chosen, as it may serve by the time of the draw. */
function ManySources({ draft, fault, change }: PartProps & { readonly fault: string | undefined }) {
  const isMany = draft.way === 'custom' || draft.way === 'multi'
  const sources = usePolled(routes.listSourceSummaries, isMany ? {} : null, { every_ms: EVERY_MS })
  if (!isMany) return null
  return (
    <CheckboxGroup
      legend="Sources"
      options={(sources.data?.items ?? []).map(({ short_name, label, problem }) => [
        short_name,
        `${short_name} ${label}${problem === null ? '' : ` (${sourceProblemText(problem)})`}`,
      ])}
      chosen={draft.sources}
      choose={chosen => change({ sources: chosen })}
      hint="each of a physical group of its own"
      fault={draft.sources.length === 0 ? undefined : fault}
    />
  )
}
