import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { installPackage } from './debian.ts'

const run = promisify(execFile)

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
  const { stdout } = await run('bash', ['-c', script.join('\n')], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    timeout: 30_000,
  })
  return stdout
    .replaceAll('\r', '')
    .split(`\n${mark}\n`)
    .slice(0, -1)
    .map((output) => output.trim())
}

/** What is shown, where `...` stands for anything. */
export const shownAs = (expected: string): RegExp =>
  new RegExp(
    `^${expected
      .split('...')
      .map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
      .join('[\\s\\S]*?')}$`,
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
  return (await run('python3', ['-c', program], { env, timeout: 30_000 })).stdout
}
