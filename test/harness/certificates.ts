import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from './debian.ts'
import { realClockEnvironment } from './environment.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Why no certificates can be made; undefined if they can. */
export const whyNoCertificates = (): string | undefined => {
  if (hasOpenssl()) return undefined
  installPackage('openssl', 'OpenSSL')
  return hasOpenssl() ? undefined : 'no OpenSSL: install it (Debian: apt-get install openssl)'
}

const hasOpenssl = () => spawnSync('openssl', ['version'], { stdio: 'ignore' }).status === 0

/** PostgreSQL checks certificates with the real clock, and we with that of the tests. They are valid by both. */
const options = { stdio: 'ignore', env: realClockEnvironment } as const

type Certificate = { certPath: string; keyPath: string; cert: string; key: string }

/** A certificate authority for tests. */
export const certificateAuthority = () => {
  const folder = temporaryFolder()
  const make = (file: string, name: string, ...args: string[]): Certificate => {
    const [certPath, keyPath] = [join(folder.path, `${file}.pem`), join(folder.path, `${file}.key`)]
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const out = ['-keyout', keyPath, '-out', certPath, '-days', '3650', '-subj', `/CN=${name}`]
    execFileSync('openssl', ['req', '-x509', ...key, ...out, ...args], options)
    const [cert, keyText] = [readFileSync(certPath, 'utf8'), readFileSync(keyPath, 'utf8')]
    return { certPath, keyPath, cert, key: keyText }
  }
  const root = make('root', 'Authority of the tests')
  return {
    root,
    /** Issues a certificate for a host or user of this name. */
    issue: (name: string): Certificate =>
      make(
        ...([name, name, '-CA', root.certPath, '-CAkey', root.keyPath] as const),
        '-addext',
        `subjectAltName=DNS:${name}`,
        '-addext',
        'basicConstraints=CA:FALSE',
      ),
    /** Issues a certificate that expired yesterday. */
    issueExpired(name: string): Certificate {
      const { certPath, keyPath, key } = this.issue(name)
      const request = join(folder.path, 'request')
      const subject = ['-key', keyPath, '-subj', `/CN=${name}`]
      execFileSync('openssl', ['req', '-new', ...subject, '-out', request], options)
      const signed = ['-CA', root.certPath, '-CAkey', root.keyPath, '-CAcreateserial', '-days', '-1']
      const out = ['-in', request, '-out', certPath]
      execFileSync('openssl', ['x509', '-req', ...signed, ...out], options)
      return { certPath, keyPath, cert: readFileSync(certPath, 'utf8'), key }
    },
    [Symbol.dispose]: folder.remove,
  }
}
