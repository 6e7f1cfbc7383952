import type { CopiedTables } from '../platform/storage/copy.ts'

declare module '../platform/storage/tables.ts' {
  interface Tables {
    /** With PostgreSQL and Redis: whether each replica reaches Redis. Rows of replicas that have ended are removed. */
    replica_health: {
      /** Chosen at each start. */
      id: string
      /** 1 or 0. */
      reaches_redis: Int
      /** By the clock of PostgreSQL, which all replicas share. */
      seen_at: Time
    }
  }
}

export const replicaHealthTables = {
  replica_health: { key: ['id'] },
} satisfies Partial<CopiedTables>
