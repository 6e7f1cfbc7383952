import { type Config, ConfigError, readConfig } from '../../config.ts'
import type { Finding } from './finding.ts'

/** Reads the settings as `serve` does; returns no configuration if they are invalid. */
export const checkSettings = (environment: NodeJS.ProcessEnv): { finding: Finding; config?: Config } => {
  try {
    const config = readConfig(environment)
    return { finding: { check: 'settings', state: 'ok', found: 'valid' }, config }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [, ...faults] = error.message.split('\n')
    const found = faults.map((fault) => fault.trim()).join('; ')
    const advice = 'see docs/reference/settings.md'
    return { finding: { check: 'settings', state: 'fail', found, advice } }
  }
}
