import { Worker } from 'node:worker_threads'
import { OlderProgramsConnected } from '../../platform/older-programs.ts'
import type { OnNotice } from '../../platform/storage/database.ts'
import { rejectNewer } from '../../platform/storage/schema.ts'
import type { DatabaseConfig } from '../config/database.settings.ts'
import { databaseSchema, prepareDatabase } from './prepare-database.ts'
import type { UpgradeMessage, UpgradeOptions } from './upgrade.messages.ts'

type Options = {
  isForced: boolean
  onNotice: OnNotice
  /** Called before an upgrade, which may take minutes, with the names of its steps. */
  onBegin: (steps: readonly string[]) => void
}

/**
 * Upgrades the database for the server. SQLite blocks its thread for the whole upgrade, so this runs in a separate
 * thread while the main thread responds to health checks.
 */
export const upgradeForServer = async (
  config: DatabaseConfig,
  { isForced, onNotice, onBegin }: Options,
): Promise<void> => {
  const schema = await (await databaseSchema(config)).read()
  rejectNewer(schema)
  if (schema.isEmpty || schema.missing.length === 0) {
    return prepareDatabase(config, 'upgrade', { isServer: true, isForced, onNotice })
  }
  onBegin(schema.missing)
  await runInThread({ config, isForced }, onNotice)
}

const runInThread = (workerData: UpgradeOptions, onNotice: OnNotice): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./upgrade.worker.ts', import.meta.url), {
      workerData,
      name: 'database upgrade',
    })
    worker.on('message', (message: UpgradeMessage) => {
      if ('notice' in message) onNotice(message.notice)
      else if ('isDone' in message) resolve()
      else if ('rejection' in message) reject(new OlderProgramsConnected(message.rejection))
      else reject(new Error(message.failure))
    })
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('the upgrade of the database ended early')))
  })
