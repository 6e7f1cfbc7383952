import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { cleanupProcess } from '../harness/cleanup-process.ts'
import { newFolder } from '../harness/temporary-folder.ts'
import { type MemoryGroup, memoryGroup } from './memory-group.ts'

// Containers without Docker: util-linux uses the same kernel features. A container has the files of the image below
// `/`, the folders of its volumes, separate process ids, no capabilities, and the network of this machine.

/** Why no containers can be created here; undefined if they can. */
export const whyNoContainers = (): string | undefined => {
  if (process.platform !== 'linux') return 'containers need Linux'
  if (process.getuid?.() !== 0) return 'containers need root'
  const args = ['--mount', '--pid', '--fork', 'setpriv', '--reuid=1000', '--clear-groups', 'true']
  const { status, stderr } = spawnSync('unshare', args, { encoding: 'utf8' })
  return status === 0 ? undefined : `containers cannot be made here: ${stderr.trim()}`
}

/** A mounted folder of this machine, or an empty one in memory. */
export type Mount = { path: string; source: string } | { path: string; tmpfs: string }

export type ContainerSpec = {
  /** A folder with the files of the image. */
  image: string
  environment: Record<string, string>
  workdir: string
  /** Only the mounts can be written. */
  isReadOnly: boolean
  uid: number
  /** The groups of the volumes, in addition to the user's own. */
  groups: number[]
  mounts: Mount[]
  memoryBytes: number | undefined
}

export type Container = Awaited<ReturnType<typeof startContainer>>

const USER_ID = 1_000
/** Ends commands that hang; no test relies on it. */
const HANGS_AFTER_MS = 120_000

/** Starts a program in a new container. */
export const startContainer = async (spec: ContainerSpec, command: readonly string[]) => {
  const memory = spec.memoryBytes === undefined ? undefined : memoryGroup(spec.memoryBytes)
  const { child, killGroup } = spawnGroup('unshare', [...NAMESPACES, 'sh', '-c', scriptOf(spec, command, memory)])
  const output: string[] = []
  const stdout: string[] = []
  createInterface(child.stdout).on('line', (line) => {
    stdout.push(line)
    output.push(line)
  })
  createInterface(child.stderr).on('line', (line) => output.push(line))
  const ended = once(child, 'close').then(async ([code, signal]) => {
    await memory?.remove()
    return { code: code as number | null, signal: signal as NodeJS.Signals | null }
  })
  return {
    output,
    stdout,
    ended,
    memory,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** Sends a signal to the program, the first process of the container, as `docker stop` does. */
    signal(name: NodeJS.Signals): void {
      const [first] = childrenOf(child.pid ?? 0)
      if (first !== undefined) process.kill(first, name)
    },
    /** Runs a command beside the program, as `docker exec` does. */
    exec(args: readonly string[]): Promise<Ran> {
      const [first] = childrenOf(child.pid ?? 0)
      const inside = ['--target', String(first), '--mount', '--pid', '--root']
      return run('nsenter', [...inside, ...programOf(spec, args)])
    },
    kill: async () => {
      killGroup()
      await ended
    },
  }
}

type Ran = { code: number; stdout: string; stderr: string }

/** Runs a command in a new container to its end. */
export const runInContainer = (spec: ContainerSpec, command: readonly string[]): Promise<Ran> =>
  run('unshare', [...NAMESPACES, 'sh', '-c', scriptOf(spec, command, undefined)])

const run = async (program: string, args: readonly string[]): Promise<Ran> => {
  const { child, killGroup } = spawnGroup(program, args)
  const overdue = setTimeout(killGroup, HANGS_AFTER_MS)
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'close')
  const [stdout, stderr] = await output
  clearTimeout(overdue)
  return { code: code ?? 1, stdout, stderr }
}

/**
 * Starts a program in a new process group. Killing only the program would leave its children running: the kernel no
 * longer ends a child with its parent after the child has changed its user.
 */
const spawnGroup = (program: string, args: readonly string[]) => {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const { pid } = child
  if (pid !== undefined) child.once('close', cleanupProcess.kill(-pid))
  const killGroup = (): void => {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
  return { child, killGroup }
}

/** Runs a script as root on the files of an image, to change them. Throws if it fails. */
export const runInRoot = async (options: { image: string; workdir: string; script: string }) => {
  const { image, workdir, script } = options
  const spec: ContainerSpec = {
    image,
    workdir,
    environment: {},
    mounts: [],
    groups: [],
    uid: 0,
    isReadOnly: false,
    memoryBytes: undefined,
  }
  const { code, stderr } = await runInContainer(spec, ['sh', '-c', script])
  if (code !== 0) throw new Error(`RUN ${script} failed\n${stderr}`)
}

const NAMESPACES = ['--mount', '--pid', '--fork', '--propagation=private']
const NODE = '/usr/local/node/bin'
const PATH = [NODE, '/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin']

/** Mounts the root of the container, and then runs the program in it. */
const scriptOf = (spec: ContainerSpec, command: readonly string[], memory: MemoryGroup | undefined): string => {
  const root = newFolder('store')
  const { image, workdir, isReadOnly } = spec
  const top = workdir.split('/')[1] ?? ''
  return [
    'set -eu',
    ...(memory ? [`echo 0 > ${quote(memory.procs)}`] : []),
    `mount -t tmpfs -o mode=0755 tmpfs ${quote(root)}`,
    `cd ${quote(root)}`,
    // The programs of this machine stand in for those of the base image. They belong to root there too.
    ...['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'].map(
      (name) =>
        `if [ -L /${name} ]; then cp -P /${name} ${name}; elif [ -d /${name} ]; then mkdir ${name}; mount --bind /${name} ${name}; fi`,
    ),
    'mkdir usr etc etc/ssl proc sys dev tmp home run var var/tmp',
    'chmod 1777 tmp var/tmp',
    'mount --bind /usr usr',
    'mount -t tmpfs tmpfs usr/local',
    `mkdir -p .${NODE}`,
    `mount --bind ${quote(dirname(process.execPath))} .${NODE}`,
    `printf 'root:x:0:0::/root:/bin/sh\\nnode:x:${USER_ID}:${USER_ID}::/home/node:/bin/sh\\n' > etc/passwd`,
    `printf 'root:x:0:\\nnode:x:${USER_ID}:\\n' > etc/group`,
    `printf '127.0.0.1 localhost\\n' > etc/hosts`,
    'if [ -d /etc/ssl ]; then mount --bind /etc/ssl etc/ssl; fi',
    `mkdir -p home/node && chown ${USER_ID}:${USER_ID} home/node`,
    `mkdir ${top} && mount --bind ${quote(`${image}/${top}`)} ${top}`,
    ...(isReadOnly ? [`mount -o remount,bind,ro ${top}`] : []),
    ...spec.mounts.flatMap((mount) => mountOf(mount)),
    'mount -t proc proc proc',
    'mount --rbind /sys sys',
    'mount --rbind /dev dev',
    ...(isReadOnly ? ['mount -o remount,bind,ro .'] : []),
    `exec chroot ${quote(root)} ${programOf(spec, command).map(quote).join(' ')}`,
  ].join('\n')
}

/** Runs as the user of the container, with only its settings. */
const programOf = (spec: ContainerSpec, command: readonly string[]): string[] => {
  const { uid, groups, workdir, environment } = spec
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${uid}`,
    groups.length > 0 ? `--groups=${groups.join(',')}` : '--clear-groups',
    ...(uid === 0 ? [] : ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all']),
    'env',
    '-i',
    '-C',
    workdir,
    `PATH=${PATH.join(':')}`,
    `HOME=${uid === USER_ID ? '/home/node' : '/'}`,
    ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    ...command,
  ]
}

const mountOf = (mount: Mount): string[] => {
  const path = quote(mount.path.slice(1))
  const isMissing = `[ -d ${path} ] || mkdir -p ${path}`
  if ('tmpfs' in mount) return [isMissing, `mount -t tmpfs -o ${mount.tmpfs} tmpfs ${path}`]
  return [isMissing, `mount --bind ${quote(mount.source)} ${path}`]
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
