/**
 * A set-up file that appends what a test file cost to the file named by PENTAD_TEST_COST, one JSON line each: CPU seconds of
 * its process with all threads, of the children that it waited for, and seconds by the clock, from the process's start or the
 * end of the file before in the same process.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'

/** Linux counts the time of children in hundredths of a second. */
const TICKS = 100

interface Cost {
  readonly cpu_s: number
  readonly children_s: number
  readonly wall_s: number
}

declare global {
  /** Where the file before ended, as modules are loaded anew for each. */
  var recordedCost: Cost | undefined
}

function childrenSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / TICKS
}

function costNow(): Cost {
  const { user, system } = process.cpuUsage()
  return { cpu_s: (user + system) / 1e6, children_s: childrenSeconds(), wall_s: process.uptime() }
}

const atImport = costNow()

afterAll(() => {
  const before = globalThis.recordedCost ?? { cpu_s: 0, children_s: 0, wall_s: 0 }
  const now = costNow()
  globalThis.recordedCost = now
  const round = (value: number) => Number(value.toFixed(2))
  const line = {
    file: relative(process.cwd(), expect.getState().testPath ?? ''),
    cpu_s: round(now.cpu_s - before.cpu_s),
    children_s: round(now.children_s - before.children_s),
    wall_s: round(now.wall_s - before.wall_s),
    start_s: round(atImport.cpu_s - before.cpu_s),
  }
  appendFileSync(process.env.PENTAD_TEST_COST!, `${JSON.stringify(line)}\n`)
})
