import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { whyNoHaproxy } from './harness/haproxy.ts'
import { temporaryFolder } from './harness/temporary-folder.ts'

const root = new URL('../', import.meta.url).pathname
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

/** The longest time that a stop takes. */
const STOP_SECONDS = 10

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0
const skip = hasKubectl ? false : 'no kubectl: install it to render the manifests'

/** The manifests that `kubectl apply -k` sends, by kind. */
const render = (): Map<string, string> => {
  const text = execFileSync('kubectl', ['kustomize', `${root}deploy/kubernetes`], {
    encoding: 'utf8',
  })
  return new Map(text.split(/^---$/m).map((one) => [/^kind: (\w+)$/m.exec(one)?.[1] ?? '', one]))
}

/** The block below a key, in YAML as kubectl writes it. */
const below = (text: string, key: string): string => {
  const [, indent = '', rest = ''] =
    new RegExp(`^( *)(?:- )?${key}:\\n([\\s\\S]*)`, 'm').exec(text) ?? assert.fail(`no ${key}`)
  const end = rest.split('\n').findIndex((line) => !line.startsWith(`${indent} `))
  return rest.split('\n').slice(0, end).join('\n')
}

const numberOf = (text: string, key: string): number =>
  Number(new RegExp(`${key}: (\\d+)`).exec(text)?.[1] ?? assert.fail(`no ${key}`))

test('Kubernetes uses the right path for each probe, and waits for the response', { skip }, () => {
  const deployment = render().get('Deployment') ?? assert.fail()
  assert.match(below(deployment, 'readinessProbe'), /path: \/readyz/)
  assert.match(below(deployment, 'startupProbe'), /path: \/readyz/)
  // An unavailable database must not restart a replica.
  assert.match(below(deployment, 'livenessProbe'), /path: \/healthz/)
  // Readiness responds within a second even if the database hangs.
  assert.ok(numberOf(below(deployment, 'readinessProbe'), 'timeoutSeconds') >= 2)
})

test('Kubernetes removes a replica from the service first, and then lets it finish', {
  skip,
}, () => {
  const deployment = render().get('Deployment') ?? assert.fail()
  const preStopSeconds = numberOf(below(deployment, 'preStop'), 'seconds')
  const graceSeconds = numberOf(deployment, 'terminationGracePeriodSeconds')
  assert.ok(graceSeconds >= preStopSeconds + STOP_SECONDS + 5)
  assert.match(below(deployment, 'strategy'), /maxUnavailable: 0/)
})

test('Kubernetes grants a replica only the permissions it needs', { skip }, () => {
  const all = render()
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

test('Kubernetes lets only the ingress controller and Prometheus connect, each to its port, and no pod reach credentials of the cloud', {
  skip,
}, () => {
  const all = render()
  const policy = all.get('NetworkPolicy') ?? assert.fail()
  const deployment = all.get('Deployment') ?? assert.fail()
  const ports = [...(policy.split(/^ {2}ingress:$/m)[1] ?? '').matchAll(/port: (\w+)/g)].map(
    ([, name]) => name,
  )
  assert.deepEqual(ports, ['http', 'metrics'])
  for (const name of ports)
    assert.match(deployment, new RegExp(`name: ${name}\n *protocol: TCP|name: ${name}$`, 'm'))
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

test('the Ingress leads to the service, for the host of PUBLIC_URL', { skip }, () => {
  const all = render()
  const ingress = all.get('Ingress') ?? assert.fail()
  const url = /PUBLIC_URL: (\S+)/.exec(all.get('ConfigMap') ?? '')?.[1] ?? assert.fail()
  assert.match(ingress, new RegExp(`host: ${new URL(url).host}$`, 'm'))
  assert.match(below(ingress, 'service'), /name: adoption-store\n *port:\n *name: http/)
  assert.match(all.get('Service') ?? '', /- name: http\n *port: 80/)
})

test('the manifests contain no secrets: addresses with passwords come from a Secret', {
  skip,
}, () => {
  const all = render()
  assert.equal(all.has('Secret'), false)
  assert.doesNotMatch([...all.values()].join(''), /postgres:\/\/|redis:\/\/|aas_live/)
  assert.match(
    all.get('Deployment') ?? '',
    /envFrom:\n(?:.*\n){2} *- secretRef:\n *name: adoption-store/,
  )
})

const noSystemd = spawnSync('systemd-analyze', ['--version']).status !== 0

test('systemd accepts the unit, and waits longer than the program takes to stop', {
  skip: noSystemd && 'no systemd-analyze: install systemd to check the unit',
}, () => {
  const unit = read('deploy/systemd/adoption-store.service')
  using folder = temporaryFolder()
  const path = join(folder.path, 'adoption-store.service')
  // systemd checks that the program exists.
  writeFileSync(path, unit.replace(/(?<=^ExecStart=)\S+/m, process.execPath))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
  assert.deepEqual([status, stderr], [0, ''])
  assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) >= STOP_SECONDS + 5)
})

const noPromtool = spawnSync('promtool', ['--version']).status !== 0

test('Prometheus accepts the alerts', {
  skip: noPromtool && 'no promtool: install Prometheus to check the alerts',
}, () => {
  execFileSync('promtool', ['check', 'rules', `${root}deploy/prometheus/alerts.yaml`])
})

test('HAProxy accepts its configurations without errors or warnings', {
  skip: whyNoHaproxy() ?? false,
}, () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'haproxy.cfg')
  // The names of replicas resolve only where they run.
  writeFileSync(path, read('deploy/haproxy.cfg').replaceAll(/\bstore-\d+(?=:)/g, '127.0.0.1'))
  for (const file of [path, `${root}deploy/availability/haproxy-postgres.cfg`]) {
    const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', file], {
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
    assert.doesNotMatch(stdout + stderr, /warning|alert/i)
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
