import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

/** A parsed `postgres://user:password@host:5432,other:5432/database?parameters`, with libpq's meaning. */
export type PostgresAddress = {
  /** In the order of attempts. */
  hosts: readonly PostgresHost[]
  database: string
  user: string | undefined
  password: string | undefined
  targetSession: TargetSession
  tls: TlsSettings
  /** Command-line options for each session, such as `-c search_path=shelter`. */
  options: string | undefined
}

export type PostgresHost = { host: string; port: number }

/** `target_session_attrs`: which servers are acceptable. */
const targetSessions = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const
export type TargetSession = (typeof targetSessions)[number]

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type SslMode = (typeof sslModes)[number]

/** The paths of PEM files. */
type TlsSettings = {
  mode: SslMode
  rootCert: string | undefined
  cert: string | undefined
  key: string | undefined
}

const parameterNames = [
  'host',
  'port',
  'user',
  'password',
  'target_session_attrs',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'options',
] as const
type Parameters = Partial<Record<(typeof parameterNames)[number], string>>

const DEFAULT_PORT = '5432'

/** Throws a text that says what would be valid. It never repeats what may be part of a password. */
export const parsePostgresAddress = (url: string): PostgresAddress => {
  const [, authority = '', path = '', query] =
    /^postgres(?:ql)?:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(url) ?? []
  if (path === '') {
    throw 'must be postgres:// with a host and a database. Special characters are percent-encoded, such as %23 for #'
  }
  const parameters = readParameters(query ?? '')
  const at = authority.lastIndexOf('@')
  const [user, password] = at === -1 ? [] : splitAt(authority.slice(0, at), ':')
  return {
    hosts: readHosts(authority.slice(at + 1), parameters),
    database: decode(path),
    user: parameters.user ?? (user ? decode(user) : undefined),
    password: parameters.password ?? (password === undefined ? undefined : decode(password)),
    targetSession: oneOf('target_session_attrs', targetSessions, parameters) ?? 'any',
    tls: readTls(parameters),
    options: parameters.options,
  }
}

/** Formats the address without the user, the password and the parameters. */
export const showPostgresAddress = ({ hosts, database }: PostgresAddress): string =>
  `postgres://${hosts.map(showHost).join(',')}/${encodeURIComponent(database)}`

export const showHost = ({ host, port }: PostgresHost): string => {
  if (host.startsWith('/')) return `${encodeURIComponent(host)}:${port}`
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Formats the address without the password, for `pg_dump` and similar tools. */
export const addressForTools = (address: PostgresAddress): string => {
  const { user, targetSession, tls, options } = address
  const login = user === undefined ? '' : `${encodeURIComponent(user)}@`
  const parameters = {
    target_session_attrs: targetSession === 'any' ? undefined : targetSession,
    sslmode: tls.mode === 'prefer' ? undefined : tls.mode,
    sslrootcert: tls.rootCert,
    sslcert: tls.cert,
    sslkey: tls.key,
    options,
  }
  const query = Object.entries(parameters)
    .flatMap(([name, value]) => (value ? `${name}=${encodeURIComponent(value)}` : []))
    .join('&')
  return showPostgresAddress(address).replace('//', `//${login}`) + (query && `?${query}`)
}

const readParameters = (query: string): Parameters => {
  const parameters: Parameters = {}
  for (const pair of query.split('&').filter(Boolean)) {
    const [written, value = ''] = splitAt(pair, '=')
    const name = parameterNames.find((known) => known === decode(written))
    if (name === undefined) throw `has ${unknown(written)}: known are ${parameterNames.join(', ')}`
    if (parameters[name] !== undefined) throw `has the parameter ${name} twice`
    parameters[name] = decode(value)
  }
  return parameters
}

/** A text that is not a name may be the end of a password that is not percent-encoded, so it is not repeated. */
const unknown = (written: string): string =>
  /^\w+$/.test(written) ? `the parameter ${written}, which is not supported` : 'unknown parameters'

const readHosts = (written: string, { host, port }: Parameters): PostgresHost[] => {
  if (written !== '' && host !== undefined) throw 'has hosts in two places: keep one of them'
  const inPlace = written.split(',').map((one) => {
    const [, name = '', number] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(one) ?? []
    return { host: decode(name.replace(/^\[|\]$/g, '')), port: number }
  })
  const named = host?.split(',').map((one) => ({ host: one, port: undefined })) ?? inPlace
  const ports = port?.split(',') ?? []
  if (ports.length > 1 && ports.length !== named.length) {
    throw 'must have as many ports as hosts, or one port for all of them'
  }
  if (named.length > 1 && named.some((one) => one.host === '')) throw 'has a host without a name'
  return named.map((one, index) => ({
    host: one.host || 'localhost',
    port: readPort(one.port || ports[index] || ports[0] || DEFAULT_PORT),
  }))
}

const readPort = (text: string): number => {
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port
  throw 'must have ports from 1 to 65535'
}

const readTls = (parameters: Parameters): TlsSettings => {
  const { sslrootcert: rootCert, sslcert: cert, sslkey: key } = parameters
  const usual = rootCert === 'system' ? 'verify-full' : 'prefer'
  const mode = oneOf('sslmode', sslModes, parameters) ?? usual
  const isEncrypted = /^(?:require|verify-)/.test(mode)
  if (rootCert !== undefined && !isEncrypted) {
    throw 'has sslrootcert, which requires sslmode=require, verify-ca or verify-full'
  }
  if (rootCert === 'system' && mode !== 'verify-full') {
    throw 'has sslrootcert=system, which requires sslmode=verify-full'
  }
  if (mode === 'verify-ca' && rootCert === undefined) {
    throw 'has sslmode=verify-ca, which requires sslrootcert'
  }
  if ((cert === undefined) !== (key === undefined)) throw 'must have both sslcert and sslkey'
  if (cert !== undefined && mode === 'disable') throw 'has sslcert, and sslmode=disable'
  return { mode, rootCert, cert, key }
}

/** Builds the options of `node:tls`. Throws an error that names a file that cannot be read. */
export const tlsOptions = ({ mode, rootCert, cert, key }: TlsSettings): ConnectionOptions => {
  const isChecked = mode === 'verify-full' || rootCert !== undefined
  return {
    rejectUnauthorized: isChecked,
    ...(rootCert !== undefined && rootCert !== 'system' && { ca: readPem('sslrootcert', rootCert) }),
    ...(cert !== undefined && { cert: readPem('sslcert', cert) }),
    ...(key !== undefined && { key: readPem('sslkey', key) }),
    // Like libpq, only `verify-full` checks the host name.
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  }
}

const readPem = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error(`${name} of DATABASE_URL cannot be read: ${(cause as Error).message}`, {
      cause,
    })
  }
}

const oneOf = <T extends string>(
  name: keyof Parameters,
  values: readonly T[],
  { [name]: text }: Parameters,
): T | undefined => {
  const found = values.find((value) => value === text)
  if (found === undefined && text !== undefined) {
    throw `has ${name}=${text}, which must be one of ${values.join(', ')}`
  }
  return found
}

const splitAt = (text: string, mark: string): [string, string | undefined] => {
  const at = text.indexOf(mark)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw 'has a % that does not begin a percent-encoded character: write it as %25'
  }
}
