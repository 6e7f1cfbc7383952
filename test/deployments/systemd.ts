import { chmodSync, chownSync, readFileSync } from 'node:fs'
import { newFolder } from '../harness/temporary-folder.ts'
import type { ContainerSpec } from './container.ts'
import type { Image } from './image.ts'
import type { Shipped, Surroundings, Volume } from './shipped.ts'

// The unit of deploy/systemd as systemd reads it: a read-only checkout, and the folders that it may write.

const USER_ID = 1_000

const unit = (): (readonly [string, string])[] =>
  readFileSync(new URL('../../deploy/systemd/adoption-store.service', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value] as const]
    })

/** `image` stands for the checkout. A program that ends with one of `finalCodes` is not restarted. */
export const systemdDeployment = (
  image: Image,
  settings: Readonly<Record<string, string>>,
  surroundings: Surroundings,
): Shipped & { finalCodes: number[] } => {
  const lines = unit()
  const all = (name: string) => lines.filter(([one]) => one === name).map(([, value]) => value)
  const one = (name: string) => all(name).at(-1) ?? ''
  const folders = [
    ...all('StateDirectory').map((name) => `/var/lib/${name}`),
    ...all('CacheDirectory').map((name) => `/var/cache/${name}`),
    ...all('ReadWritePaths').flatMap((paths) => paths.split(/\s+/)),
    ...(one('PrivateTmp') === 'true' ? ['/tmp', '/var/tmp'] : []),
  ]
  const volumes = folders.map((path): Volume => {
    const folder = newFolder('store')
    if (path.endsWith('/tmp')) chmodSync(folder, 0o1777)
    else chownSync(folder, USER_ID, USER_ID)
    return { path, folder, isShared: false, replica: 'adoption-store' }
  })
  const spec: ContainerSpec = {
    image: image.folder,
    environment: {
      ...Object.fromEntries(all('Environment').map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
      ...settings,
      ...surroundings.settings('adoption-store'),
    },
    workdir: one('WorkingDirectory'),
    isReadOnly: one('ProtectSystem') === 'strict',
    uid: USER_ID,
    groups: [],
    mounts: volumes.map(({ path, folder }) => ({ path, source: folder })),
    memoryBytes: undefined,
  }
  const program = {
    name: 'adoption-store',
    spec,
    command: one('ExecStart').split(' '),
    before: [],
    stopSeconds: Number(one('TimeoutStopSec')),
  }
  const finalCodes = all('RestartPreventExitStatus').flatMap((codes) => codes.split(/\s+/).map(Number))
  return { replicas: [program], jobs: [], volumes, finalCodes }
}
