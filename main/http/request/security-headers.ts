import helmet from 'helmet'

/** HSTS and upgrades to HTTPS are off: this is plain HTTP on the loopback address. */
const PLAIN_HTTP = { strictTransportSecurity: false, frameguard: { action: 'deny' } } as const

/**
 * Headers of every reply: browsers must not guess the type of JSON, frame it, show it as a page, or let other origins
 * read it (OWASP REST Security Cheat Sheet). Headers that only concern documents are in `pageHeaders`, as each costs a
 * short call two microseconds.
 */
export const replyHeaders = helmet({
  ...PLAIN_HTTP,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
})

/** Headers of pages: no inline code, no other hosts, no framing. */
export const pageHeaders = helmet({
  ...PLAIN_HTTP,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'"],
      fontSrc: ["'self'", 'data:'],
      workerSrc: ["'self'", 'blob:'],
      manifestSrc: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
    },
  },
})
