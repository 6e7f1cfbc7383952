import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { guideNames } from '../../server/reference/docs/guides.ts'
import type { CodeSample } from '../../server/reference/openapi/code-samples.ts'
import { scopes } from '../../server/requests/access/scope.ts'
import { testApp } from '../harness/app.ts'
import {
  codeBlocks,
  runGo,
  runInShell,
  runPhp,
  runPython,
  whyNoGo,
  whyNoPhp,
  whyNoPython,
} from '../harness/doc-examples.ts'
import { jpeg } from '../harness/images.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const root = new URL('../../', import.meta.url).pathname
const client = join(root, 'sdk/mod.ts')

type Operation = {
  operationId: string
  parameters?: { $ref?: string; name?: string }[]
  'x-codeSamples'?: CodeSample[]
}
type Document = { paths: Record<string, Record<string, Operation>> }

const operationsOf = ({ paths }: Document) =>
  Object.values(paths).flatMap((methods) =>
    Object.entries(methods).map(([method, operation]) => ({ method, ...operation })),
  )

const committed: Document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'))

const takesKey = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ $ref = '' }) => $ref === '#/components/parameters/Idempotency-Key')

test('every operation has a sample in curl, TypeScript, Python, PHP and Go', () => {
  for (const operation of operationsOf(committed)) {
    const { operationId, 'x-codeSamples': samples = [] } = operation
    assert.deepEqual(
      samples.map(({ label }) => label),
      ['curl', 'TypeScript', 'Python', 'PHP', 'Go'],
      operationId,
    )
    const [curl = '', , python = '', php = '', go = ''] = samples.map(({ source }) => source)
    assert.match(python, /^# pip install requests\n/)
    assert.match(php, /^<\?php\n\n\/\/ composer require guzzlehttp\/guzzle\n/)
    assert.match(go, /if res\.StatusCode >= 400/)
    assert.doesNotMatch(go, /, _ :?=/, operationId)
    // The client sends a key by itself.
    for (const one of [curl, python, php, go])
      assert.equal(one.includes('Idempotency-Key'), takesKey(operation), operationId)
    for (const { source } of samples) {
      assert.doesNotMatch(source, /undefined|[{]\w+[}]\/|aas_/, operationId)
    }
  }
})

/** A new store with one animal, and the samples as it publishes them. */
const newStore = async () => {
  const app = await testApp()
  const { key } = await app.createKey('enterprise', { scopes })
  const address = await app.service.app.listen({ host: '127.0.0.1', port: 0 })
  const document = (await (await fetch(`${address}/openapi.json`)).json()) as Document
  const operations = operationsOf(document)
  const sample = (label: string, operationId: string): string => {
    const found = operations.find((operation) => operation.operationId === operationId)
    const source = found?.['x-codeSamples']?.find((each) => each.label === label)?.source
    assert.ok(source?.includes(address), `${label} of ${operationId}`)
    return String(source)
  }
  return { sample, environment: { ADOPTION_KEY: key }, [Symbol.asyncDispose]: app.close }
}

/** Other samples need what these create. */
const first = ['createPet', 'putCategory', 'putOrganization']
// Each uses what earlier ones have created.
const additions = operationsOf(committed)
  .filter(({ method }) => method !== 'delete')
  .map(({ operationId }) => operationId)
  .filter((id) => id !== 'streamEvents')
  .toSorted((one, other) => Number(first.includes(other)) - Number(first.includes(one)))
const removals = [
  'removeSample',
  'createImport',
  'removeImport',
  'createPet',
  'addNote',
  'deleteNote',
  'putMailTemplate',
  'deleteMailTemplate',
  'addPhoto',
  'deletePhoto',
  'deletePet',
  'putCategory',
  'deleteCategory',
]
const endings = [
  'createPet',
  'placeOrder',
  'eraseCustomer',
  'createWebhook',
  'deleteWebhook',
  'submitApplication',
  'eraseApplicant',
  'erasePerson',
  'createUser',
  'endSession',
  'endSessions',
  'deleteUser',
  'liftBan',
  'revokeKey',
]

test('every operation has a sample that runs here', () => {
  const run = new Set([...additions, ...removals, ...endings, 'streamEvents'])
  assert.deepEqual(
    [...run].toSorted(),
    operationsOf(committed)
      .map(({ operationId }) => operationId)
      .toSorted(),
  )
})

/**
 * Samples whose objects a new store does not have: a delivery, a ban, a session, a logged request, or the id of a person, which no sample
 * can know.
 */
const unknownHere = [
  'getDelivery',
  'redeliver',
  'liftBan',
  'endSession',
  'getRequest',
  'getPerson',
  'exportPerson',
  'erasePerson',
  // It has no staging.
  'resetStaging',
]
const importSteps = ['checkImport', 'runImport', 'undoImport', 'removeImport']
/**
 * The store has no mail server either, and no animal that is without an order or was handed over. It has animals, so the
 * sample shelter is not added.
 */
const expectedStatus = (operationId: string): RegExp => {
  // Running all samples may take longer than a step can be undone.
  if (operationId === 'undoOrderStep') return /^(?:200|409)$/
  // The import may still be checked, or not be done.
  if (importSteps.includes(operationId)) return /^(?:20[04]|409)$/
  const conflicts = ['approveApplication', 'retryMail', 'getReturnSlip', 'addSample']
  if (conflicts.includes(operationId)) return /^409$/
  return unknownHere.includes(operationId) ? /^404$/ : /^20[0-4]$/
}

/** The files that samples send, in the folder in which they run. */
const folder = temporaryFolder()
writeFileSync(join(folder.path, 'biscuit.jpg'), await jpeg())
writeFileSync(join(folder.path, 'animals.csv'), 'Internal-ID,Name,Species\n1,Rex,Dog\n')

const inShell = async (sources: string[], environment: Record<string, string>) => {
  const onlyStatus = `curl() { command curl -sS -o /dev/null -w '%{http_code}' "$@"; }`
  const setUp = `cd '${folder.path}'; ${onlyStatus}`
  return (await runInShell([setUp, ...sources], environment)).slice(1)
}

const inPython = async (sources: string[], environment: Record<string, string>) => {
  const program = `
import io, json, contextlib, os, requests
os.chdir(${JSON.stringify(folder.path)})
statuses = []
send = requests.Session.send
def recording(*args, **options):
    response = send(*args, **options)
    statuses.append(response.status_code)
    return response
requests.Session.send = recording
for source in json.loads(${JSON.stringify(JSON.stringify(sources))}):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(requests.HTTPError):
        exec(source, {})
print("\\n".join(map(str, statuses)))
`
  return (await runPython(program, environment)).trim().split('\n')
}

/** Guzzle throws an exception for an error response. */
const inPhp = async (sources: string[], environment: Record<string, string>) => {
  using own = temporaryFolder()
  cpSync(folder.path, own.path, { recursive: true })
  sources.forEach((source, at) => {
    writeFileSync(join(own.path, `${at}.php`), source)
  })
  const program = `<?php
for ($at = 0; $at < ${sources.length}; $at++) {
  ob_start();
  try {
    require "$at.php";
  } catch (GuzzleHttp\\Exception\\BadResponseException $error) {
    $response = $error->getResponse();
  }
  ob_end_clean();
  echo $response->getStatusCode(), "\\n";
}`
  return (await runPhp(program, own.path, environment)).trim().split('\n')
}

/** Compiled as one program, because compiling each would take minutes. */
const inGo = async (sources: string[], environment: Record<string, string>) => {
  using own = temporaryFolder()
  cpSync(folder.path, own.path, { recursive: true })
  sources.forEach((source, at) => {
    const text = source
      .replace('func main()', `func sample${at}()`)
      // A failed sample ends the program, and the others run in the same one.
      .replace('log.Fatal(res.Status)', 'return')
    assert.notEqual(text, source)
    writeFileSync(join(own.path, `sample${at}.go`), `${text}\n`)
  })
  writeFileSync(
    join(own.path, 'main.go'),
    `package main

import (
	"fmt"
	"net/http"
	"os"
)

type recorder struct{}

func (recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(request)
	if err == nil {
		fmt.Fprintln(os.Stdout, "status", response.StatusCode)
	}
	return response, err
}

func main() {
	http.DefaultClient.Transport = recorder{}
${sources.map((_, at) => `\tsample${at}()`).join('\n')}
}
`,
  )
  const output = await runGo(own.path, environment)
  return [...output.matchAll(/status (\d+)$/gm)].map(([, status = '']) => status)
}

const noPhp = whyNoPhp() ?? false
const noGo = whyNoGo() ?? false
const languages = [
  { label: 'curl', run: inShell, skip: false },
  { label: 'Python', run: inPython, skip: whyNoPython() ?? false },
  { label: 'PHP', run: inPhp, skip: noPhp },
  { label: 'Go', run: inGo, skip: noGo },
]

for (const { label, run, skip } of languages) {
  for (const [what, operations] of Object.entries({ additions, removals, endings })) {
    test(`the ${label} samples work: ${what}`, { skip }, async () => {
      await using store = await newStore()
      const sources = operations.map((id) => store.sample(label, id))
      const statuses = await run(sources, store.environment)
      assert.equal(statuses.length, operations.length)
      operations.forEach((id, at) => {
        assert.match(statuses[at] ?? '', expectedStatus(id), id)
      })
    })
  }
}

test('the curl sample of the stream receives events as they happen', async () => {
  await using store = await newStore()
  const [, output] = await runInShell(
    [
      `${store.sample('curl', 'createPet')} -o /dev/null`,
      `{ ${store.sample('curl', 'streamEvents')} --max-time 1 -i 2>/dev/null || [ $? = 28 ]; }`,
    ],
    store.environment,
  )
  assert.match(output ?? '', /^HTTP\/1\.1 200 OK[\s\S]*content-type: text\/event-stream/)
})

test('the Go samples are formatted as gofmt does', { skip: noGo }, () => {
  using own = temporaryFolder()
  for (const { operationId, 'x-codeSamples': samples = [] } of operationsOf(committed)) {
    const source = samples.find(({ label }) => label === 'Go')?.source ?? ''
    writeFileSync(join(own.path, `${operationId}.go`), `${source}\n`)
  }
  assert.equal(execFileSync('gofmt', ['-d', '.'], { cwd: own.path, encoding: 'utf8' }), '')
})

const noClient = existsSync(client) ? false : 'the client is not here'

test('every TypeScript sample and those of the guides compile with the client', {
  skip: noClient,
}, () => {
  using folder = temporaryFolder()
  for (const { operationId, 'x-codeSamples': samples = [] } of operationsOf(committed)) {
    const source = samples.find(({ label }) => label === 'TypeScript')?.source ?? ''
    writeFileSync(join(folder.path, `${operationId}.ts`), `${source}\n`)
  }
  for (const name of guideNames) {
    const markdown = readFileSync(join(root, `docs/guides/${name}.md`), 'utf8')
    const blocks = codeBlocks(markdown).filter(({ language }) => language === 'ts')
    blocks.forEach(({ text }, at) => {
      writeFileSync(join(folder.path, `guide-${name}-${at}.ts`), text)
    })
  }
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      lib: ['esnext', 'dom', 'dom.iterable'],
      typeRoots: [join(root, 'node_modules/@types')],
      paths: { '@adoption-store/client': [client] },
      module: 'preserve',
      moduleResolution: 'bundler',
    },
    include: ['*.ts'],
  }
  writeFileSync(join(folder.path, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify(settings))
  try {
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder.path], { encoding: 'utf8' })
  } catch (error) {
    assert.fail(String((error as { stdout?: string }).stdout))
  }
})
