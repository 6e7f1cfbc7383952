import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Command } from 'commander'
import { userCommands } from '../scripts/user-commands.ts'
import { commandLine, wantedBy } from '../server/program/cli/command-entry.ts'
import { operatorCommands } from '../server/program/cli/operator-commands.ts'

const root = new URL('../', import.meta.url).pathname
const program = await commandLine([...operatorCommands, ...userCommands])

/** Every command without subcommands, by its words on the command line. */
const leaves = (command: Command, path: string[] = []): [string, Command][] => {
  const below = command.commands.filter((one) => one.name() !== 'complete')
  if (below.length === 0) return [[path.join(' '), command]]
  return below.flatMap((one) => leaves(one, [...path, one.name()]))
}

const helpOf = (command: Command): string => {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part) })
  command.outputHelp()
  return text
}

/** The words that a shell makes of an example, up to a pipe. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)]
    .map(([, one, two, three]) => one ?? two ?? three ?? '')
    .filter((word) => !/^[A-Z_]+=/.test(word))

for (const [path, command] of leaves(program)) {
  test(`the examples of ${path} --help are valid`, () => {
    const [, examples = ''] = helpOf(command).split('\nExamples:\n')
    const lines = examples.split('\n').filter((line) => line.startsWith('  '))
    assert.notEqual(lines.length, 0)
    const [words = []] = lines
      .map((line) => wordsOf(line.split(' | ')[0] ?? ''))
      .filter((one) => one.join(' ').startsWith(path))
    const { operands, unknown } = command.parseOptions(words.slice(path.split(' ').length))
    assert.deepEqual(unknown, [], 'options')
    const { registeredArguments: known } = command
    const isMany = known.at(-1)?.variadic
    assert.ok(operands.length >= known.filter(({ required }) => required).length, 'arguments')
    assert.ok(isMany || operands.length <= known.length, 'arguments')
  })
}

/** The lines of shell blocks in the documentation that run the command line, without what leads to them. */
const documentedLines = (): { page: string; line: string }[] =>
  globSync(['*.md', '{docs,sdk}/**/*.md'], {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  }).flatMap((page) =>
    [...readFileSync(root + page, 'utf8').matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)]
      .flatMap(([, block = '']) => block.replaceAll(/\\\n */g, '').split('\n'))
      .flatMap((line) => /(?:npm run cli --|(?:\.|-store|-x64)\/adoption-store) (.+)/.exec(line)?.[1] ?? [])
      .map((line) => ({ page, line: line.split(/ [|<>;&#]|\)"?$/)[0] ?? '' })),
  )

test('every documented command exists, with its options', () => {
  const lines = documentedLines()
  assert.ok(lines.length > 30)
  for (const { page, line } of lines) {
    let command = program
    const words = wordsOf(line)
    for (;;) {
      const next = command.commands.find((one) => one.name() === words[0])
      if (!next) break
      command = next
      words.shift()
    }
    const { operands, unknown } = command.parseOptions(words)
    const { registeredArguments: known } = command
    assert.ok(known.at(-1)?.variadic || operands.length <= known.length, `${page}: ${line}`)
    assert.deepEqual(unknown, [], `${page}: ${line}`)
  }
})

test('the help and docs/reference list every command', () => {
  const help = helpOf(program)
  const page = readFileSync(`${root}docs/reference/command-line.md`, 'utf8')
  for (const { name } of [...operatorCommands, ...userCommands]) {
    assert.match(help, new RegExp(`^  ${name} `, 'm'))
    assert.match(page, new RegExp(`^\\| \`${name}[ \`]`, 'm'))
  }
})

/** Our own files that a command line loads. */
const loadedBy = (...args: string[]): string[] => {
  const trace = `
    import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) {
      if (url.startsWith('file://${root}')) console.error(url.slice(${'file://'.length + root.length}))
      return next(url, context)
    } })`
  const hook = `--import=data:text/javascript,${encodeURIComponent(trace)}`
  const { stderr } = spawned([hook, `${root}scripts/cli.ts`, ...args])
  return stderr.split('\n').filter((file) => /^(?:server|sdk)\//.test(file))
}

const spawned = (args: string[]): { stderr: string } => {
  const stderr = execFileSync('/bin/sh', ['-c', '"$0" "$@" 2>&1 >/dev/null', process.execPath, ...args])
  return { stderr: String(stderr) }
}

test('a command loads only its own files, and help loads no command', () => {
  const isCommand = (file: string) => file.endsWith('.command.ts')
  const help = loadedBy('--help')
  assert.deepEqual(help.filter(isCommand), [])
  // The settings need it to parse PostgreSQL addresses.
  const isNeeded = (file: string) => file.endsWith('/postgres-address.ts')
  const others = help.filter((file) => !isNeeded(file))
  assert.ok(!others.some((file) => /\/(?:\w+\.module|compose|storage|mod)\b/.test(file)), help.join())
  const limits = loadedBy('limits', '--help')
  assert.deepEqual(limits.filter(isCommand), ['sdk/cli/limits.command.ts'])
  const more = limits.filter((file) => !isNeeded(file))
  assert.ok(!more.some((file) => /\/(?:\w+\.module|storage)\b/.test(file)), limits.join())
})

test('completion loads only the command that it completes, and none while a command name is typed', async () => {
  const loaded: string[] = []
  const entries = [...operatorCommands, ...userCommands].map((entry) =>
    'load' in entry
      ? {
          ...entry,
          load: () => {
            loaded.push(entry.name)
            return entry.load()
          },
        }
      : entry,
  )
  const complete = async (...words: string[]) => {
    loaded.length = 0
    await commandLine(entries, wantedBy(['complete', '--', ...words]))
    return [...loaded]
  }
  assert.deepEqual(await complete('pets', 'list', '--'), ['pets'])
  assert.deepEqual(await complete('help', 'keys', ''), ['keys'])
  assert.deepEqual(await complete('ke'), [])
})
