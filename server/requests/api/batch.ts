import { type Fault, HttpError, MAX_ISSUES, protocolError } from '../../platform/http/http-error.ts'
import { turns } from '../../platform/turns.ts'
import { type ErrorBody, errorBody } from '../errors/error-body.ts'

/** The result of one item of a batch, or its error. */
type ItemOutcome<Done> = Done | HttpError

/** One item of a batch, validated like the body of a single request. */
export type Checked = { value: unknown } | { error: HttpError }

const ITEMS_A_REQUEST = 10

/** The cost of a batch as the docs show it. */
export const BATCH_COST = `items / ${ITEMS_A_REQUEST}`

/** How many requests a batch counts as. */
export const batchCost = (items: number): number => Math.ceil(items / ITEMS_A_REQUEST)

/**
 * Processes the items one by one, and yields to other requests in between. A rejected item does not stop the others.
 */
export const eachItem = async <Done>(
  items: readonly Checked[],
  work: (value: unknown) => Promise<Done>,
): Promise<ItemOutcome<Done>[]> => {
  const outcomes: ItemOutcome<Done>[] = []
  const turn = turns()
  for (const item of items) {
    await turn()
    try {
      if ('error' in item) throw item.error
      outcomes.push(await work(item.value))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      outcomes.push(error)
    }
  }
  return outcomes
}

/** Formats the results. All their issues together are limited to as many as for one body. */
export const batchResults = <Done, Shown>(
  outcomes: readonly ItemOutcome<Done>[],
  requestId: string,
  show: (done: Done) => Shown,
): (Shown | { status: number; error: ErrorBody })[] => {
  const refused = outcomes.filter((item) => item instanceof HttpError).length
  const mostIssues = Math.max(1, Math.floor(MAX_ISSUES / Math.max(1, refused)))
  return outcomes.map((item) =>
    item instanceof HttpError ? { status: item.statusCode, error: errorBody(item, requestId, mostIssues) } : show(item),
  )
}

/**
 * Throws if an item was rejected. `list` is the name of the field in the body, and `message` says what was not done.
 */
export const checkAll = (outcomes: readonly ItemOutcome<unknown>[], list: string, message: string): void => {
  const errors: Fault[] = []
  let errorCount = 0
  for (const [place, item] of outcomes.entries()) {
    if (!(item instanceof HttpError)) continue
    errorCount += Math.max(1, item.errorCount)
    if (errors.length < MAX_ISSUES) errors.push(...faultsAt(`${list}.${place}`, item))
  }
  if (errors.length === 0) return
  throw protocolError('validation_failed', { message, errors, errorCount })
}

const faultsAt = (place: string, { errors, code, message }: HttpError): Fault[] =>
  (errors ?? [{ field: '', code, message }]).map(({ field, ...fault }) => ({
    field: field ? `${place}.${field}` : place,
    ...fault,
  }))
