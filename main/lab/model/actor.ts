import type { Caller } from '../../contract/service/account'
import type { Cause } from '../../instruments/model/request'

/** Name of the caller, for logs and leases. */
export const actorOf = ({ kind, name }: Caller): string => (kind === 'session' ? 'account holder' : `key ${name}`)

/** The caller's own leases have this holder: an API key, or the account holder in whichever window or terminal. */
export const holderIdOf = ({ key_id }: Caller): string => `operator:${key_id ?? 'session'}`

export const causeOf = (caller: Caller): Cause => ({ actor: actorOf(caller), work: null })
