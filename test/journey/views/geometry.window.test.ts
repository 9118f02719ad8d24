/** What the check of geometry finds, on small pages with a planted fault each; and that it finds nothing where there is none. */
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserAddress } from '../workstation'
import { geometryFaults } from './geometry'

const inBox = (style: string, content: string) => `<main><div style="width:100px;${style}">${content}</div></main>`
const LONG = '<span style="white-space:nowrap">a line that is much longer than its box</span>'
const LINES = '<p style="margin:0">one line<br>two lines<br>three lines</p>'
const dialog = (content: string) =>
  `<main></main><div class="bp6-dialog" style="position:fixed;left:20px;top:20px;width:200px">${content}</div>`

const PLANTED: readonly (readonly [string, string, readonly unknown[]])[] = [
  [
    'text cut by its own box',
    inBox('overflow:hidden;white-space:nowrap', 'a line that is much longer than its box'),
    [/is cut off$/],
  ],
  [
    'text cut by the box around it, at its right',
    inBox('overflow:hidden', LONG),
    [/^the text of span “a line .* is cut off by div/],
  ],
  [
    'text cut by the box around it, below',
    inBox('overflow:hidden;height:30px', LINES),
    [/^the text of p “one line.* is cut off by div/],
  ],
  ['text cut two boxes up', inBox('overflow:clip', `<div>${LONG}</div>`), [/is cut off by div/]],
  ['text beyond the window', `<div style="position:fixed;left:380px">${LONG}</div>`, [/is cut off by the window$/]],
  [
    'a button beyond its dialog',
    dialog('<button style="margin-left:180px;width:60px">Start</button>'),
    [/^button “Start” .*sticks out$/],
  ],
]

const SOUND: readonly (readonly [string, string])[] = [
  ['text that scrolls within its box', inBox('overflow:auto;height:30px', LINES)],
  [
    'text that scrolls within a box that cuts',
    inBox('overflow:hidden;height:60px', `<div style="overflow:auto;height:30px">${LINES}</div>`),
  ],
  [
    'text shortened by an ellipsis, with its whole as a title',
    inBox('', `<div title="whole" style="overflow:hidden;text-overflow:ellipsis">${LONG}</div>`),
  ],
  [
    'text shortened to a line, with its whole as a title',
    inBox(
      '',
      `<div title="whole" style="overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:1"><span>one line<br>two lines</span></div>`,
    ),
  ],
  [
    'text for screen readers alone',
    inBox('', `<div style="position:absolute;width:1px;height:1px;overflow:hidden">${LONG}</div>`),
  ],
  [
    'text that lies outside of a box which does not hold it',
    inBox('overflow:hidden;height:0', `<div style="position:absolute">${LINES}</div>`),
  ],
  ['hidden text', inBox('overflow:hidden;height:10px', `<div hidden>${LINES}</div>`)],
  ['a dialog within the window', dialog('<button>Start</button>')],
]

describe.skipIf(browserAddress === '')('the check of geometry', () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await chromium.connect(browserAddress)
    page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  })
  afterAll(() => browser?.close())

  const faultsOf = async (content: string) => {
    await page.setContent(`<body style="margin:0;font:14px/20px sans-serif">${content}</body>`)
    return geometryFaults(page)
  }

  it.each(PLANTED)('finds %s', async (_, content, found) => {
    expect(await faultsOf(content)).toEqual(found.map(each => expect.stringMatching(each as RegExp)))
  })

  it.each(SOUND)('finds nothing in %s', async (_, content) => {
    expect(await faultsOf(content)).toEqual([])
  })
})
