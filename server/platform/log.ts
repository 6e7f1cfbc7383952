import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'

export type Logger = PinoLogger

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Logs JSON lines to standard output. Whatever looks like an API key is removed from every line. */
export const createLogger = (level: LogLevel, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: withoutKeys },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  )

const keyLike = /aas_(?:pub_)?(?:live|test)_[0-9A-Za-z]+/g

export const withoutKeys = (text: string): string =>
  text.includes('aas_') ? text.replace(keyLike, 'aas_[removed]') : text
