import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)

/** Why nothing can be installed from npm here; undefined if it can. */
export const whyNoRegistry = (): string | undefined => {
  const { status } = spawnSync('npm', ['view', 'zod', 'version'], { timeout: 60_000 })
  return status === 0 ? undefined : 'npm cannot be reached'
}

export type Workshop = ReturnType<typeof workshop>

/** A folder in which third-party programs are installed and run. */
export const workshop = () => {
  const folder = temporaryFolder()
  const env = { ...process.env, KUBB_DISABLE_TELEMETRY: '1' }
  const execute = async (
    command: string,
    args: readonly string[],
    settings: Record<string, string> = {},
  ): Promise<string> => {
    const options = { cwd: folder.path, env: { ...env, ...settings }, maxBuffer: 64 * 2 ** 20 }
    try {
      return (await run(command, args, options)).stdout
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string }
      throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`)
    }
  }
  const path = (name: string): string => join(folder.path, name)
  return {
    path,
    write(name: string, text: string | Uint8Array): void {
      mkdirSync(dirname(path(name)), { recursive: true })
      writeFileSync(path(name), text)
    },
    /** Installs from npm. None of these packages is a dependency of the product, so none is in our lockfile. */
    async install(packages: readonly string[], overrides: Record<string, string> = {}): Promise<void> {
      const manifest = { private: true, type: 'module', overrides }
      writeFileSync(path('package.json'), JSON.stringify(manifest))
      const quiet = ['--legacy-peer-deps', '--no-audit', '--no-fund']
      await execute('npm', ['install', ...quiet, ...packages])
    },
    /** Runs an installed program to its end. Throws with everything that it printed. */
    run: (program: string, ...args: string[]): Promise<string> => execute(path(`node_modules/.bin/${program}`), args),
    execute,
    remove: folder.remove,
  }
}
