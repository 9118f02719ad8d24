import helmet from 'helmet'

/** HSTS and upgrades are off in both: this is plain HTTP on the loopback address. */
const PLAIN_HTTP = { strictTransportSecurity: false, frameguard: { action: 'deny' } } as const

/**
 * On every answer: JSON is not to be guessed at, framed, shown as a page or read by other origins (OWASP REST Security Cheat
 * Sheet). What only concerns documents is left to `pageHeaders`: each header costs a short call two microseconds.
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

/** On what a browser may open: no inline code, no other hosts, no framing. */
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
