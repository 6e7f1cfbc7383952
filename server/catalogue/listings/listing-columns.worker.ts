import { parentPort } from 'node:worker_threads'
import { readColumnRow } from './column-row.ts'
import type { ColumnTask, ColumnTasks } from './listing-columns.messages.ts'
import { listingColumns } from './listing-columns.ts'

// Filters in a thread, so that the main thread can serve other requests meanwhile.

const columns = listingColumns()

const put = ({ lines, gone }: ColumnTasks['put']['input']): undefined => {
  for (const petId of gone) columns.remove(petId)
  for (const line of lines === '' ? [] : lines.split('\n')) columns.put(readColumnRow(line))
}

const carryOut = (task: ColumnTask) => {
  if (task.name === 'put') return put(task.input)
  return task.name === 'find' ? columns.find(task.input) : columns.terms(task.input)
}

parentPort?.on('message', (task: ColumnTask) => parentPort?.postMessage(carryOut(task)))
