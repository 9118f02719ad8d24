/** The table of pages, from which navigation, shortcuts and command palette are made. */
import {
  Chart,
  Cog,
  Cube,
  Dashboard,
  DataConnection,
  Flows,
  Layers,
  Random,
  type SVGIconProps,
  Temperature,
  User,
} from '@blueprintjs/icons'
import { type ComponentType, lazy } from 'react'
import { hasRoutes } from './available-routes'

export interface PageEntry {
  readonly path: `/${string}`
  /** Tag of the routes that the page uses. */
  readonly shows: string
  readonly name: string
  /** The letter that opens the page after g. */
  readonly letter: string
  readonly icon: ComponentType<SVGIconProps>
  readonly about: string
  readonly content: ComponentType
}

const AccountPage = lazy(async () => ({ default: (await import('../pages/account/account-page')).AccountPage }))
const BackendsPage = lazy(async () => ({ default: (await import('../pages/backends/backends-page')).BackendsPage }))
const CircuitsPage = lazy(async () => ({ default: (await import('../pages/circuits/circuits-page')).CircuitsPage }))
const DashboardPage = lazy(async () => ({ default: (await import('../pages/dashboard/dashboard-page')).DashboardPage }))
const EntropyPage = lazy(async () => ({ default: (await import('../pages/entropy/entropy-page')).EntropyPage }))
const InstrumentsPage = lazy(async () => ({
  default: (await import('../pages/instruments/instruments-page')).InstrumentsPage,
}))
const JobsPage = lazy(async () => ({ default: (await import('../pages/jobs/jobs-page')).JobsPage }))
const ModulesPage = lazy(async () => ({ default: (await import('../pages/modules/modules-page')).ModulesPage }))
const RunsPage = lazy(async () => ({ default: (await import('../pages/runs/runs-page')).RunsPage }))
const SettingsPage = lazy(async () => ({ default: (await import('../pages/settings/settings-page')).SettingsPage }))

const ALL: readonly PageEntry[] = [
  {
    path: '/',
    shows: 'service',
    name: 'Dashboard',
    letter: 'd',
    icon: Dashboard,
    about: 'What is running, health, last runs and jobs',
    content: DashboardPage,
  },
  {
    path: '/backends',
    shows: 'backends',
    name: 'Backends',
    letter: 'b',
    icon: Layers,
    about: 'Devices, calibration maps and history',
    content: BackendsPage,
  },
  {
    path: '/circuits',
    shows: 'circuits',
    name: 'Circuits',
    letter: 'c',
    icon: Flows,
    about: 'Write a circuit as OpenQASM or JSON and submit it',
    content: CircuitsPage,
  },
  {
    path: '/jobs',
    shows: 'jobs',
    name: 'Jobs',
    letter: 'j',
    icon: DataConnection,
    about: 'Circuit jobs and their results',
    content: JobsPage,
  },
  {
    path: '/modules',
    shows: 'modules',
    name: 'Modules',
    letter: 'm',
    icon: Cube,
    about: 'Logical-qubit modules, ranked and resolved',
    content: ModulesPage,
  },
  {
    path: '/runs',
    shows: 'runs',
    name: 'Runs',
    letter: 'r',
    icon: Chart,
    about: 'Error-correction runs and comparison',
    content: RunsPage,
  },
  {
    path: '/entropy',
    shows: 'entropy',
    name: 'Entropy',
    letter: 'e',
    icon: Random,
    about: 'Random bytes, their receipts, and the beacon',
    content: EntropyPage,
  },
  {
    path: '/instruments',
    shows: 'instruments',
    name: 'Instruments',
    letter: 'i',
    icon: Temperature,
    about: 'Control instruments, sequencers, their logs and limits',
    content: InstrumentsPage,
  },
  {
    path: '/account',
    shows: 'account',
    name: 'Account',
    letter: 'a',
    icon: User,
    about: 'API keys, compute tokens, ledger',
    content: AccountPage,
  },
  {
    path: '/settings',
    shows: 'service',
    name: 'Settings & About',
    letter: 's',
    icon: Cog,
    about: 'Theme, versions, engine, licences',
    content: SettingsPage,
  },
]

/** Pages whose routes the service has. */
export const PAGES = ALL.filter(({ shows }) => hasRoutes(shows))

/** The page of an address; the dashboard only for exactly `/`. */
export const pageAt = (location: string): PageEntry | undefined =>
  PAGES.find(entry =>
    entry.path === '/' ? location === '/' : location === entry.path || location.startsWith(`${entry.path}/`),
  )
