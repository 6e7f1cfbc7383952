/** The Sentinels that monitor a master and its replicas. The address may contain a password, so it is never logged. */
export type SentinelAddress = {
  sentinels: readonly Host[]
  /** The name that the Sentinels use for the master. */
  name: string
  database: number
  isTls: boolean
  /** The credentials for Redis, and for Sentinels that require a password. */
  credentials: { username?: string; password?: string }
}

export type Host = { host: string; port: number }

const SENTINEL_PORT = 26_379

export const isSentinelUrl = (text: string): boolean => /^rediss?\+sentinel:/.test(text)

/**
 * Parses `redis+sentinel://user:password@host1:26379,host2:26379/name/0`, which `URL` cannot: it allows only one host.
 * Throws a text that describes the valid values.
 */
export const readSentinelUrl = (text: string): SentinelAddress => {
  const [, tls, username, password, hosts, name, database = '0'] = form.exec(text) ?? []
  if (hosts === undefined || name === undefined) throw EXPECTED
  return {
    sentinels: hosts.split(',').map(hostOf),
    name: decoded(name),
    database: Number(database),
    isTls: tls !== undefined,
    credentials: {
      ...(username && { username: decoded(username) }),
      ...(password && { password: decoded(password) }),
    },
  }
}

const form = /^redis(s)?\+sentinel:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^@/]+)\/([^/?#]+)(?:\/(\d*))?$/

const EXPECTED =
  'must be redis+sentinel://user:password@host:port,host:port/name/0, where name is what the Sentinels call the master'

const hostOf = (text: string): Host => {
  const [, inBrackets, plain, port = String(SENTINEL_PORT)] =
    /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text.trim()) ?? []
  const host = inBrackets ?? plain
  if (host === undefined || Number(port) > 65_535) throw EXPECTED
  return { host, port: Number(port) }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw EXPECTED
  }
}
