import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import type { S3Config } from '../../animals/media/s3-config.ts'
import type { DatabaseConfig } from './database.settings.ts'
import { flag, secret, setting, text, type Values } from './setting.ts'

/** Where photos are stored. The settings for Amazon have the names that its own tools read. */
export const mediaSettings = {
  MEDIA_URL: secret(
    undefined,
    'Where photos are stored: a folder, or `s3://bucket/prefix`, also `s3://key:secret@bucket/prefix?region=...&endpoint=https://...`. Default: the folder `media` next to the database, or in `data` with PostgreSQL. All replicas need the same value.',
    text,
  ),
  UPLOAD_DIR: setting(
    undefined,
    'Folder in which the service creates a private folder to receive and render uploads. Default: the temporary folder of the operating system.',
    text,
  ),
  AWS_ACCESS_KEY_ID: setting(undefined, 'With `s3://`: the access key, unless the URL has it.', text),
  AWS_SECRET_ACCESS_KEY: secret(undefined, 'With `s3://`: its secret.', text),
  AWS_SESSION_TOKEN: secret(undefined, 'With `s3://`: the token of temporary credentials.', text),
  AWS_REGION: setting('us-east-1', 'With `s3://`: the region, unless the URL has it.', text),
  AWS_ENDPOINT_URL: setting(
    undefined,
    'With `s3://`: the address of a service other than Amazon S3, unless the URL has it.',
    text,
  ),
  REQUIRE_PHOTO: setting('false', '`true` requires a photo to publish a profile.', flag),
} as const

type MediaPlace =
  /** `isGiven` is false for the default folder, which is on this machine. */
  { kind: 'folder'; folder: string; isGiven: boolean } | { kind: 's3'; s3: S3Config }

export type MediaConfig = {
  /**
   * `uploadFolder` is where files are received and rendered; only this program can read it. `basePath` is in front of the
   * paths of photos in events, for staging beside production.
   */
  media: MediaPlace & { uploadFolder: string; basePath?: string }
  requirePhoto: boolean
}

export type MediaValues = Values<typeof mediaSettings>

/** Errors in combinations of settings. */
export const mediaFaults = (values: MediaValues): string[] =>
  values.MEDIA_URL === undefined ? [] : s3Faults('MEDIA_URL', values.MEDIA_URL, values)

/** Errors in the address of a folder or bucket. */
export const s3Faults = (name: string, url: string, values: MediaValues): string[] => {
  if (!/^[a-z0-9]+:/i.test(url)) return []
  const fault = `${name} must be a folder, or s3:// with a bucket`
  if (!/^s3:\/\//.test(url)) return url.startsWith('file:') ? [] : [fault]
  const place = readS3(url, values)
  if (!place) return [fault]
  if (!place.accessKeyId || !place.secretAccessKey) {
    return [`${name} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`]
  }
  const faults: string[] = []
  if (place.endpoint !== undefined && !isEndpoint(place.endpoint)) {
    faults.push('AWS_ENDPOINT_URL must be http:// or https:// with a host')
  }
  // It becomes part of the address and of what is signed.
  if (!/^[a-z0-9-]+$/i.test(place.region)) {
    faults.push('AWS_REGION must consist of letters, digits and hyphens')
  }
  return faults
}

const isEndpoint = (text: string): boolean => URL.canParse(text) && /^https?:\/\/[^/?#]+\/?$/.test(text)

export const mediaConfig = (values: MediaValues, database: DatabaseConfig): MediaConfig => ({
  media: mediaAt(values, database),
  requirePhoto: values.REQUIRE_PHOTO,
})

const mediaAt = (values: MediaValues, database: DatabaseConfig): MediaConfig['media'] => ({
  ...mediaPlace(values, database),
  uploadFolder: join(values.UPLOAD_DIR ?? tmpdir(), uploadFolderName()),
})

const mediaPlace = (values: MediaValues, database: DatabaseConfig): MediaPlace => {
  const { MEDIA_URL: url } = values
  const s3 = url === undefined ? undefined : readS3(url, values)
  if (s3) return { kind: 's3', s3 }
  if (url !== undefined) {
    return { kind: 'folder', folder: url.replace(/^file:(?:\/\/)?/, ''), isGiven: true }
  }
  const beside = database.kind === 'sqlite' ? dirname(database.path) : 'data'
  return { kind: 'folder', folder: join(beside, 'media'), isGiven: false }
}

/** Users share the temporary folder of a machine, so each has a separate folder in it. */
const uploadFolderName = (): string => `adoption-store-${process.getuid?.() ?? userInfo().username}`

export const readS3 = (url: string, values: MediaValues): S3Config | undefined => {
  const address = URL.parse(url)
  if (address?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,62}$/.test(address.hostname)) {
    return undefined
  }
  const { hostname, pathname, searchParams, username, password } = address
  return {
    bucket: hostname,
    // A URL has spaces and letters with accents percent-encoded; the names of objects have not.
    prefix: pathname.split('/').filter(Boolean).map(decoded).join('/'),
    endpoint: searchParams.get('endpoint') ?? values.AWS_ENDPOINT_URL,
    region: searchParams.get('region') ?? values.AWS_REGION,
    accessKeyId: decoded(username) || (values.AWS_ACCESS_KEY_ID ?? ''),
    secretAccessKey: decoded(password) || (values.AWS_SECRET_ACCESS_KEY ?? ''),
    sessionToken: username ? undefined : values.AWS_SESSION_TOKEN,
  }
}

/** Text with an invalid percent-encoding is used as it is. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
