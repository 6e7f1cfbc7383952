import assert from 'node:assert/strict'
import { chmodSync, chownSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { newFolder } from '../harness/temporary-folder.ts'
import { emptyVolume, uidOf } from './compose.ts'
import type { ContainerSpec, Mount } from './container.ts'
import type { Image } from './image.ts'
import {
  bytesOf,
  checkKeys,
  type Program,
  type Shipped,
  type Step,
  type Surroundings,
  type Volume,
  withAddresses,
} from './shipped.ts'

// The manifests of deploy/kubernetes as a cluster reads them, for the pods that run our image.

export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  data?: Record<string, string>
  spec?: {
    template?: { spec: Pod }
    jobTemplate?: { spec: { template: { spec: Pod } } }
    accessModes?: string[]
  }
}

type Pod = {
  containers: PodContainer[]
  initContainers?: PodContainer[]
  securityContext?: { runAsUser?: number; runAsNonRoot?: boolean; fsGroup?: number }
  terminationGracePeriodSeconds?: number
  volumes?: {
    name: string
    emptyDir?: { medium?: string; sizeLimit?: string }
    persistentVolumeClaim?: { claimName: string }
  }[]
}

type PodContainer = {
  name: string
  args?: string[]
  command?: string[]
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: KeyRef } }[]
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  resources?: { limits?: { memory?: string } }
  securityContext?: { readOnlyRootFilesystem?: boolean }
  volumeMounts?: { name: string; mountPath: string }[]
}

type KeyRef = { name: string; key: string; optional?: boolean }

const KNOWN_OF_POD = [
  'containers',
  'initContainers',
  'securityContext',
  'terminationGracePeriodSeconds',
  'volumes',
  'automountServiceAccountToken',
  'enableServiceLinks',
  'topologySpreadConstraints',
  'restartPolicy',
]
const KNOWN_OF_CONTAINER = [
  'name',
  'image',
  'ports',
  'args',
  'command',
  'env',
  'envFrom',
  'resources',
  'lifecycle',
  'startupProbe',
  'readinessProbe',
  'livenessProbe',
  'securityContext',
  'volumeMounts',
]

const KNOWN_KINDS = [
  'ConfigMap',
  'CronJob',
  'Deployment',
  'HorizontalPodAutoscaler',
  'Ingress',
  'NetworkPolicy',
  'PersistentVolumeClaim',
  'PodDisruptionBudget',
  'Service',
]

const REPLICAS = 3

const folderOf = (name: string) => new URL(`../../deploy/${name}`, import.meta.url).pathname

/** The manifests of a folder, as `kubectl apply -k` sends them. A test compares them with those of kubectl. */
export const readManifests = (name: string): Manifest[] => {
  const folder = folderOf(name)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const { resources, patches = [], labels }: Kustomization = parse(read('kustomization.yaml'))
  const manifests = resources.flatMap((path): Manifest[] =>
    path.startsWith('../') ? readManifests(path.slice('../'.length)) : [parse(read(path))],
  )
  const changes = patches.map(({ path }): Manifest => parse(read(path)))
  const added = Object.assign({}, ...labels.map(({ pairs }) => pairs))
  return manifests.map((manifest) => {
    const { metadata, ...rest } = changes
      .filter(({ kind, metadata }) => kind === manifest.kind && metadata.name === manifest.metadata.name)
      .reduce((one, change) => merged(one, change) as Manifest, manifest)
    return { ...rest, metadata: { ...metadata, labels: { ...metadata.labels, ...added } } }
  })
}

type Kustomization = {
  resources: string[]
  patches?: { path: string }[]
  labels: { pairs: Record<string, string> }[]
}

/** A strategic merge: elements of lists have names, and null removes a field. */
const merged = (base: unknown, change: unknown): unknown => {
  if (Array.isArray(base) && Array.isArray(change)) {
    const added = change.filter((one) => !base.some((other) => keyOf(other) === keyOf(one)))
    const changed = base.map((one) => {
      const found = change.find((other) => keyOf(other) === keyOf(one))
      return found ? merged(one, found) : one
    })
    return [...changed, ...added.map((one) => merged({}, one))]
  }
  if (!isFields(base) || !isFields(change)) return change
  const fields = Object.entries(change).map(([name, value]) => [name, merged(base[name], value)])
  return Object.fromEntries(
    Object.entries({ ...base, ...Object.fromEntries(fields) }).filter(([, value]) => value !== null),
  )
}

const keyOf = ({ mountPath, name }: { mountPath?: string; name?: string }) => mountPath ?? name

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The names of the values in the Secret that config.yaml says how to create: `--from-literal=NAME=...`. */
export const secretNames = (): string[] => {
  const text = readFileSync(join(folderOf('kubernetes'), 'config.yaml'), 'utf8')
  return [...text.matchAll(/--from-literal=(\w+)=/g)].map(([, name = '']) => name)
}

type Options = {
  image: Image
  folder: string
  secret: Readonly<Record<string, string>>
  surroundings: Surroundings
}

/** Three pods of the Deployment, with volumes as kubelet creates them. */
export const kubernetesDeployment = ({ folder, ...options }: Options): Shipped => {
  const manifests = readManifests(folder)
  const unknown = manifests.filter(({ kind }) => !KNOWN_KINDS.includes(kind))
  assert.deepEqual(unknown, [], 'add the meaning of these to the test')
  const volumes: Volume[] = []
  const replicas = manifests
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ metadata, spec }) =>
      Array.from({ length: REPLICAS }, (_, index) =>
        podOf(`${metadata.name}-${index + 1}`, spec?.template?.spec, {
          ...options,
          manifests,
          volumes,
        }),
      ),
    )
  const scheduled = manifests
    .filter(({ kind }) => kind === 'CronJob')
    .map(({ metadata, spec }) =>
      podOf(metadata.name, spec?.jobTemplate?.spec.template.spec, {
        ...options,
        manifests,
        volumes,
      }),
    )
  return { jobs: [], replicas, scheduled, volumes }
}

type Deps = Omit<Options, 'folder'> & { manifests: Manifest[]; volumes: Volume[] }

const podOf = (name: string, pod: Pod | undefined, deps: Deps): Program => {
  const [container, ...others] = pod?.containers ?? []
  if (!pod || !container || others.length > 0) throw new Error(`${name} needs one container`)
  checkKeys(`the pod of ${name}`, pod, KNOWN_OF_POD)
  const { initContainers = [], terminationGracePeriodSeconds = 30 } = pod
  return {
    ...stepOf(name, pod, container, deps),
    before: initContainers.map((one) => stepOf(name, pod, one, deps)),
    stopSeconds: terminationGracePeriodSeconds,
  }
}

const stepOf = (name: string, pod: Pod, container: PodContainer, deps: Deps): Step => {
  checkKeys(`the container ${container.name} of ${name}`, container, KNOWN_OF_CONTAINER)
  const { image, surroundings } = deps
  const { config } = image
  const { securityContext: user = {} } = pod
  const memory = container.resources?.limits?.memory
  const mounts = mountsOf(name, pod, container, deps)
  const anonymous = config.volumes.filter((path) => !mounts.some((mount) => mount.path === path))
  const spec: ContainerSpec = {
    image: image.folder,
    environment: {
      ...config.environment,
      ...environmentOf(container, deps),
      ...surroundings.settings(name),
    },
    workdir: config.workdir,
    isReadOnly: container.securityContext?.readOnlyRootFilesystem === true,
    uid: user.runAsUser ?? uidOf(config.user),
    groups: user.fsGroup === undefined ? [] : [user.fsGroup],
    // Like Docker, containerd creates the volumes that an image declares. They are writable here too, but nothing may
    // be written to them.
    mounts: [
      ...mounts,
      ...anonymous.map((path) => ({
        path,
        source: volumeOf(deps, path, name, () => emptyVolume(image, path)),
      })),
    ],
    memoryBytes: memory === undefined ? undefined : bytesOf(memory),
  }
  const command = container.args ?? container.command ?? config.command
  return { name, spec, command }
}

const mountsOf = (
  name: string,
  { volumes = [], securityContext: { fsGroup } = {} }: Pod,
  { volumeMounts = [] }: PodContainer,
  deps: Deps,
): Mount[] =>
  volumeMounts.map(({ name: volume, mountPath: path }) => {
    const found = volumes.find((one) => one.name === volume)
    if (!found) throw new Error(`${name} mounts ${volume}, which the pod does not have`)
    const claim = found.persistentVolumeClaim?.claimName
    if (claim === undefined) {
      return { path, source: volumeOf(deps, path, name, () => folderWith(0o777, fsGroup)) }
    }
    checkShared(claim, deps.manifests)
    return { path, source: volumeOf(deps, path, undefined, () => folderWith(0o755, fsGroup)) }
  })

const checkShared = (claim: string, manifests: readonly Manifest[]): void => {
  const found = manifests.find(({ kind, metadata }) => kind === 'PersistentVolumeClaim' && metadata.name === claim)
  if (!found?.spec?.accessModes?.includes('ReadWriteMany'))
    throw new Error(`the claim ${claim} cannot be mounted by several pods`)
}

/** The folder of one pod, or of all of them. */
const volumeOf = ({ volumes }: Deps, path: string, replica: string | undefined, make: () => string): string => {
  const known = volumes.find((one) => one.path === path && one.replica === replica)
  if (known) return known.folder
  const folder = make()
  const isShared = replica === undefined
  volumes.push({ path, folder, isShared, ...(!isShared && { replica }) })
  return folder
}

/** kubelet gives a volume to the group of the pod, which can then write to it. */
const folderWith = (mode: number, fsGroup: number | undefined): string => {
  const folder = newFolder('store')
  chownSync(folder, 0, fsGroup ?? 0)
  chmodSync(folder, fsGroup === undefined ? mode : mode | 0o2770)
  return folder
}

const environmentOf = (
  { env = [], envFrom = [] }: PodContainer,
  { manifests, secret, surroundings }: Deps,
): Record<string, string> => {
  const all = envFrom.flatMap(({ configMapRef }) => {
    if (!configMapRef) return Object.entries(secret)
    const found = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef.name)
    return Object.entries(found?.data ?? {})
  })
  const own = env.flatMap(({ name, value, valueFrom }): [string, string][] => {
    if (value !== undefined) return [[name, value]]
    const { key = '', optional } = valueFrom?.secretKeyRef ?? {}
    const found = secret[key]
    if (found !== undefined) return [[name, found]]
    if (optional) return []
    throw new Error(`CreateContainerConfigError: couldn't find key ${key} in the Secret`)
  })
  return Object.fromEntries([...all, ...own].map(([name, value]) => [name, withAddresses(value, surroundings)]))
}
