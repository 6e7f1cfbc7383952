import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { commandsForAShell } from './commands-for-a-shell.ts'
import { installPackage } from './debian.ts'

const run = promisify(execFile)

/** Nothing is promised by it: it ends what hangs. */
const HANGS_AFTER_MS = 600_000

/** The fenced blocks of a Markdown text. */
export const codeBlocks = (markdown: string): { language: string; text: string }[] =>
  [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))

/** What a console block shows typed after `$ `, each with the output shown below it. */
export const consoleSteps = (text: string): { command: string; expected: string }[] =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [, command = '', expected = ''] = /^((?:.*\\\n)*.*)\n?([\s\S]*)$/.exec(step) ?? []
      return { command, expected: expected.trim() }
    })

/** Runs the commands of one shell after each other; gives the output of each. */
export const runInShell = async (
  commands: readonly string[],
  environment: Record<string, string>,
): Promise<string[]> => {
  const mark = '-- next --'
  // Its progress is for people.
  const script = ['set -euo pipefail', 'curl() { command curl -sS "$@"; }']
  for (const command of commands) script.push(command, `printf '\\n${mark}\\n'`)
  const { stdout } = await run('bash', ['--norc', '-c', script.join('\n')], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    timeout: HANGS_AFTER_MS,
  })
  return outputsOf(stdout, mark)
}

export type ShellStep = {
  command: string
  /** Nothing is shown of it, so its exit code says whether it worked. */
  mustSucceed?: true
}

/**
 * The steps of one reader in one shell, who has a clone in `cwd`: what each prints, with its errors where it is a command of
 * ours; nothing after one that stops the shell, whose output is in `errors`. `export KEY=aas_live_...` takes the last key of that kind that was printed,
 * unless the reader has one.
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
    // Without npm itself, which would take most of the time.
    commands.define('cli'),
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
    env: { PATH: process.env.PATH ?? '', ...environment },
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

/** What is shown, where `...` stands for anything, a time for any time, and the ends of a key for those of any key. */
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

/** Why Python's samples cannot be run here; undefined when they can. */
export const whyNoPython = (): string | undefined => {
  if (hasRequests()) return undefined
  installPackage('python3-requests', 'Python with requests')
  return hasRequests()
    ? undefined
    : 'no Python with requests: install it (Debian: apt-get install python3-requests)'
}

const hasRequests = (): boolean => spawnSync('python3', ['-c', 'import requests']).status === 0

export const runPython = async (
  program: string,
  environment: Record<string, string> = {},
): Promise<string> => {
  const env = { PATH: process.env.PATH ?? '', ...environment }
  return (await run('python3', ['-c', program], { env, timeout: HANGS_AFTER_MS })).stdout
}
