import { spawnSync } from 'node:child_process'
import { realClockEnvironment } from './environment.ts'

/** Installs a Debian package if that is possible here. The caller checks whether it worked. */
export const installPackage = (name: string, what: string): void => {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) return
  process.stderr.write(`Installing ${what} for the tests (apt-get install ${name}) ...\n`)
  const env = { ...realClockEnvironment, DEBIAN_FRONTEND: 'noninteractive' }
  // Another test file may be installing a package.
  const settings = ['DPkg::Lock::Timeout=300', 'Acquire::http::Timeout=20']
  const options = ['-y', '-q', '--no-install-recommends', ...settings.flatMap((one) => ['-o', one])]
  const apt = (...args: string[]) => spawnSync('apt-get', [...options, ...args], { env, stdio: 'ignore' }).status
  if (apt('install', name) === 0) return
  apt('update')
  apt('install', name)
}
