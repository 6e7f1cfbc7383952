import { parentPort, workerData } from 'node:worker_threads'
import { checkDatabaseFile, copyAtRest, copyOnline } from '../../platform/storage/sqlite-file.ts'
import { storeFile } from '../schema/store-file.ts'
import type { CheckedCopy } from './checked-copy.messages.ts'

const { path, to, isInUse } = workerData as CheckedCopy
if (isInUse) copyOnline(path, to)
else copyAtRest(path, to)
parentPort?.postMessage(checkDatabaseFile(to, storeFile))
