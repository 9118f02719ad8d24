/** Commands of the palette: every page, then the main actions. */
import { useSafeStateDialog } from '../window-state/open-dialog'
import { THEMES, type Theme } from '../window-state/preferences'
import { PAGES } from './page-table'

/** Functions that commands may call; the palette provides them. */
export interface CommandContext {
  readonly navigate: (path: string) => void
  readonly setTheme: (theme: Theme) => void
  readonly show: (dialog: 'shortcuts' | 'welcome') => void
  readonly signOut: () => void
}

export interface Command {
  readonly name: string
  readonly about: string
  readonly run: (reach: CommandContext) => void
}

const goTo = (name: string, about: string, path: string): Command => ({
  name,
  about,
  run: ({ navigate }) => navigate(path),
})

export const COMMANDS: readonly Command[] = [
  ...PAGES.map(({ name, about, path }) => goTo(name, about, path)),
  goTo('Submit a template', 'Bell, GHZ or teleportation, on a backend of your choice', '/?submit'),
  goTo('Write a circuit', 'As OpenQASM or JSON, with its cost before submitting', '/circuits'),
  goTo('Resolve a module', 'Select a chiplet and rank its layouts', '/modules'),
  goTo('Start a run', 'Physical baselines, then the encoded experiment', '/runs'),
  goTo('Add a device', 'From vendor files, or from two tables of your own', '/backends?view=add'),
  goTo('Import a calibration', 'On the page of its device', '/backends'),
  goTo('Create an API key', 'For scripts', '/account?create'),
  goTo('Get compute tokens', 'For live backends, in the demo lab', '/account?purchase'),
  goTo('Draw random bytes', 'With a signed receipt, and its price before', '/entropy?view=draw'),
  goTo('Find a receipt', 'Of a draw of random bytes, with its proof', '/entropy?view=receipts'),
  goTo('Verify a receipt, a proof or a pulse', 'By dropping a file', '/entropy?view=verify'),
  goTo('Beacon', 'The latest pulse and its chain', '/entropy?view=beacon'),
  goTo('Pools of random bytes', 'What sources have in store, and custom pools', '/entropy?view=pools'),
  goTo(
    'Operate sources of random bytes',
    'States, budgets, faults of twins, keys, audit log',
    '/entropy?view=operator',
  ),
  goTo('Command log of instruments', 'Every byte that went over a line', '/instruments?view=log'),
  goTo('Experiment log', 'Sets, leases, limits and faults with their causes', '/instruments?view=experiment'),
  goTo('Snapshots of settings', 'Keep, compare and restore what instruments are set to', '/instruments?view=snapshots'),
  {
    name: 'Safe state',
    about: 'Drive every instrument to its safe values',
    run: () => useSafeStateDialog.getState().open(),
  },
  ...THEMES.map(theme => ({
    name: `Theme: ${theme}`,
    about: theme === 'system' ? 'Follow the system' : `Always ${theme}`,
    run: ({ setTheme }: CommandContext) => setTheme(theme),
  })),
  { name: 'Keyboard shortcuts', about: 'The list of keys', run: ({ show }) => show('shortcuts') },
  { name: 'The demo lab in three steps', about: 'The first-start explanation', run: ({ show }) => show('welcome') },
  { name: 'Sign out', about: 'End this session', run: ({ signOut }) => signOut() },
]
