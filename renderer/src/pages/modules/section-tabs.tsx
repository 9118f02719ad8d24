/** Sections of one step as tabs; the chosen one stands in the address, so that a link leads to it. */
import { Tab, Tabs } from '@blueprintjs/core'
import type { ReactElement } from 'react'
import { useLocation, useSearch } from 'wouter'

interface ModuleSection {
  readonly id: string
  readonly title: string
  readonly content: ReactElement
}

interface Props {
  /** Accessible name of the row of tabs. */
  readonly label: string
  readonly sections: readonly ModuleSection[]
}

export function SectionTabs({ label, sections }: Props) {
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const asked = search.get('view')
  const chosen = sections.find(({ id }) => id === asked) ?? sections[0]!
  const choose = (id: string) => {
    search.set('view', id)
    navigate(`${path}?${search}`, { replace: true })
  }
  return (
    <Tabs
      id={`sections-${label.replaceAll(' ', '-')}`}
      animate={false}
      selectedTabId={chosen.id}
      onChange={id => choose(String(id))}
      renderActiveTabPanelOnly
      aria-label={label}
    >
      {sections.map(({ id, title, content }) => (
        <Tab key={id} id={id} title={title} panel={content} />
      ))}
    </Tabs>
  )
}
