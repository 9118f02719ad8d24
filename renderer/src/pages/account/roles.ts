import { routes } from '../../../../main/contract/routes'
import { KeyRole } from '../../../../main/contract/service/account'

/** What each role lets a key do, in plain words. */
export const ROLES: Readonly<Record<KeyRole, string>> = {
  jobs: 'submit circuits and read their results',
  qec: 'resolve modules, start and read error-correction runs',
  entropy: 'draw random bytes and read receipts',
  operator: 'import calibrations and operate the lab',
}

const LETS_IN = new Set<string>(Object.values(routes).flatMap(({ access }) => access))

/** Roles that at least one route of the service accepts. */
export const OFFERED = KeyRole.options.filter(role => LETS_IN.has(role))
