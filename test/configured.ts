import { resolve } from 'node:path'
import type { Config } from '../main/config/config'

/** A silent service of the demo lab on a free port, with its data in `data`. */
export const configured = (data: string, change: Partial<Config> = {}): Config => ({
  host: 'headless',
  version: '0.0.0-test',
  port: 0,
  data,
  resources: resolve(import.meta.dirname, '../resources'),
  lab: resolve(import.meta.dirname, '../resources/labs/demo.json'),
  devices: [],
  segment: 'svc',
  interface_dir: null,
  log_level: 'silent',
  sqlite_binding: null,
  ...change,
})
