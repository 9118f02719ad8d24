import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 32 random bytes behind a word that names the kind of secret. */
export const freshSecret = (kind: 'pk' | 'signin' | 'session' | 'local'): string =>
  `${kind}_${randomBytes(32).toString('base64url')}`

/** The secrets are random and long, so a plain hash cannot be searched; no slow password hash is needed. */
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const sameHash = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)
