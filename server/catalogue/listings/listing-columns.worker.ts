import { parentPort } from 'node:worker_threads'
import { readColumnRow } from './column-row.ts'
import type { ColumnReply, ColumnTask } from './listing-columns.messages.ts'
import { listingColumns } from './listing-columns.ts'

// A thread that has all listings as columns, and counts them: whoever is served meanwhile does not wait for it.

const columns = listingColumns()

const carryOut = (task: ColumnTask): ColumnReply => {
  if ('query' in task) return { counts: columns.tally(task.query) }
  for (const petId of task.gone) columns.remove(petId)
  for (const line of task.lines === '' ? [] : task.lines.split('\n'))
    columns.put(readColumnRow(line))
  return { counts: undefined }
}

parentPort?.on('message', (task: ColumnTask) => parentPort?.postMessage(carryOut(task)))
