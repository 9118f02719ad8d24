/** The pages of the window: navigation, shortcuts and the command palette all come from this table. */
import {
  Chart,
  Cog,
  Cube,
  Dashboard,
  DataConnection,
  Flows,
  Layers,
  type SVGIconProps,
  Temperature,
  User,
} from '@blueprintjs/icons'
import { type ComponentType, lazy } from 'react'
import { hasRoutes } from './available-routes'

export interface PageEntry {
  readonly path: `/${string}`
  /** Tag of the routes that it shows. */
  readonly shows: string
  readonly name: string
  /** After g, this letter opens the page. */
  readonly letter: string
  readonly icon: ComponentType<SVGIconProps>
  readonly about: string
  readonly content: ComponentType
}

const AccountPage = lazy(async () => ({ default: (await import('../pages/account/account-page')).AccountPage }))
const BackendsPage = lazy(async () => ({ default: (await import('../pages/backends/backends-page')).BackendsPage }))
const CircuitsPage = lazy(async () => ({ default: (await import('../pages/circuits/circuits-page')).CircuitsPage }))
const DashboardPage = lazy(async () => ({ default: (await import('../pages/dashboard/dashboard-page')).DashboardPage }))
const InstrumentsPage = lazy(async () => ({
  default: (await import('../pages/instruments/instruments-page')).InstrumentsPage,
}))
const JobsPage = lazy(async () => ({ default: (await import('../pages/jobs/jobs-page')).JobsPage }))
const ModulesPage = lazy(async () => ({ default: (await import('../pages/modules/modules-page')).ModulesPage }))
const RunsPage = lazy(async () => ({ default: (await import('../pages/runs/runs-page')).RunsPage }))
const SettingsPage = lazy(async () => ({ default: (await import('../pages/settings/settings-page')).SettingsPage }))

const page = (
  path: PageEntry['path'],
  shows: string,
  name: string,
  letter: string,
  icon: PageEntry['icon'],
  about: string,
  content: ComponentType,
): PageEntry => ({ path, shows, name, letter, icon, about, content })

const ALL: readonly PageEntry[] = [
  page('/', 'service', 'Dashboard', 'd', Dashboard, 'What is running, health, last runs and jobs', DashboardPage),
  page('/backends', 'backends', 'Backends', 'b', Layers, 'Devices, calibration maps and history', BackendsPage),
  page(
    '/circuits',
    'circuits',
    'Circuits',
    'c',
    Flows,
    'Write a circuit as OpenQASM or JSON and submit it',
    CircuitsPage,
  ),
  page('/jobs', 'jobs', 'Jobs', 'j', DataConnection, 'Circuit jobs and their results', JobsPage),
  page('/modules', 'modules', 'Modules', 'm', Cube, 'Logical-qubit modules, ranked and resolved', ModulesPage),
  page('/runs', 'runs', 'Runs', 'r', Chart, 'Error-correction runs and comparison', RunsPage),
  page(
    '/instruments',
    'instruments',
    'Instruments',
    'i',
    Temperature,
    'Control instruments, sequencers, their logs and limits',
    InstrumentsPage,
  ),
  page('/account', 'account', 'Account', 'a', User, 'API keys, compute tokens, ledger', AccountPage),
  page('/settings', 'service', 'Settings & About', 's', Cog, 'Theme, versions, engine, licences', SettingsPage),
]

/** Those whose part the service has. */
export const PAGES = ALL.filter(({ shows }) => hasRoutes(shows))

/** The entry a path belongs to; the dashboard only at exactly `/`. */
export const pageAt = (location: string): PageEntry | undefined =>
  PAGES.find(entry =>
    entry.path === '/' ? location === '/' : location === entry.path || location.startsWith(`${entry.path}/`),
  )
