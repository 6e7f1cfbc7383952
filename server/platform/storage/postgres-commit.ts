import { DatabaseError, type PoolClient } from 'pg'
import { OutcomeUnknown } from './database.ts'

/**
 * Waits for the outcome of a commit that is sent behind the statements of its transaction. Throws `OutcomeUnknown` unless
 * the server has said how it went.
 *
 * `earlier` are the statements that nobody has waited for; their errors, like those of `sent`, are in the port's terms.
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
  // Its own failure says less than that of a statement before it.
  sent.catch(() => {})
  try {
    await earlier.catch((error) => {
      // A statement that was refused makes the commit behind it a rollback.
      throw answerIn(error) ? error : new OutcomeUnknown(error)
    })
    const result = await sent.catch((error) => {
      throw isRefusal(answerIn(error)) ? error : new OutcomeUnknown(error)
    })
    if (result.command === 'ROLLBACK') throw new Error('a statement has ended the transaction')
    if (!isReplicated) throw new OutcomeUnknown(new Error('no standby has confirmed the commit'))
    return result
  } finally {
    client.removeListener('notice', onNotice)
  }
}

/**
 * Where PostgreSQL waits for a synchronous standby. When somebody ends that wait, it says that it has committed, with a
 * warning that the standby may not have it: the next failover may lose it. (A statement timeout does not end the wait.)
 */
const SYNC_WAIT = 'SyncRepWaitForLSN'

/** What the server itself has said. */
const answerIn = (error: Error): DatabaseError | undefined => {
  const { cause = error } = error
  return cause instanceof DatabaseError ? cause : undefined
}

/** A server that fails during a commit may have written it. */
const isRefusal = (answer: DatabaseError | undefined): boolean =>
  answer !== undefined &&
  !/^(?:FATAL|PANIC)$/.test(answer.severity ?? '') &&
  !serverFailures.test(answer.code ?? '')

/** Connection exceptions, insufficient resources, shutdown, system errors, internal errors. */
const serverFailures = /^(?:08|53|57P|58|XX)/
