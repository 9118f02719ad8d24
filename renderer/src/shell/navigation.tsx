/** The rail at the left: pages, state of the service, theme and help. */
import { Button } from '@blueprintjs/core'
import { Cross, Flash, Help, KeyCommand, Menu, Moon } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useHealth, useServiceStatus } from '../api/use-health'
import { SafeStateButton } from '../instruments/safety/safe-state'
import { useOpenDialog } from '../window-state/open-dialog'
import { usePreferences, useScheme } from '../window-state/preferences'
import { hasRoutes } from './available-routes'
import { PAGES, type PageEntry, pageAt } from './page-table'

export function Navigation() {
  const { open, setOpen, button } = usePagesMenu()
  return (
    <header className="pentad-rail" data-menu={open ? 'open' : 'closed'}>
      <Button
        ref={button}
        className="pentad-menu"
        variant="minimal"
        icon={open ? <Cross /> : <Menu />}
        aria-label="Menu of pages"
        aria-expanded={open}
        aria-controls="pentad-pages"
        onClick={() => setOpen(!open)}
      />
      <div className="pentad-brand">
        <img src="/icon.svg" alt="" width="26" height="26" />
        <span>Pentad</span>
      </div>
      <PageLinks />
      {hasRoutes('lab') && <SafeStateButton />}
      <ServiceState />
      <RailTools />
    </header>
  )
}

/** In a narrow window the list of pages opens over the page, and closes when a page is chosen or by Escape. */
function usePagesMenu() {
  const [open, setOpen] = useState(false)
  const [location] = useLocation()
  const button = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the location closes it
  useEffect(() => setOpen(false), [location])
  useEffect(() => {
    if (!open) return
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [open])
  return { open, setOpen, button }
}

function PageLinks() {
  const [location] = useLocation()
  const here = pageAt(location)
  return (
    <nav aria-label="Pages" id="pentad-pages" className="pentad-nav">
      <ul>
        {PAGES.map(entry => (
          <li key={entry.path}>
            <PageLink entry={entry} current={entry === here} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function PageLink({ entry, current }: { readonly entry: PageEntry; readonly current: boolean }) {
  const { path, name, letter, icon: Icon } = entry
  return (
    <Link
      href={path}
      className="pentad-nav-link"
      title={`${name} (g ${letter})`}
      aria-keyshortcuts={`g ${letter}`}
      {...(current && { 'aria-current': 'page' as const })}
    >
      <Icon size={16} aria-hidden />
      <span>{name}</span>
    </Link>
  )
}

function ServiceState() {
  const { data } = useHealth()
  const state = useServiceStatus()
  const engine = data && `${data.engine.kind} engine`
  return (
    <div className="pentad-service" data-state={state} title={data?.engine.detail}>
      <span className="pentad-dot" aria-hidden />
      <span className="pentad-service-words">
        <strong>{state === 'ok' ? 'Connected' : state === 'offline' ? 'Offline' : 'Degraded'}</strong>
        {data && (
          <span>
            {data.lab} · {engine}
          </span>
        )}
      </span>
    </div>
  )
}

function RailTools() {
  const show = useOpenDialog(state => state.show)
  const setTheme = usePreferences(state => state.setTheme)
  const scheme = useScheme()
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <div className="pentad-rail-tools">
      <Button
        variant="minimal"
        icon={<KeyCommand />}
        aria-label="Command palette"
        title="Command palette (Ctrl+K)"
        onClick={() => show('palette')}
      />
      <Button
        variant="minimal"
        icon={<Help />}
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        onClick={() => show('shortcuts')}
      />
      <Button
        variant="minimal"
        icon={scheme === 'dark' ? <Flash /> : <Moon />}
        aria-label={`Switch to the ${other} theme`}
        title={`Switch to the ${other} theme`}
        onClick={() => setTheme(other)}
      />
    </div>
  )
}
