import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { parseAllDocuments, stringify } from 'yaml'
import { MAX_WARM_UP_MS } from '../server/catalogue/listings/warm-up.ts'
import { readManifests } from './deployments/kubernetes.ts'
import { whyNoHaproxy } from './harness/haproxy.ts'
import { temporaryFolder } from './harness/temporary-folder.ts'
import { whyNoTool } from './harness/tools.ts'

const root = new URL('../', import.meta.url).pathname
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

/** The longest time that a stop takes. */
const STOP_SECONDS = 10

const yaml = { aliasDuplicateObjects: false, indentSeq: false, sortMapEntries: true }

/** Our manifests by kind, each formatted with one field per line. */
const manifests = new Map(readManifests('kubernetes').map((one) => [one.kind, stringify(one, yaml)]))

/** The block below a key, in YAML. */
const below = (text: string, key: string): string => {
  const [, indent = '', rest = ''] =
    new RegExp(`^( *)(?:- )?${key}:\\n([\\s\\S]*)`, 'm').exec(text) ?? assert.fail(`no ${key}`)
  const end = rest.split('\n').findIndex((line) => !line.startsWith(`${indent} `))
  return rest.split('\n').slice(0, end).join('\n')
}

const numberOf = (text: string, key: string): number =>
  Number(new RegExp(`${key}: (\\d+)`).exec(text)?.[1] ?? assert.fail(`no ${key}`))

test('Kubernetes uses the right path for each probe, and waits for the response', () => {
  const deployment = manifests.get('Deployment') ?? assert.fail()
  assert.match(below(deployment, 'readinessProbe'), /path: \/readyz/)
  assert.match(below(deployment, 'startupProbe'), /path: \/readyz/)
  const startup = below(deployment, 'startupProbe')
  const startSeconds = numberOf(startup, 'periodSeconds') * numberOf(startup, 'failureThreshold')
  assert.ok(startSeconds >= MAX_WARM_UP_MS / 1_000 + 20)
  // An unavailable database must not restart a replica.
  assert.match(below(deployment, 'livenessProbe'), /path: \/healthz/)
  // Readiness responds within a second even if the database hangs.
  assert.ok(numberOf(below(deployment, 'readinessProbe'), 'timeoutSeconds') >= 2)
})

test('Kubernetes removes a replica from the service first, and then lets it finish', () => {
  const deployment = manifests.get('Deployment') ?? assert.fail()
  const preStopSeconds = numberOf(below(deployment, 'preStop'), 'seconds')
  const graceSeconds = numberOf(deployment, 'terminationGracePeriodSeconds')
  assert.ok(graceSeconds >= preStopSeconds + STOP_SECONDS + 5)
  assert.match(below(deployment, 'strategy'), /maxUnavailable: 0/)
})

test('Kubernetes grants a replica only the permissions it needs', () => {
  const all = manifests
  const deployment = all.get('Deployment') ?? assert.fail()
  for (const line of [
    'runAsNonRoot: true',
    'readOnlyRootFilesystem: true',
    'allowPrivilegeEscalation: false',
    'type: RuntimeDefault',
    'automountServiceAccountToken: false',
  ])
    assert.match(deployment, new RegExp(`^ *${line}$`, 'm'))
  assert.match(below(deployment, 'capabilities'), /drop:\n *- ALL/)
  assert.match(below(deployment, 'resources'), /requests:\n *cpu: .*\n *memory: /)
  assert.match(below(deployment, 'limits'), /memory: /)
})

test('Kubernetes lets only the ingress controller and Prometheus connect, each to its port, and no pod reach credentials of the cloud', () => {
  const all = manifests
  const policy = all.get('NetworkPolicy') ?? assert.fail()
  const deployment = all.get('Deployment') ?? assert.fail()
  const ports = [...(policy.split(/^ {2}ingress:$/m)[1] ?? '').matchAll(/port: (\w+)/g)].map(([, name]) => name)
  assert.deepEqual(ports, ['http', 'metrics'])
  for (const name of ports) assert.match(deployment, new RegExp(`name: ${name}\n *protocol: TCP|name: ${name}$`, 'm'))
  const label = 'app.kubernetes.io/name: adoption-store'
  assert.match(policy, /podSelector:\n(?: .*\n)*? *- adoption-store\n *- adoption-store-backup$/m)
  for (const [kind, key] of [
    ['Service', 'selector'],
    ['PodDisruptionBudget', 'selector'],
    ['Deployment', 'selector'],
  ] as const)
    assert.ok(below(all.get(kind) ?? '', key).includes(label), kind)
  assert.ok(below(deployment, 'template').includes(label))
  for (const range of ['10.0.0.0/8', '169.254.0.0/16', 'fc00::/7']) {
    assert.match(policy, new RegExp(`- ${range}`))
  }
})

test('the Ingress leads to the service, for the host of PUBLIC_URL', () => {
  const all = manifests
  const ingress = all.get('Ingress') ?? assert.fail()
  const url = /PUBLIC_URL: (\S+)/.exec(all.get('ConfigMap') ?? '')?.[1] ?? assert.fail()
  assert.match(ingress, new RegExp(`host: ${new URL(url).host}$`, 'm'))
  assert.match(below(ingress, 'service'), /name: adoption-store\n *port:\n *name: http/)
  assert.match(all.get('Service') ?? '', /- name: http\n *port: 80/)
})

test('the manifests contain no secrets: addresses with passwords come from a Secret', () => {
  const all = manifests
  assert.equal(all.has('Secret'), false)
  assert.doesNotMatch([...all.values()].join(''), /postgres:\/\/|redis:\/\/|aas_live/)
  assert.match(all.get('Deployment') ?? '', /envFrom:\n(?:.*\n){2} *- secretRef:\n *name: adoption-store/)
})

const shippedFiles = ['compose.yaml', 'openapi.json', 'package*.json', '{deploy,examples}/**/*.{yaml,yml,json}']

test('every YAML and JSON file that we ship can be parsed', () => {
  const paths = globSync(shippedFiles, { cwd: root })
  assert.ok(paths.includes('compose.yaml') && paths.includes('deploy/prometheus/alerts.yaml'))
  for (const path of paths) {
    if (path.endsWith('.json')) assert.doesNotThrow(() => JSON.parse(read(path)), path)
    else assert.deepEqual(faultsOf(read(path)), [], path)
  }
})

test('every block of YAML in the documentation can be parsed', () => {
  for (const path of globSync(['*.md', 'docs/**/*.md'], { cwd: root }))
    for (const [, block = ''] of read(path).matchAll(/^ *```ya?ml\n([\s\S]*?)^ *```$/gm))
      assert.deepEqual(faultsOf(block), [], path)
})

const faultsOf = (text: string): string[] =>
  parseAllDocuments(text).flatMap(({ errors, warnings }) => [...errors, ...warnings].map(({ message }) => message))

test('systemd accepts the units, and waits longer than the program takes to stop', {
  skip: whyNoTool('systemd-analyze') ?? false,
}, () => {
  using folder = temporaryFolder()
  const paths = globSync('deploy/**/*.service', { cwd: root })
  assert.notEqual(paths.length, 0)
  for (const path of paths) {
    const copy = join(folder.path, basename(path))
    // systemd checks that the program exists.
    writeFileSync(copy, read(path).replaceAll(/(?<=^Exec\w+=)\S+/gm, process.execPath))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' })
    assert.deepEqual([status, stderr], [0, ''], path)
  }
  const unit = read('deploy/systemd/adoption-store.service')
  assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) >= STOP_SECONDS + 5)
})

test('Prometheus accepts the alerts', { skip: whyNoTool('promtool') ?? false }, () => {
  const paths = globSync(`${root}deploy/prometheus/*.yaml`)
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', ...paths], {
    encoding: 'utf8',
  })
  assert.deepEqual([status, stderr], [0, ''], stdout)
})

test('HAProxy accepts its configurations without errors or warnings', {
  skip: whyNoHaproxy() ?? false,
}, () => {
  using folder = temporaryFolder()
  const copy = join(folder.path, 'haproxy.cfg')
  const paths = globSync('deploy/**/*.cfg', { cwd: root })
  assert.notEqual(paths.length, 0)
  for (const path of paths) {
    // The names of replicas resolve only where they run.
    writeFileSync(copy, read(path).replaceAll(/\bstore-\d+(?=:)/g, '127.0.0.1'))
    const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', copy], {
      encoding: 'utf8',
    })
    assert.equal(status, 0, `${path}: ${stderr}`)
    assert.doesNotMatch(stdout + stderr, /warning|alert/i, path)
  }
})

test('compose.yaml and HAProxy name the same replicas, and leave them time to finish when they stop', () => {
  const compose = read('compose.yaml')
  const services = [...compose.matchAll(/^ {2}(store-\d+): \*store$/gm)].map(([, name]) => name)
  assert.equal(services.length, 3)
  const [, ...backends] = read('deploy/haproxy.cfg').split(/^backend /m)
  assert.deepEqual(
    backends.map((text) => /^\w+/.exec(text)?.[0]),
    ['reads', 'writes'],
  )
  for (const text of backends) {
    const servers = [...text.matchAll(/^ *server (\S+) (\S+)$/gm)]
    assert.deepEqual(
      servers.map(([, name, address]) => [name, address]),
      services.map((name) => [name, `${name}:3000`]),
    )
  }
  assert.match(compose, new RegExp(`depends_on: \\[${services.join(', ')}\\]`))
  assert.ok(numberOf(compose, 'stop_grace_period') >= STOP_SECONDS + 5)
  for (const line of ['read_only: true', 'cap_drop: [ALL]']) assert.ok(compose.includes(line))
})
