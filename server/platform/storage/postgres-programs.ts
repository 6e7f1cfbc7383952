import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** The name of our programs' connections: `application_name=adoption-store/1.2.0`. */
export const applicationName = (version: string): string => `${PREFIX}${version}`

const PREFIX = 'adoption-store/'
/** The name that versions 1.0.0 and 1.1.0 used. */
const FORMER_NAME = 'animal-adoption-store'

type Program = {
  applicationName: string | null
  /** Whether it is connected with the role that upgrades. */
  hasOurRole: boolean
  connections: bigint
}

/** Finds the other programs that are connected to the database and may be servers of an older version. */
export const findOlderPrograms = async (query: Kysely<Tables>, version: string): Promise<Program[]> => {
  const { rows } = await sql<Program>`
    select application_name as "applicationName", usename = current_user as "hasOurRole",
      count(*) as connections
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and coalesce(backend_type, 'client backend') = 'client backend'
    group by 1, 2 order by 1, 2`.execute(query)
  return rows.filter((program) => mayBeOlder(program, version))
}

/**
 * A name that is not ours may have been set in DATABASE_URL or PGAPPNAME of an older server. It counts if the program
 * uses our role, which monitoring tools do not share.
 */
export const mayBeOlder = ({ applicationName: name, hasOurRole }: Program, version: string): boolean => {
  if (name === FORMER_NAME) return true
  if (!name?.startsWith(PREFIX)) return hasOurRole
  return isBefore(name.slice(PREFIX.length), version)
}

/** Whether a version such as `1.2.0` is older than another. A text that is not a version counts as older. */
const isBefore = (one: string, other: string): boolean => {
  if (!/^\d+\.\d+\.\d+$/.test(one)) return true
  return one.localeCompare(other, 'en', { numeric: true }) < 0
}

/** Formats programs for operators: `animal-adoption-store (12 connections), psql (1 connection)`. */
export const showPrograms = (programs: readonly Program[]): string =>
  programs
    .map(({ applicationName: name, connections }) => {
      const count = `${connections} ${connections === 1n ? 'connection' : 'connections'}`
      return `${name || 'a program without a name'} (${count})`
    })
    .join(', ')
