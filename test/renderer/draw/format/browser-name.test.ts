import { expect, it } from 'vitest'
import { browserName } from '../../../../renderer/src/draw/format/browser-name'

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140 on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0',
    'Edge 138 on Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0',
    'Chromium 156 on Linux',
  ],
  ['Mozilla/5.0 (X11) AppleWebKit/537.36 pentad/0.1 Chrome/140.0 Electron/45.4.1 Safari/537.36', 'Electron 45'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari 18 on macOS',
  ],
  ['curl/8.1', 'curl/8.1'],
  ['', 'unnamed'],
])('names the browser of %s', (agent, name) => {
  expect(browserName(agent)).toBe(name)
})
