import { DatabaseError, type PoolClient } from 'pg'
import { OutcomeUnknown } from './database.ts'

/**
 * Waits for the outcome of a commit that is sent right after the statements of its transaction. Throws
 * `OutcomeUnknown` unless the server reports the outcome.
 *
 * `earlier` are the statements that were not awaited; their errors, like those of `sent`, are in the port's terms.
 */
export const commitOutcome = async <Result extends { command: string }>(
  client: Pick<PoolClient, 'on' | 'removeListener'>,
  earlier: Promise<unknown>,
  send: () => Promise<Result>,
): Promise<Result> => {
  let isReplicated = true
  const onNotice = ({ routine }: { routine?: string | undefined }) => {
    if (routine === SYNC_WAIT) isReplicated = false
  }
  client.on('notice', onNotice)
  const sent = send()
  // An earlier statement's error says more than that of the commit.
  sent.catch(() => {})
  try {
    await earlier.catch((error) => {
      // A rejected statement turns the commit that follows it into a rollback.
      throw errorFromServer(error) ? error : new OutcomeUnknown(error)
    })
    const result = await sent.catch((error) => {
      throw isRejection(errorFromServer(error)) ? error : new OutcomeUnknown(error)
    })
    if (result.command === 'ROLLBACK') throw new Error('a statement has ended the transaction')
    if (!isReplicated) throw new OutcomeUnknown(new Error('no standby has confirmed the commit'))
    return result
  } finally {
    client.removeListener('notice', onNotice)
  }
}

/**
 * The wait for a synchronous standby. If somebody cancels that wait, PostgreSQL reports a commit with a warning that
 * the standby may not have it, so the next failover may lose it. (A statement timeout does not cancel the wait.)
 */
const SYNC_WAIT = 'SyncRepWaitForLSN'

/** The error that the server itself reported. */
const errorFromServer = (error: Error): DatabaseError | undefined => {
  const { cause = error } = error
  return cause instanceof DatabaseError ? cause : undefined
}

/** A server that fails during a commit may have written it. */
const isRejection = (error: DatabaseError | undefined): boolean =>
  error !== undefined && !/^(?:FATAL|PANIC)$/.test(error.severity ?? '') && !serverFailures.test(error.code ?? '')

/** Connection exceptions, insufficient resources, shutdown, system errors, internal errors. */
const serverFailures = /^(?:08|53|57P|58|XX)/
