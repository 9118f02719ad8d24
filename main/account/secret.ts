import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 32 random bytes in base64url, after a prefix that names the kind of secret. */
export const freshSecret = (kind: 'pk' | 'signin' | 'session' | 'local'): string =>
  `${kind}_${randomBytes(32).toString('base64url')}`

/** SHA-256 of the secret. A slow password hash is not needed: the secrets are random and too long to be searched. */
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const sameHash = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)
