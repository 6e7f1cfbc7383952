import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { findChromium } from '../harness/chromium-program.ts'
import { cleanupProcess } from '../harness/cleanup-process.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { newFolder } from '../harness/temporary-folder.ts'

// A machine with a shell and the libraries of C and C++, and nothing else: no Node.js, npm, git, or other programs, and no
// network except its own loopback. The release is in a folder that nobody can write.

const USER = '1234:1234'

/** Why there can be none here; undefined if there can. */
export const whyNoBareMachine = (): string | undefined => {
  if (process.platform !== 'linux') return 'bare machines need Linux'
  const { status, stderr } = spawnSync('unshare', [...NAMESPACES, 'true'], { encoding: 'utf8' })
  return status === 0 ? undefined : `bare machines cannot be made here: ${stderr.trim()}`
}

const NAMESPACES = ['--mount', '--pid', '--net', '--fork', '--propagation=private']

/** Starts a command line of the shell on a new machine, as a user who owns only `/data`. */
export const startBareMachine = (release: string, command: string) => {
  const root = layOutRoot(release)
  const script = [
    'set -eu',
    'ip link set lo up',
    `cd ${root}`,
    `mount --bind ${release} opt/store`,
    'mount -o remount,bind,ro opt/store',
    'mount -t proc proc proc',
    'mount --rbind /dev dev',
    inRoot(root, command),
  ].join('\n')
  const child = spawn('unshare', [...NAMESPACES, 'sh', '-c', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: basicEnvironment,
  })
  if (child.pid !== undefined) child.once('close', cleanupProcess.kill(-child.pid))
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => output.push(line))
  return {
    output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** Runs a command line there to its end. */
    run: (line: string) =>
      spawnSync('nsenter', [...into(child), 'sh', '-c', inRoot(root, line)], {
        encoding: 'utf8',
        env: basicEnvironment,
      }),
    /** A program that is Chromium with the network of that machine. */
    chromium: (): string => {
      const path = join(newFolder('store'), 'chromium')
      const target = `/proc/${insideOf(child)}/ns/net`
      writeFileSync(path, `#!/bin/sh\nexec nsenter --net=${target} ${findChromium()} "$@"\n`, {
        mode: 0o755,
      })
      return path
    },
    async [Symbol.asyncDispose]() {
      if (child.pid === undefined || child.exitCode !== null) return
      process.kill(-child.pid, 'SIGKILL')
      await once(child, 'close')
    },
  }
}

const inRoot = (root: string, command: string): string =>
  `exec env -i PATH="$PATH" chroot --userspec=${USER} ${root} /bin/sh -c 'cd /data; PATH=; ${command}'`

const layOutRoot = (release: string): string => {
  const root = newFolder('store')
  for (const name of ['opt/store', 'data', 'proc', 'dev', 'tmp', 'bin'])
    mkdirSync(join(root, name), { recursive: true })
  execFileSync('chmod', ['755', root])
  execFileSync('chmod', ['1777', join(root, 'tmp')])
  execFileSync('chown', [USER, join(root, 'data')])
  copyFileSync('/bin/sh', join(root, 'bin/sh'))
  for (const path of librariesOf('/bin/sh', ...programsOf(release))) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    copyFileSync(path, join(root, path))
  }
  return root
}

/** Node.js, and the library that draws pictures. */
const programsOf = (release: string): string[] =>
  globSync('node_modules/{node-*/bin/node,@img/*/lib/*.so.*}', { cwd: release }).map((path) => join(release, path))

/** Libraries of the C and C++ runtime: what every Debian has, even the smallest. */
const isEssential = (path: string): boolean =>
  /\/(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|gcc_s|stdc\+\+))\.so\.\d+$/.test(path)

const librariesOf = (...programs: string[]): Set<string> =>
  new Set(
    programs
      .flatMap((program) => execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n'))
      .flatMap((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? [])
      .filter(isEssential),
  )

/** The first process of the machine. */
const insideOf = ({ pid = 0 }: ChildProcess): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0])

const into = (child: ChildProcess): string[] => [`--target=${insideOf(child)}`, '--mount', '--pid', '--net']
