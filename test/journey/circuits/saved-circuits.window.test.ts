/** Saved circuits in the window: versions, and the list of them; the jobs that were submitted from one are in saved-circuit-jobs.window.test.ts. */
import type { Dialog, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, PATIENCE, program, saved, signIn, visit, write } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

const PROGRAM = `OPENQASM 3.0;
include "stdgates.inc";
qubit[3] q;
h q[0];
cx q[0], q[1];
`

/** As an editor on another system writes it. */
const OUTSIDE = Buffer.from(`\ufeff${PROGRAM.replaceAll('\n', '\r\n')}// ψ\t`)

describe.skipIf(browserAddress === '')('someone who keeps circuits', () => {
  let station: Workstation
  let page: Page
  let drawing: Locator
  const keys = async (...names: string[]) => {
    for (const name of names) await page.keyboard.press(name)
  }

  beforeAll(async () => {
    station = await openWorkstation()
    page = station.page
    await signIn(page, station.signInUrl())
    await visit(page, '/circuits')
    drawing = page.getByRole('application', { name: /^Circuit/ })
  })
  afterAll(() => station?.close())

  it('saves the circuit by a name, goes back to an earlier version, and brings a deleted copy back', async () => {
    await write(page, PROGRAM)
    await page.getByLabel('Name to save by').fill('Ladder')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('saved as version 1').waitFor(PATIENCE)
    await drawing.focus()
    await keys('Home', 'y')
    await page.getByText('changed since it was saved').waitFor(PATIENCE)
    await keys('Control+s')
    await page.getByText('saved as version 2').waitFor(PATIENCE)
    await page.getByLabel('Version to take the text from').selectOption('1')
    await expect.poll(() => program(page), PATIENCE).toBe(PROGRAM)
    await page.getByRole('button', { name: 'Compare…' }).click()
    const versions = page.getByRole('dialog', { name: 'Versions of Ladder' })
    await versions.getByText('Both are the same').waitFor(PATIENCE)
    await versions.getByLabel('Left', { exact: true }).selectOption('2')
    await versions.getByRole('row', { name: /y q\[/ }).waitFor(PATIENCE)
    await versions.getByRole('img', { name: /^Right circuit: / }).waitFor(PATIENCE)
    expect(await accessibilityFaults(page, '[role="dialog"]')).toEqual([])
    await versions.getByRole('button', { name: 'Restore version 2' }).click()
    await expect.poll(() => program(page), PATIENCE).toContain('y q[')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => program(page), PATIENCE).toBe(PROGRAM)
    await page.getByRole('button', { name: 'Saved circuits…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Saved circuits' })
    await dialog.getByRole('button', { name: 'Duplicate' }).click()
    const copy = dialog.getByRole('row', { name: /^Ladder \(copy\)/ })
    await copy.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('Ladder (copy) was deleted').waitFor(PATIENCE)
    await copy.waitFor({ ...PATIENCE, state: 'detached' })
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await copy.waitFor(PATIENCE)
    expect(await accessibilityFaults(page, '[role="dialog"]')).toEqual([])
    await copy.getByRole('button', { name: 'Open' }).focus()
    await keys('ArrowRight', 'Enter')
    await dialog.getByLabel('New name of Ladder (copy)').fill('A copy of it')
    // The key is still held when the focus is back, as fingers hold it: its release opens the field no second time.
    await page.keyboard.down('Enter')
    // The row is named by what is typed in it, too: it is renamed once the focus is back.
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe('Rename')
    await page.keyboard.up('Enter')
    await dialog.getByRole('row', { name: /^A copy of it/ }).waitFor(PATIENCE)
    await keys('ArrowDown', 'ArrowUp', 'Home')
    await expect.poll(focused).toBe('Open')
    await dialog.getByLabel('Search saved circuits').fill('COPY')
    await expect.poll(() => dialog.getByRole('button', { name: 'Open' }).count(), PATIENCE).toBe(1)
    await dialog.getByRole('button', { name: 'Open' }).click()
    await dialog.waitFor({ ...PATIENCE, state: 'detached' })
    await page.getByText('saved as version 1').waitFor(PATIENCE)
    await expect.poll(() => program(page)).toContain('y q[')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => program(page)).toBe(PROGRAM)
  })

  it('is asked before a circuit with changes gives way to another, and saves it or keeps it', async () => {
    const dialog = page.getByRole('dialog', { name: 'Save the circuit before it is replaced?' })
    const begin = () => page.getByRole('button', { name: 'New', exact: true }).click()
    await page.goto(`${station.url}/circuits`)
    await write(page, PROGRAM)
    // As it was put in there is nothing to lose.
    await begin()
    await expect.poll(() => program(page), PATIENCE).not.toContain('cx')
    await page.getByLabel('Name to save by').waitFor(PATIENCE)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => program(page), PATIENCE).toBe(PROGRAM)
    // Undo brings the saved circuit back with its text.
    await page.getByRole('button', { name: 'Save as…' }).click()
    await page.getByLabel('Name to save by').waitFor(PATIENCE)
    await drawing.focus()
    await keys('Home', 'y')
    await expect.poll(() => program(page), PATIENCE).toContain('y q[')
    const edited = await program(page)
    await begin()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ ...PATIENCE, state: 'detached' })
    await expect.poll(() => program(page)).toBe(edited)
    await begin()
    expect(await accessibilityFaults(page, '[role="dialog"]')).toEqual([])
    await dialog.getByLabel('Name to save the circuit by').fill('Before the new one')
    await dialog.getByRole('button', { name: 'Save and go on' }).click()
    await expect.poll(() => program(page), PATIENCE).not.toContain('cx')
    await page.getByRole('button', { name: 'Saved circuits…' }).click()
    const list = page.getByRole('dialog', { name: 'Saved circuits' })
    const row = list.getByRole('row', { name: /^Before the new one/ })
    await row.getByRole('button', { name: 'Open' }).click()
    await expect.poll(() => program(page), PATIENCE).toBe(edited)
    await page.getByText('saved as version 1').waitFor(PATIENCE)
    expect((await saved(page, 'Download text')).file).toBe('Before the new one.qasm')
    // A template or a file is another circuit; undo brings the saved one back, and that can be saved further.
    await page.getByLabel('Template').selectOption('teleportation')
    const proposed = () => page.getByLabel('Name to save by').inputValue()
    await expect.poll(proposed, PATIENCE).toBe('Teleportation (3 qubits)')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('saved as version 1').waitFor(PATIENCE)
    await page
      .getByLabel('Circuit file')
      .setInputFiles({ name: 'other.one.qasm', mimeType: 'text/plain', buffer: OUTSIDE })
    await expect.poll(proposed, PATIENCE).toBe('other.one')
    const { file, content } = await saved(page, 'Download text')
    expect([file, content.equals(OUTSIDE)]).toEqual(['other.one.qasm', true])
    await page
      .getByLabel('Circuit file')
      .setInputFiles({ name: 'latin.qasm', mimeType: 'text/plain', buffer: Buffer.from('// \xdc', 'latin1') })
    await page.getByText('latin.qasm is not text in UTF-8.').waitFor(PATIENCE)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('saved as version 1').waitFor(PATIENCE)
    await expect.poll(() => program(page), PATIENCE).toBe(edited)
  })

  it('is asked before the window is left with changes that are not saved, and finds the draft again', async () => {
    const asked: string[] = []
    const answer = (dialog: Dialog) => {
      asked.push(dialog.type())
      // Whoever stays has the page as it was.
      void (asked.length === 1 ? dialog.dismiss() : dialog.accept())
    }
    // Playwright's own way waits for the page that does not come.
    const leave = () => page.evaluate(() => void setTimeout(() => location.reload()))
    page.on('dialog', answer)
    const leaves = () => Promise.all([page.waitForEvent('domcontentloaded'), leave()])
    await page.getByText('saved as version 1').waitFor(PATIENCE)
    await leaves()
    await page.getByText('saved as version 1').waitFor(PATIENCE)
    expect(asked).toEqual([])
    await drawing.focus()
    await keys('Home', 'z')
    await page.getByText('changed since it was saved').waitFor(PATIENCE)
    await expect.poll(() => program(page)).toContain('z q[')
    const edited = await program(page)
    await leave()
    await expect.poll(() => asked).toEqual(['beforeunload'])
    await expect.poll(() => program(page)).toBe(edited)
    await leaves()
    expect(asked).toEqual(['beforeunload', 'beforeunload'])
    await expect.poll(() => program(page), PATIENCE).toBe(edited)
    await page.getByText('changed since it was saved').waitFor(PATIENCE)
    await keys('Control+s')
    await page.getByText('saved as version 2').waitFor(PATIENCE)
    await leaves()
    await page.getByText('saved as version 2').waitFor(PATIENCE)
    expect(asked).toHaveLength(2)
    page.off('dialog', answer)
  })

  it('sees a clean console all the way', () => expect(station.complaints).toEqual([]))
})
