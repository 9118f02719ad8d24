/**
 * The window's Content-Security-Policy forbids eval. Zod probes for it unless configured not to, and the probe alone is
 * reported as a violation; this has to be the first import, before any schema of the contract is built.
 */
import { config } from 'zod'

config({ jitless: true })
