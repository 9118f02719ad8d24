/** The instrument and the run or job that a log is limited to, stored in the page's address. */
import { Button, InputGroup } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { createContext, useContext, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useInstruments } from '../../api/instruments/use-instruments'
import { Choice } from '../../components/controls/choice'

export interface LogScope {
  /** Left out: entries of all instruments. */
  readonly instrument_id?: string
  /** Only entries of this run or job. */
  readonly work?: string
}

/** Makes the address of the full log with another scope; null inside the log of one run or instrument. */
const ScopedAddress = createContext<((scope: LogScope) => string) | null>(null)

/** The scope from the address, so that it can be linked to and the browser's back button restores it. */
export function useLogScope(): LogScope & { readonly addressOf: (scope: LogScope) => string } {
  const query = new URLSearchParams(useSearch())
  const [path] = useLocation()
  const [instrument_id, work] = [query.get('instrument'), query.get('work')]
  return {
    ...(instrument_id && { instrument_id }),
    ...(work && { work }),
    addressOf({ instrument_id, work }) {
      const next = new URLSearchParams(query)
      for (const [name, value] of [['instrument', instrument_id] as const, ['work', work] as const])
        if (value) next.set(name, value)
        else next.delete(name)
      return `${path}?${next}`
    },
  }
}

export const ScopedLog = ScopedAddress.Provider

/** Fields that choose the scope; nothing inside the log of one run or instrument. */
export function LogScopeFields({ scope }: { readonly scope: LogScope }) {
  const addressOf = useContext(ScopedAddress)
  return addressOf && <ScopeFields key={scope.work} scope={scope} addressOf={addressOf} />
}

interface ScopeFieldsProps {
  readonly scope: LogScope
  readonly addressOf: (scope: LogScope) => string
}

function ScopeFields({ scope, addressOf }: ScopeFieldsProps) {
  const instruments = useInstruments()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState(scope.work ?? '')
  const { work, ...others } = scope
  const options = (instruments.data?.items ?? []).map(each => [each.instrument_id, each.label] as const)
  const keep = () => navigate(addressOf({ ...others, work: typed.trim() }))
  return (
    <>
      <Choice
        label="Instrument"
        none="all"
        value={scope.instrument_id ?? ''}
        options={options}
        choose={instrument_id => navigate(addressOf({ ...scope, instrument_id }))}
      />
      <InputGroup
        size="small"
        aria-label="Id of a run or job"
        placeholder="Id of a run or job"
        className="pentad-mono"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onValueChange={setTyped}
        onBlur={() => typed.trim() !== (work ?? '') && keep()}
        onKeyDown={event => event.key === 'Enter' && keep()}
      />
      {work !== undefined && (
        <Button size="small" icon={<Cross />} text="All runs and jobs" onClick={() => navigate(addressOf(others))} />
      )}
    </>
  )
}

/** The run or job of an entry, as a link to all of its entries. */
export function WorkText({ work, scope }: { readonly work: string | null; readonly scope: LogScope }) {
  const addressOf = useContext(ScopedAddress)
  if (work === null) return null
  return (
    <span className="pentad-quiet machine-work">
      {addressOf === null || scope.work === work ? (
        work
      ) : (
        <Link href={addressOf({ ...scope, work })} aria-label={`Only ${work}`}>
          {work}
        </Link>
      )}
    </span>
  )
}
