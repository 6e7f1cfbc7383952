import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { Database, Trx } from '../storage/database.ts'
import type { Tables } from '../storage/tables.ts'

export type WorkName = { kind: string; key: string }

/** `payload` is for the handler, and must be JSON. */
export type NewWork = WorkName & { dueAtMs: number; payload?: unknown }

/** One attempt at work. */
export type Job = {
  key: string
  payload: unknown
  /** Aborts if the process stops, the store becomes read-only, or the lease is lost: the work is continued later. */
  signal: AbortSignal
  /** Throws `LeaseLost` in a transaction that another process may have overtaken. */
  check(trx: Pick<Trx, 'query'>): Promise<void>
  /** Ends the work in the handler's last transaction: then it is done exactly once. Throws `LeaseLost`. */
  end(trx: Pick<Trx, 'query'>): Promise<void>
  /** Runs something in the transactions that renew the lease, every second, to save progress. */
  onRenew(listener: (query: Database['read'], leasedUntilMs: number) => Promise<void>): void
  /** Renews the lease now. */
  renew(): Promise<void>
  /** Gives the work up, to be continued later. */
  lose(reason: string): void
}

/** Another process works on it, or nobody may at the moment. It is continued later. */
export class LeaseLost extends Error {}

/** Does the work of a kind. */
export type DueWorkHandler = {
  kind: string
  /**
   * Does the work, which ends when this returns. It may run again after a crash. If it throws, it is repeated later and
   * later, at most an hour apart.
   */
  run(job: Job): Promise<void>
  /** How many this process does at a time; by default one. */
  atOnce?: number
  /** Whether nothing prevents the work. Until then it waits. */
  isReady?: (nowMs: number) => WorkFilter
  /** What waits in a table of its own without being queued here, because a program of release 1.3.0 has added it. */
  listUnqueued?: (query: Database['read'], limit: number) => Promise<{ key: string; dueAtMs: number }[]>
}

export type WorkFilter = (work: ExpressionBuilder<Tables, 'due_work'>) => ExpressionWrapper<Tables, 'due_work', SqlBool>
