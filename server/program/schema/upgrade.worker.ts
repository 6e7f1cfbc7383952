import { parentPort, workerData } from 'node:worker_threads'
import { OlderProgramsConnected } from '../../platform/older-programs.ts'
import { prepareDatabase } from './prepare-database.ts'
import type { UpgradeMessage, UpgradeOptions } from './upgrade.messages.ts'

const { config, isForced } = workerData as UpgradeOptions
const send = (message: UpgradeMessage): void => parentPort?.postMessage(message)

try {
  const onNotice = (notice: string) => send({ notice })
  await prepareDatabase(config, 'upgrade', { isServer: true, isForced, onNotice })
  send({ isDone: true })
} catch (error) {
  if (!(error instanceof Error)) throw error
  const cause = error.cause ? `: ${error.cause}` : ''
  send(error instanceof OlderProgramsConnected ? { rejection: error.message } : { failure: `${error.message}${cause}` })
}
