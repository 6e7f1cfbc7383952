import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { newFolder } from '../harness/temporary-folder.ts'
import type { ContainerSpec, Mount } from './container.ts'
import type { Image } from './image.ts'
import {
  bytesOf,
  checkKeys,
  type Program,
  type Shipped,
  type Surroundings,
  type Volume,
  withAddresses,
} from './shipped.ts'

// compose.yaml as `docker compose up` reads it, for the services that run our image.

type Service = {
  build?: string
  image?: string
  environment?: Record<string, string | number | null>
  command?: string[]
  depends_on?: string[] | Record<string, { condition: string }>
  restart?: string
  stop_grace_period?: string
  read_only?: boolean
  tmpfs?: string[]
  volumes?: string[]
  mem_limit?: string
  memswap_limit?: string
  cap_drop?: string[]
  security_opt?: string[]
}

const KNOWN = [
  'build',
  'environment',
  'command',
  'depends_on',
  'restart',
  'stop_grace_period',
  'read_only',
  'tmpfs',
  'volumes',
  'mem_limit',
  'memswap_limit',
  'cap_drop',
  'security_opt',
]

/** Every container must drop these privileges, because `startContainer` drops them too. */
const RESTRICTIONS = { cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }

export const readCompose = (variables: Readonly<Record<string, string>>): Record<string, Service> => {
  const text = readFileSync(new URL('../../compose.yaml', import.meta.url), 'utf8')
  return parse(interpolate(text, variables), { merge: true }).services
}

/** The services of our image, with the empty volumes that Docker would create. */
export const composeDeployment = (
  image: Image,
  variables: Readonly<Record<string, string>>,
  surroundings: Surroundings,
): Shipped => {
  const own = Object.entries(readCompose(variables)).filter(([, { build }]) => build !== undefined)
  const volumes: Volume[] = []
  const volumeAt = (path: string, source: string | undefined, replica: string): string => {
    const isShared = source !== undefined
    const known = volumes.find((one) => one.path === path && (isShared || one.replica === replica))
    if (known) return known.folder
    const folder = emptyVolume(image, path)
    volumes.push({ path, folder, isShared, ...(!isShared && { replica }) })
    return folder
  }
  const programs = own.map(([name, service]) => programOf(name, service, { image, variables, surroundings, volumeAt }))
  const needed = new Set(own.flatMap(([, { depends_on }]) => completedBefore(depends_on)))
  return {
    replicas: programs.filter(({ name }) => !needed.has(name)),
    jobs: programs.filter(({ name }) => needed.has(name)),
    volumes,
  }
}

type Deps = {
  image: Image
  variables: Readonly<Record<string, string>>
  surroundings: Surroundings
  volumeAt(path: string, source: string | undefined, replica: string): string
}

const programOf = (name: string, service: Service, { image, variables, surroundings, volumeAt }: Deps): Program => {
  checkKeys(`${name} in compose.yaml`, service, KNOWN)
  const { config } = image
  const { environment = {}, tmpfs = [], volumes = [], command, mem_limit } = service
  for (const [key, value] of Object.entries(RESTRICTIONS)) {
    const found = service[key as keyof typeof RESTRICTIONS]
    if (String(found) !== String(value)) throw new Error(`${name} needs ${key}: [${value}]`)
  }
  // A variable without a value comes from the shell, if it is set there.
  const given = Object.entries(environment).flatMap(([key, value]) => {
    const text = value === null ? variables[key] : String(value)
    return text === undefined ? [] : [[key, withAddresses(text, surroundings)] as const]
  })
  const named = volumes.map((one): [path: string, source: string | undefined] => {
    const [source = '', path] = one.split(':')
    return path === undefined ? [source, undefined] : [path, source]
  })
  const anonymous = config.volumes.filter((path) => !named.some(([at]) => at === path))
  const mounts: Mount[] = [
    ...tmpfs.map((one) => {
      const [path = '', options] = one.split(':')
      return { path, tmpfs: ['noexec,nosuid,nodev', options ?? 'mode=1777'].join(',') }
    }),
    ...named.map(([path, source]) => ({ path, source: volumeAt(path, source, name) })),
    ...anonymous.map((path) => ({ path, source: volumeAt(path, undefined, name) })),
  ]
  const spec: ContainerSpec = {
    image: image.folder,
    environment: {
      ...config.environment,
      ...Object.fromEntries(given),
      ...surroundings.settings(name),
    },
    workdir: config.workdir,
    isReadOnly: service.read_only === true,
    uid: uidOf(config.user),
    groups: [],
    mounts,
    memoryBytes: mem_limit === undefined ? undefined : bytesOf(mem_limit),
  }
  const stopSeconds = Number.parseInt(service.stop_grace_period ?? '10s', 10)
  return { name, spec, command: command ?? config.command, before: [], stopSeconds }
}

/** The user `node` of the official image. */
export const uidOf = (user: string): number => {
  if (user === 'node') return 1_000
  throw new Error(`the image runs as ${user || 'root'}`)
}

/** A new volume has the files, owner and mode of its path in the image. */
export const emptyVolume = ({ folder }: Image, path: string): string => {
  const volume = newFolder('store')
  const source = join(folder, path)
  execFileSync('sh', ['-c', '[ -d "$0" ] && cp -aT "$0" "$1" || chmod 755 "$1"', source, volume])
  return volume
}

const completedBefore = (needed: Service['depends_on'] = {}): string[] =>
  Array.isArray(needed)
    ? []
    : Object.entries(needed)
        .filter(([, { condition }]) => condition === 'service_completed_successfully')
        .map(([name]) => name)

/** `${NAME}`, `${NAME:-default}` and `${NAME:?message}`; `$$` is a dollar sign. */
const interpolate = (text: string, variables: Readonly<Record<string, string>>): string =>
  text
    .replaceAll(/^\s*#.*$/gm, '')
    .replaceAll(/\$(?:\$|\{(\w+)(?::([-?])([^}]*))?\})/g, (all, name?: string, kind?: string, rest = '') => {
      if (all === '$$') return '$'
      const value = variables[name ?? '']
      if (value) return value
      if (kind === '?') throw new Error(`${name}: ${rest}`)
      return rest
    })
