import { secretKeyPlace } from '../../accounts/audit/audit-key.ts'
import { shownDatabase, shownMedia } from '../config/shown-place.ts'
import { type Config, givenSettings } from '../config.ts'

export type Part = 'database' | 'photos' | 'secretKey' | 'settings'

/**
 * The parts of a store, and where they are: with these it can be set up again anywhere. docs/operating/backup-and-restore.md lists them
 * too.
 */
export const whatToKeep = (
  config: Pick<Config, 'database' | 'media' | 'audit'>,
  environment: NodeJS.ProcessEnv,
): Record<Part, string> => ({
  database: shownDatabase(config.database),
  photos: shownMedia(config.media),
  secretKey: secretKeyPlace(config.audit),
  settings: givenSettings(environment).join(' ') || 'all by default',
})
