import { type Logger, pino } from 'pino'

export type { Logger }

/** Structured lines on stderr; stdout is kept for what commands print. */
export const createLog = (level: string): Logger => pino({ level, base: null }, pino.destination({ fd: 2, sync: true }))
