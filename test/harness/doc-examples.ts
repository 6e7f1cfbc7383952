import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commandsForAShell } from './commands-for-a-shell.ts'
import { installPackage } from './debian.ts'
import { basicEnvironment } from './environment.ts'

const run = promisify(execFile)

/** Ends commands that hang; no test relies on it. */
const HANGS_AFTER_MS = 600_000

/** The fenced code blocks of a Markdown text. */
export const codeBlocks = (markdown: string): { language: string; text: string }[] =>
  [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))

/** The commands after `$ ` in a console block, each with the output below it. */
export const consoleSteps = (text: string): { command: string; expected: string }[] =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [, command = '', expected = ''] = /^((?:.*\\\n)*.*)\n?([\s\S]*)$/.exec(step) ?? []
      return { command, expected: expected.trim() }
    })

/** Runs commands in one shell. Returns the output of each. */
export const runInShell = async (
  commands: readonly string[],
  environment: Record<string, string>,
): Promise<string[]> => {
  const mark = '-- next --'
  // Without the progress bar.
  const script = ['set -euo pipefail', 'curl() { command curl -sS "$@"; }']
  for (const command of commands) script.push(command, `printf '\\n${mark}\\n'`)
  const { stdout } = await run('bash', ['--norc', '-c', script.join('\n')], {
    env: { ...basicEnvironment, ...environment },
    timeout: HANGS_AFTER_MS,
  })
  return outputsOf(stdout, mark)
}

export type ShellStep = {
  command: string
  /** For steps without visible output, whose exit code must be 0. */
  mustSucceed?: true
}

/**
 * Runs the steps of a reader in one shell, in a clone at `cwd`. Returns the output of each, with the errors of our own
 * commands. If a step stops the shell, the rest is skipped and its output is in `errors`. `export KEY=aas_live_...`
 * uses the last printed key of that kind, unless the variable is set.
 */
export const inOneShell = async (
  steps: readonly ShellStep[],
  { cwd, environment }: { cwd: string; environment: Record<string, string> },
): Promise<{ outputs: string[]; errors: string }> => {
  const mark = '-- next --'
  using commands = await commandsForAShell(cwd)
  const script = [
    'set -uo pipefail',
    'curl() { command curl -sS "$@"; }',
    // Without npm, which would take most of the time.
    commands.define('cli'),
    // The command of the packed client has the same commands.
    'adoption-store() { cli "$@"; }',
    'npm() { while [ "$1" != -- ]; do shift; done; shift; cli "$@" | tee printed.txt; }',
    `printed() { grep -o "$1[A-Za-z0-9]*" printed.txt | tail -1; }`,
  ]
  for (const { command, mustSucceed } of steps) {
    const text = command.replace(
      /^export (\w+)=(aas_(?:pub_)?live_)\.\.\.$/gm,
      (_, name: string, kind: string) => `export ${name}=\${${name}:-$(printed ${kind})}`,
    )
    script.push(mustSucceed ? `set -e\n${text}\nset +e` : text, `printf '\\n${mark}\\n'`)
  }
  const { stdout, stderr } = await run('bash', ['--norc', '-c', script.join('\n')], {
    cwd,
    env: { ...basicEnvironment, ...environment },
    timeout: HANGS_AFTER_MS,
  }).catch((error: { stdout: string; stderr: string }) => error)
  const last = stdout.split(`\n${mark}\n`).at(-1) ?? ''
  return { outputs: outputsOf(stdout, mark), errors: `${last}${stderr}` }
}

const outputsOf = (stdout: string, mark: string): string[] =>
  stdout
    .replaceAll('\r', '')
    .split(`\n${mark}\n`)
    .slice(0, -1)
    .map((output) => output.trim())

/** Matches output in which `...` stands for anything, times may differ, and keys may have other ends. */
export const shownAs = (expected: string): RegExp =>
  new RegExp(
    `^${expected
      .replace(/_\w{4}\.\.\.\w{4}\b/g, '_...')
      .split('...')
      .map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
      .join('[\\s\\S]*?')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g, '\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}')
      .replace(/\d{3}Z/g, '\\d{3}Z')}$`,
  )

/** Why samples in Python cannot run here; undefined if they can. */
export const whyNoPython = (): string | undefined => {
  if (hasRequests()) return undefined
  installPackage('python3-requests', 'Python with requests')
  return hasRequests() ? undefined : 'no Python with requests: install it (Debian: apt-get install python3-requests)'
}

const hasRequests = (): boolean => spawnSync('python3', ['-c', 'import requests']).status === 0

export const runPython = async (program: string, environment: Record<string, string> = {}): Promise<string> => {
  const env = { ...basicEnvironment, ...environment }
  return (await run('python3', ['-c', program], { env, timeout: HANGS_AFTER_MS })).stdout
}

/** Why samples in PHP cannot run here; undefined if they can. */
export const whyNoPhp = (): string | undefined => {
  if (spawnSync('php', ['--version']).status !== 0) return 'no PHP: install it (Debian: php-cli)'
  if (existsSync(guzzle)) return undefined
  installPackage('php-guzzlehttp-guzzle', 'Guzzle')
  return existsSync(guzzle) ? undefined : 'no Guzzle: install it (Debian: apt-get install php-guzzlehttp-guzzle)'
}

/** Where Debian has it. */
const guzzle = '/usr/share/php/GuzzleHttp/autoload.php'

/** Runs a program in a folder in which `require 'vendor/autoload.php'` loads Guzzle. */
export const runPhp = async (
  program: string,
  folder: string,
  environment: Record<string, string> = {},
): Promise<string> => {
  mkdirSync(join(folder, 'vendor'), { recursive: true })
  writeFileSync(join(folder, 'vendor/autoload.php'), `<?php require_once '${guzzle}';`)
  writeFileSync(join(folder, 'main.php'), program)
  const env = { ...basicEnvironment, ...environment }
  return (await run('php', ['main.php'], { cwd: folder, env, timeout: HANGS_AFTER_MS })).stdout
}

/** Why samples in Go cannot run here; undefined if they can. */
export const whyNoGo = (): string | undefined =>
  spawnSync('go', ['version']).status === 0 ? undefined : 'no Go: install it (Debian: apt-get install golang-go)'

/** Compiles and runs the files of a folder as one program. */
export const runGo = async (folder: string, environment: Record<string, string> = {}): Promise<string> => {
  const { HOME = folder } = process.env
  const env = { ...basicEnvironment, HOME, GO111MODULE: 'off', ...environment }
  const files = readdirSync(folder).filter((name) => name.endsWith('.go'))
  const options = { cwd: folder, env, timeout: HANGS_AFTER_MS }
  return (await run('go', ['run', ...files], options)).stdout
}
