/** Every dialog of the window: opened as a user does, without accessibility faults in light and dark, within the window at every size. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CSV_TEMPLATE } from '../../../main/contract/calibration/csv-template'
import { axeFaults, heading, LONG, PATIENCE, signIn, text, visit, withRestHidden } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'
import { loaded, NONE_AT_ANY_SIZE, outsideAtEverySize, SIZES } from './scrolling'

if (browserAddress === '') console.info('Skipped: the dialogs of the window, because Chromium is not installed.')

interface Opened {
  readonly name: string
  readonly path: string
  readonly open: (page: Page) => Promise<void>
}

/** The pages behind are looked at by themselves elsewhere. */
const DIALOG = '.bp6-dialog, .bp6-omnibar'

const press = (key: string) => (page: Page) => page.keyboard.press(key)
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const after =
  (...steps: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }

const post = async (page: Page, path: string, data: object) => {
  const origin = new URL(page.url()).origin
  const reply = await page.request.post(origin + path, { data, headers: { origin } })
  expect(reply.ok(), await reply.text()).toBe(true)
  return (await reply.json()) as Record<string, string>
}
const submitted = (page: Page, sent: object) =>
  post(page, '/api/svc/quantum/submit', { backend: 'dev-a-mock', shots: 100, ...sent })

const SHORT = { num_qubits: 1, instructions: [{ name: 'measure', qubits: [0], clbits: [0] }] }

/** Only a job that has run for longer than a minute is asked about: the reply says that this one has. */
const abortedJob = async (page: Page) => {
  const { job_uuid } = await submitted(page, { circuit: SHORT })
  const started_at = new Date(Date.now() - 125_000).toISOString()
  await page.route(
    url => url.pathname === `/api/svc/quantum/jobs/${job_uuid}`,
    async route => {
      const job = (await (await route.fetch()).json()) as object
      await route.fulfill({ json: { ...job, status: 'PROCESSING', started_at, ended_at: null } })
    },
  )
  await page.goto(new URL(`/jobs/${job_uuid}`, page.url()).href)
  await button('Abort')(page)
  await page.getByText(/^It has run for 2 min/).waitFor(PATIENCE)
}

const abortedBatch = async (page: Page) => {
  await submitted(page, { circuits: [{ circuit: SHORT }, { circuit: LONG }] })
  await page.getByRole('button', { name: 'Batches' }).click()
  await page.getByRole('table', { name: 'Batches' }).getByRole('link').first().click()
  await heading(page, /^Batch /)
  await page.getByRole('button', { name: 'Abort', exact: true }).click()
}

/** A device with a run cannot be deleted. */
const keptDevice = async (page: Page) => {
  const origin = new URL(page.url()).origin
  await post(page, '/v1/devices', { device_id: 'dev-own', files: CSV_TEMPLATE })
  const modules = '/v1/backends/dev-own-mock/logical-qubits'
  const listed = (await (await page.request.get(origin + modules)).json()) as {
    logical_qubits: { logical_id: string }[]
  }
  const run = { mode: 'correction', rounds: [1, 2], shots: 50, states: ['0', '+'] }
  await post(page, `${modules}/${listed.logical_qubits[0]!.logical_id}/runs`, run)
  await page.goto(`${origin}/backends/dev-own`)
  await button('Delete the device')(page)
  await page.getByRole('dialog', { name: 'The device cannot be deleted' }).waitFor(PATIENCE)
}

/** The operator's panel of one source. */
const operated = async (page: Page) => {
  await page.getByRole('button', { name: 'Reset', exact: true }).first().click()
}

const SESSION = (url: URL) => url.pathname === '/session'

const failedSignOut = async (page: Page) => {
  await page.route(SESSION, route => route.abort())
  await after(press('Control+k'), () => page.keyboard.type('sign out'), press('Enter'))(page)
  await page.getByRole('dialog', { name: 'Sign out' }).getByRole('alert').waitFor(PATIENCE)
}

const DIALOGS: readonly Opened[] = [
  { name: 'the keyboard shortcuts', path: '/runs', open: press('?') },
  { name: 'the command palette', path: '/runs', open: press('Control+k') },
  {
    name: 'the welcome',
    path: '/runs',
    open: after(press('Control+k'), async page => page.keyboard.type('demo lab'), press('Enter')),
  },
  { name: 'the safe state', path: '/runs', open: button('Safe state') },
  { name: 'a snapshot to make current', path: '/backends/dev-a', open: button(/^Make the calibration of/) },
  { name: 'a new API key', path: '/account?create', open: async () => {} },
  {
    name: 'the secret of a new key',
    path: '/account?create',
    open: async page => {
      const form = page.getByRole('dialog')
      await form.getByLabel('Name').fill('for the dialogs')
      await form.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByText('Copy it now').waitFor()
    },
  },
  { name: 'a key to give a new secret', path: '/account', open: button('Rotate for the dialogs') },
  { name: 'a key to revoke', path: '/account', open: button('Revoke for the dialogs') },
  { name: 'an instrument to add', path: '/instruments', open: button('Add by hand') },
  { name: 'an instrument to rename', path: '/instruments/flux-dac', open: button(/^Rename/) },
  { name: 'an instrument to remove', path: '/instruments/flux-dac', open: button(/^Remove/) },
  {
    name: 'the report of a safe state',
    path: '/instruments/flux-dac',
    open: page => page.locator('main').getByRole('button', { name: 'Safe state' }).click(),
  },
  {
    name: 'a snapshot of settings to delete',
    path: '/instruments?view=snapshots',
    open: async page => {
      await page.getByRole('textbox').first().fill('before the cool-down')
      await page.keyboard.press('Enter')
      await button('Delete before the cool-down')(page)
    },
  },
  { name: 'help on editing circuits', path: '/circuits', open: button('Help') },
  { name: 'the saved circuits', path: '/circuits', open: button('Saved circuits…') },
  {
    name: 'versions of a saved circuit',
    path: '/circuits',
    open: async page => {
      await expect.poll(() => text(page).textContent(), PATIENCE).not.toBe('')
      await page.getByRole('textbox', { name: /name/i }).first().fill('kept')
      await button('Save')(page)
      await button('Compare…')(page)
    },
  },
  { name: 'the signing keys to export', path: '/entropy?view=operator', open: button('Export a copy') },
  {
    name: 'signing keys to replace',
    path: '/entropy?view=operator',
    open: button(/^(Rotate|New signing key|Replace)/),
  },
  { name: 'a source to reset', path: '/entropy?view=operator', open: operated },
  {
    name: 'a job to delete',
    path: '/',
    open: async page => {
      await page.getByRole('button', { name: 'Submit', exact: true }).click()
      await page.getByText('COMPLETED').first().waitFor()
      await button('Delete')(page)
    },
  },
  { name: 'a job to abort', path: '/jobs', open: abortedJob },
  { name: 'a batch to abort', path: '/jobs', open: abortedBatch },
  { name: 'a device that stays', path: '/backends', open: keptDevice },
  { name: 'a sign-out that failed', path: '/runs', open: failedSignOut },
]

/**
 * By Escape and as a link does, which costs a tenth of loading the window anew: that where a dialog stays. A page that is open
 * already is left for another first, so that it opens as it was.
 */
async function goOn(page: Page, { url, path }: { readonly url: string; readonly path: string }): Promise<void> {
  await page.keyboard.press('Escape')
  const isClosed = await page
    .locator(DIALOG)
    .waitFor({ timeout: 2_000, state: 'detached' })
    .then(
      () => true,
      () => false,
    )
  if (!isClosed) return void (await page.goto(url + path))
  if (new URL(page.url()).pathname === new URL(path, url).pathname) await leave(page)
  await visit(page, path)
}

async function leave(page: Page): Promise<void> {
  await visit(page, '/nowhere')
  await heading(page, 'No such page')
}

/** In a wide window and at 390 pixels, where dialogs stand otherwise; colours are the same at any size. */
const faultsWideAndNarrow = (page: Page) =>
  withRestHidden(page, DIALOG, async () => {
    const wide = await axeFaults(page, DIALOG)
    await page.setViewportSize(SIZES[2])
    const narrow = await axeFaults(page, DIALOG, ['light'])
    await page.setViewportSize(SIZES[0])
    return { wide, narrow }
  })

describe.skipIf(browserAddress === '')('the dialog of', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  it.each(DIALOGS)('$name is accessible and within the window', async ({ name, path, open }) => {
    const { page, url } = station
    await goOn(page, { url, path })
    await loaded(page)
    await open(page)
    await page.locator(DIALOG).first().waitFor(PATIENCE)
    await loaded(page)
    expect(await faultsWideAndNarrow(page), name).toEqual({ wide: [], narrow: [] })
    expect(await outsideAtEverySize(page), name).toEqual(NONE_AT_ANY_SIZE)
    await station.shoot(`dialog-${name.replaceAll(' ', '-')}`)
  })

  it('a button without a name and words too faint to read is found, in a wide window, light and dark, and in a narrow one', async () => {
    const { page, url } = station
    await page.goto(`${url}/runs`)
    await loaded(page)
    await page.keyboard.press('?')
    await page.locator(DIALOG).first().waitFor(PATIENCE)
    await page.evaluate(() => {
      const planted = '<button></button><p id="faint">too faint to read</p>'
      document.querySelector('.bp6-dialog-body')!.insertAdjacentHTML('afterbegin', planted)
      Object.assign(document.getElementById('faint')!.style, { color: '#999', background: '#aaa' })
    })
    const { wide, narrow } = await faultsWideAndNarrow(page)
    const both = [expect.stringMatching(/^light button-name: /), expect.stringMatching(/^light color-contrast: /)]
    expect(wide.sort()).toEqual([expect.stringMatching(/^dark color-contrast: /), ...both])
    expect(narrow.sort()).toEqual(both)
  })

  it('a sign-out from the palette that failed keeps the page and the session, and trying again ends it', async () => {
    const { page, url } = station
    await page.goto(`${url}/runs`)
    await loaded(page)
    await failedSignOut(page)
    await expect.poll(() => page.locator('main h1').textContent()).toBe('Runs')
    await page.unroute(SESSION)
    await page.getByRole('dialog', { name: 'Sign out' }).getByRole('button', { name: 'Try again' }).click()
    await heading(page, 'Sign in to Pentad')
  })
})
