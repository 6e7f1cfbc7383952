// Runs what the README, docs/reference and the guides show, in order, on one new store, like a reader who knows nothing
// else.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { guideNames, writtenOrigin } from '../../server/reference/docs/guides.ts'
import { testApp } from '../harness/app.ts'
import { codeBlocks, consoleSteps, inOneShell, type ShellStep, shownAs, whyNoPython } from '../harness/doc-examples.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url).pathname
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

type Step = ShellStep & { expected?: string; from: string }

/**
 * Commands that are not run here: the server itself, the tests, the installation of the client, other companies'
 * programs, and what needs an account at a portal.
 */
const notTyped = /^(?:\w+=\w+ )?npm (?:start|test|install)\b|^claude |^#!\/bin\/sh/
const needsDocker = /^docker /m

const stepsOf = (from: string, markdown: string): Step[] =>
  codeBlocks(markdown).flatMap(({ language, text }): Step[] => {
    if (language === 'console') return consoleSteps(text).map((step) => ({ ...step, from }))
    if (language !== 'sh') return []
    return [{ command: text.trim(), mustSucceed: true, from }]
  })

const typed = (steps: Step[]): Step[] =>
  steps.filter(({ command }) => !notTyped.test(command) && !needsDocker.test(command))

const guideOf = (name: string): string => read(`docs/guides/${name}.md`)
const readme = read('README.md')

test('every command of the README, docs/reference and the guides works as they show, in order, on one new store', async () => {
  using clone = temporaryFolder()
  cpSync(join(root, 'examples'), join(clone.path, 'examples'), { recursive: true })
  mkdirSync(join(clone.path, 'data'))
  await using server = await startServer({
    folder: join(clone.path, 'data'),
    // `npm start` warns of an old Node.js before the server does.
    settings: { ...settingsIn(guideOf('webhooks')), NODE_RELEASE_REPORTED: '1', STAGING: 'on' },
  })
  const [start] = consoleSteps(codeBlocks(readme).find(isStart)?.text ?? '')
  const shown = here(start?.expected ?? '', server.address).replace('data/', `${clone.path}/data/`)
  const output = () => server.output.join('\n')
  await eventually('the first key is shown', () => startsAs(shown).test(output()))

  const steps = typed([
    ...stepsOf('README', readme),
    ...stepsOf('docs/reference', read('docs/reference/command-line.md')),
    ...guideNames.flatMap((name) => [
      ...stepsOf(name, guideOf(name)),
      // The reader of the other guides works with production.
      ...(name === 'staging' ? [{ from: name, command: backToProduction }] : []),
    ]),
  ])
  const port = String(await freePort())
  const testKey = await createTestKey(server)
  const local = (text: string) =>
    here(text, server.address).replaceAll('4000', port).replaceAll('aas_test_...', testKey)
  saveReceiver(clone.path, local)
  const { DATABASE_URL = '' } = server.environment
  const [, key = ''] = /^ +(aas_live_\w+)$/m.exec(output()) ?? assert.fail(output())
  const { outputs, errors } = await inOneShell(
    steps.map(({ command, ...rest }) => ({ ...rest, command: local(command) })),
    {
      cwd: clone.path,
      environment: {
        DATABASE_URL,
        ADOPTION_URL: server.address,
        ADOPTION_KEY: key,
        PRODUCTION_KEY: key,
        XDG_CONFIG_HOME: join(clone.path, 'config'),
      },
    },
  )
  const wrong = steps.flatMap(({ from, command, expected }, at) => {
    const output = outputs[at]
    if (output === undefined) return at === outputs.length ? [`${from}: ${command}: ${errors}`] : []
    if (expected === undefined || shownAs(local(expected)).test(output)) return []
    return [`${from}: ${command}\nis shown with\n${expected}\nand printed\n${output}`]
  })
  assert.equal(wrong.join('\n\n'), '')
})

for (const { language, command, file } of [
  // `npm run build -w sdk` has a separate test: here the client's sources are used directly.
  {
    language: 'ts',
    command: [process.execPath, '--conditions=@adoption-store/source'],
    file: 'first.ts',
  },
  { language: 'python', command: ['python3'], file: 'first.py' },
]) {
  const skip = language === 'python' && (whyNoPython() ?? false)
  test(`the ${language} of the README lists the animals that it shows`, { skip }, async () => {
    const [program = assert.fail(language), ...others] = codeBlocks(readme)
      .filter((block) => block.language === language)
      .map(({ text }) => text)
    assert.deepEqual(others, [])
    assert.match(readme, new RegExp(`(?:node|python3) ${file}`))
    await using app = await testApp()
    const address = await app.service.app.listen({ host: '127.0.0.1', port: 0 })
    const { key } = await app.createKey('free')
    for (const status of ['available', 'sold', 'available']) {
      await app.post('/v1/pets', { name: 'Luna', categoryId: 7, status })
    }
    using clone = temporaryFolder()
    symlinkSync(join(root, 'node_modules'), join(clone.path, 'node_modules'))
    writeFileSync(join(clone.path, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(clone.path, file), here(program, address))
    const [runner = '', ...flags] = command
    const env = { ...basicEnvironment, ADOPTION_KEY: key }
    const { stdout } = await run(runner, [...flags, file], { cwd: clone.path, env })
    assert.equal(stdout, '1 Luna\n3 Luna\n')
  })
}

const backToProduction = `export ADOPTION_URL=${writtenOrigin} ADOPTION_KEY=$PRODUCTION_KEY`

const createTestKey = async ({ cli }: Pick<Server, 'cli'>): Promise<string> => {
  const create = ['keys', 'create', '--account', '1', '--name', 'reader', '--test', '--json']
  return JSON.parse((await cli(...create)).stdout).key
}

/** The settings with which a guide tells its reader to start the store. */
const settingsIn = (guide: string): Record<string, string> => {
  const [, name, value = ''] = /^(\w+)=(\w+) npm start$/m.exec(guide) ?? []
  return name === undefined ? {} : { [name]: value }
}

const isStart = ({ language, text }: { language: string; text: string }): boolean =>
  language === 'console' && text.startsWith('$ npm start')

const here = (text: string, address: string): string => text.replaceAll(writtenOrigin, address)

/** The output may continue after what is shown. */
const startsAs = (expected: string): RegExp => new RegExp(shownAs(expected).source.slice(0, -1))

/** The guide to webhooks tells its reader to save these. */
const saveReceiver = (folder: string, local: (text: string) => string): void => {
  const programs = codeBlocks(guideOf('webhooks')).filter(({ language }) => language === 'js')
  const names = ['verify.mjs', 'receiver.mjs']
  names.forEach((name, at) => {
    writeFileSync(join(folder, name), local(programs[at]?.text ?? ''))
  })
}
