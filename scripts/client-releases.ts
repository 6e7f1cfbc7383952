// The packed clients of all releases, in sdk/releases. They must never change, because lockfiles contain their
// checksums.
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const CHECKSUMS = 'sha512.json'

/** Lists what is wrong with the released clients. `pack` packs the client of `version` from the current sources. */
export const clientReleaseFaults = (
  folder: string,
  { version, pack }: { version: string; pack: () => Buffer },
): string[] => {
  const checksums = readChecksums(folder)
  const files = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  const changed = files
    .filter((file) => checksums[file] !== sha512(readFileSync(join(folder, file))))
    .map((file) => `sdk/releases/${file} is not the file that was released: see ${CHECKSUMS}`)
  const missing = Object.keys(checksums)
    .filter((file) => !files.includes(file))
    .map((file) => `sdk/releases/${file} is missing: lockfiles of others need it`)
  const own = fileOf(version)
  // Compression differs between programs, so compare the content.
  const isOther = files.includes(own) && !gunzipSync(readFileSync(join(folder, own))).equals(gunzipSync(pack()))
  const outdated = `sdk/ has changed since ${own} was released: raise the version of all packages`
  return [...changed, ...missing, ...(isOther ? [outdated] : [])]
}

/** Adds the client of a release. Throws if it already exists. */
export const addClientRelease = (folder: string, version: string, packed: Buffer): void => {
  const file = fileOf(version)
  const checksums = readChecksums(folder)
  if (checksums[file]) throw new Error(`sdk/releases/${file} is released already`)
  writeFileSync(join(folder, file), packed, { flag: 'wx' })
  const text = JSON.stringify({ ...checksums, [file]: sha512(packed) }, null, 2)
  writeFileSync(join(folder, CHECKSUMS), `${text}\n`)
}

/** Packs the client as `npm i` would receive it, from the current sources. */
export const packClient = (version: string): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'adoption-store-client-'))
  try {
    const program = new URL('../sdk/pack.mjs', import.meta.url).pathname
    execFileSync(process.execPath, [program, folder], { stdio: ['ignore', 'ignore', 'inherit'] })
    return readFileSync(join(folder, fileOf(version)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const fileOf = (version: string): string => `client-${version}.tgz`

const sha512 = (bytes: Buffer): string => hash('sha512', bytes, 'base64')

const readChecksums = (folder: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, CHECKSUMS), 'utf8'))
