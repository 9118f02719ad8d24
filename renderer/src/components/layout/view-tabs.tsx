/** Views of a page as tabs; the chosen one stands in the address, so that a link leads to it. */
import { Tab, Tabs } from '@blueprintjs/core'
import type { ReactElement } from 'react'
import { useLocation, useSearch } from 'wouter'
import './view-tabs.css'

interface PageView {
  readonly id: string
  readonly title: string
  readonly content: ReactElement
}

interface Props {
  /** Accessible name of the row of tabs. */
  readonly label: string
  /** Address of the page; alone it shows the first view. */
  readonly path: string
  readonly views: readonly PageView[]
}

export function ViewTabs({ label, path, views }: Props) {
  const asked = new URLSearchParams(useSearch()).get('view')
  const [, navigate] = useLocation()
  const first = views[0]!.id
  const chosen = views.find(({ id }) => id === asked)?.id ?? first
  return (
    <Tabs
      id={`views-${path.slice(1)}`}
      className="pentad-views"
      animate={false}
      selectedTabId={chosen}
      renderActiveTabPanelOnly
      onChange={id => navigate(id === first ? path : `${path}?view=${id}`)}
      aria-label={label}
    >
      {views.map(({ id, title, content }) => (
        <Tab key={id} id={id} title={title} panel={content} />
      ))}
    </Tabs>
  )
}
