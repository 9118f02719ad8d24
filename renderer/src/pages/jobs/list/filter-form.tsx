/** Filter of the list. Choices act at once, words a moment after the last key. */
import { Button, FormGroup, InputGroup, Tag } from '@blueprintjs/core'
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { JobStatus } from '../../../../../main/contract/jobs/status'
import { routes } from '../../../../../main/contract/routes'
import { useFetched } from '../../../api/use-fetch'
import { Choice } from '../../../components/controls/choice'
import { shortId } from '../../../draw/format/job-and-run-text'
import { savedAddress } from '../../circuits/saved/saved-source'
import { FILTERS, type FilterName, fieldOfTime, type JobFilter, timeOfField, withFilter } from './job-filter'

const PAUSE_MS = 300
const MODES = [
  ['mock', 'Mock'],
  ['live', 'Live'],
] as const

interface FiltersProps {
  readonly filter: JobFilter
  readonly element: RefObject<HTMLElement | null>
}

export function JobFilters({ filter, element }: FiltersProps) {
  const [, setSearch] = useSearchParams()
  const backends = useFetched(routes.listBackends, {})
  const change = (name: FilterName, value: string) => setSearch(before => withFilter(before, name, value))
  const names = new Set(backends.data?.items.map(backend => backend.backend_id))
  if (filter.backend !== undefined) names.add(filter.backend)
  return (
    <search ref={element} className="pentad-choices pentad-filters" aria-label="Filters">
      <Choice
        label="Status"
        none="All"
        value={filter.status ?? ''}
        options={JobStatus.options.map(status => [status, status])}
        choose={value => change('status', value)}
      />
      <Choice
        label="Backend"
        none="All"
        value={filter.backend ?? ''}
        options={[...names].map(name => [name, name])}
        choose={value => change('backend', value)}
      />
      <Choice
        label="Mode"
        none="All"
        value={filter.mode ?? ''}
        options={MODES}
        choose={value => change('mode', value)}
      />
      <Words label="Name contains" value={filter.name ?? ''} change={value => change('name', value)} />
      <Words label="Tag" value={filter.tag ?? ''} change={value => change('tag', value)} />
      <Time label="From (UTC)" value={filter.created_after} change={value => change('created_after', value)} />
      <Time label="Before (UTC)" value={filter.created_before} change={value => change('created_before', value)} />
      {filter.batch !== undefined && (
        <Tag minimal onRemove={() => change('batch', '')}>
          Batch <Link href={`/jobs/batches/${filter.batch}`}>{shortId(filter.batch)}</Link>
        </Tag>
      )}
      {filter.saved_circuit !== undefined && (
        <Tag minimal onRemove={() => change('saved_circuit', '')}>
          <SavedCircuitFilter circuit_id={filter.saved_circuit} />
        </Tag>
      )}
      {Object.keys(filter).length > 0 && (
        <Button
          size="small"
          text="Clear filters"
          onClick={() => setSearch(before => FILTERS.reduce((after, name) => withFilter(after, name, ''), before))}
        />
      )}
    </search>
  )
}

/** The saved circuit by its name, or by its id where it was deleted or belongs to an API key. */
function SavedCircuitFilter({ circuit_id }: { readonly circuit_id: string }) {
  const { data } = useFetched(routes.getSavedCircuit, { params: { circuit_id } })
  if (data?.circuit_id !== circuit_id.toLowerCase()) return <>Saved circuit {shortId(circuit_id)}</>
  return <Link href={savedAddress(data)}>Saved circuit {data.name}</Link>
}

interface WordsProps {
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
}

function Words({ label, value, change }: WordsProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    // The address changed from elsewhere: the back button, or the filters were cleared.
    setKnown(value)
    if (typed.trim() !== value) setTyped(value)
  }
  const send = useEffectEvent(() => typed.trim() !== value && change(typed.trim()))
  useEffect(() => {
    const timer = setTimeout(() => send(), typed === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <FormGroup label={label} labelFor={id} inline>
      <InputGroup id={id} value={typed} maxLength={64} onValueChange={setTyped} />
    </FormGroup>
  )
}

interface TimeProps {
  readonly label: string
  readonly value: string | undefined
  readonly change: (value: string) => void
}

function Time({ label, value, change }: TimeProps) {
  const id = useId()
  return (
    <FormGroup label={label} labelFor={id} inline>
      <InputGroup
        id={id}
        type="datetime-local"
        value={fieldOfTime(value)}
        onValueChange={typed => change(timeOfField(typed))}
      />
    </FormGroup>
  )
}
