/** Packages of the Linux distribution that some tests need beyond Node and npm. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

/** @typedef {{ packages: string[], programs: string[], why: string }} Need */

/** @type {Need[]} */
const NEEDS = [
  {
    packages: ['chromium'],
    programs: ['chromium', 'chromium-browser', 'google-chrome'],
    why: 'the tests of the interface in a browser',
  },
  { packages: ['socat'], programs: ['socat'], why: 'the tests of serial links over pseudo-terminals' },
  {
    packages: ['umockdev', 'libusb-1.0-0', 'udev'],
    programs: ['umockdev-run'],
    why: 'the tests of HID devices and of discovery on simulated ports',
  },
  { packages: ['poppler-utils'], programs: ['pdffonts'], why: 'the tests that read reports and figures as PDF' },
  {
    packages: ['python3-matplotlib'],
    programs: ['/usr/lib/python3/dist-packages/matplotlib'],
    why: 'the test that draws a figure again with matplotlib',
  },
]

/**
 * Installs missing packages where that is possible (root and apt), and reports which tests are skipped without them.
 * @param {import('./step.mjs').Say} say
 */
export function installNeeds(say) {
  const missing = NEEDS.filter(need => !need.programs.some(isOnPath))
  if (missing.length === 0) return
  if (mayInstall())
    aptInstall(
      missing.flatMap(need => need.packages),
      say,
    )
  for (const need of missing.filter(({ programs }) => !programs.some(isOnPath)))
    say(
      `Skipping ${need.why}: ${need.packages[0]} is not installed${mayInstall() ? ' and could not be' : ' (apt needs root)'}.`,
    )
}

/** @param {string} program a program's name, or the absolute path of another file of the package */
const isOnPath = program =>
  (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(resolve(folder, program)))

const mayInstall = () => process.platform === 'linux' && process.getuid?.() === 0 && isOnPath('apt-get')

/** Updates apt's lists only when the install fails: they may be fresh, old, or absent, as in a bare container. */
function aptInstall(/** @type {string[]} */ packages, /** @type {import('./step.mjs').Say} */ say) {
  say(`Installing ${packages.join(', ')} from the distribution ...`)
  const install = () => apt(['install', '-y', '--no-install-recommends', ...packages])
  if (!install()) apt(['update']) && install()
}

/** @param {string[]} args */
const apt = args =>
  spawnSync('apt-get', args, {
    stdio: 'ignore',
    timeout: 600_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0
