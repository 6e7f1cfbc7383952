import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanupProcess } from './cleanup-process.ts'
import { eventually } from './eventually.ts'
import { newFolder } from './temporary-folder.ts'

// Machines that tests can switch off, freeze and cut off, made of Linux's namespaces: each has its own network, processes
// and files in /etc, /var/lib and /var/log. A test can therefore use shipped files and documented commands as they are.

/** Why no machines can be made here; undefined if they can. */
export const whyNoMachines = (): string | undefined => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'machines need root on Linux'
  const { status, stderr } = spawnSync('unshare', [...NAMESPACES, 'ip', 'link'], {
    encoding: 'utf8',
  })
  return status === 0 ? undefined : `machines cannot be made here: ${stderr.trim()}`
}

const NAMESPACES = ['--mount', '--pid', '--net', '--uts', '--fork', '--kill-child']
/** Ends commands that hang; no test relies on it. */
const HANGS_AFTER_MS = 300_000

export type Network = ReturnType<typeof startNetwork>
export type Machine = Awaited<ReturnType<typeof newMachine>>

/** A network like 10.0.0.0/24 of the documentation, which this machine can reach as well. */
export const startNetwork = () => {
  const id = Math.floor(Math.random() * 0xfffe)
  const prefix = `10.${128 + (id >> 9)}.${id & 0xff}.`
  const bridge = `as${id}`
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('address', 'add', `${prefix}1/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  const remove = removeAtEnd(bridge)
  const machines: Machine[] = []
  return {
    /** Replaces the addresses of the documentation. */
    addressed: (text: string): string => text.replaceAll('10.0.0.', prefix),
    prefix,
    /** Starts a machine with the address of `host` in this network. */
    async start(name: string, host: number) {
      const machine = await newMachine({ name, bridge, address: `${prefix}${host}` })
      machines.push(machine)
      return machine
    },
    async stop(): Promise<void> {
      for (const machine of machines) await machine.switchOff()
      await remove()
    },
  }
}

/** A shell waits for the end of its standard input, which we hold open, because after a SIGKILL we could do nothing. */
const removeAtEnd = (bridge: string) => {
  const child = spawn('sh', ['-c', 'read -r end; ip link delete "$0"', bridge], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.unref()
  ;(child.stdin as unknown as { unref(): void }).unref()
  return async (): Promise<void> => {
    child.ref()
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  }
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

type About = { name: string; address: string; bridge: string }

const newMachine = async (about: About) => {
  const folder = newFolder('store')
  chmodSync(folder, 0o755)
  execFileSync('sh', ['-ec', FILES], { cwd: folder })
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, 'bin', name), script)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  let running = await switchOn(folder, about)

  /** Runs a script as root. Throws if it fails. */
  const run = async (script: string, environment: Record<string, string> = {}): Promise<string> => {
    const inside = ['--mount', '--pid', '--net', '--uts', '--', 'sh', '-ec', script]
    const child = spawn('nsenter', ['--target', String(running.pid), ...inside], {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: '/',
      env: { PATH: `${folder}/bin:/usr/sbin:/usr/bin:/sbin:/bin`, LANG: 'C.UTF-8', ...environment },
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    // What a command that hangs has started may keep its output open: only wait for the output of one that ends.
    const [code] = await Promise.race([once(child, 'close'), hangs(child)])
    if (code !== 0) throw new Error(`${about.name}: ${script}\nended with ${code}\n${stdout}${stderr}`)
    return stdout
  }
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processesOf(running.pid)) process.kill(pid, name)
  }

  return {
    ...about,
    run,
    /** Writes a file below /etc. */
    write: (path: string, text: string) => writeFileSync(join(folder, path), text),
    isOn: () => running.isOn(),
    /** As if its power failed: every process ends at once. Its files stay. */
    async switchOff(): Promise<void> {
      await running.end()
    },
    async switchOn(): Promise<void> {
      running = await switchOn(folder, about)
    },
    /** Stops all its processes: connections stay open, but nothing responds. */
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    /** Drops what it sends to other machines, so that nothing it shares with them works. */
    cutFrom: (others: readonly About[]) =>
      run(others.map(({ address }) => `ip route add blackhole ${address}/32`).join('\n')),
    mend: () => run('ip route flush type blackhole'),
  }
}

const hangs = async (child: ChildProcess): Promise<[string]> => {
  await sleep(HANGS_AFTER_MS, undefined, { ref: false })
  child.kill('SIGKILL')
  return [`a timeout of ${HANGS_AFTER_MS} ms`]
}

const switchOn = async (folder: string, { name, address, bridge }: About) => {
  const child = spawn('unshare', [...NAMESPACES, 'sh', '-ec', START, name], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Not killed with the group of the tests, but by the cleanup.
    detached: true,
  })
  if (child.pid !== undefined) child.once('exit', cleanupProcess.kill(-child.pid))
  const failed = text(child.stderr).then((reason) => {
    throw new Error(`${name} did not start: ${reason}`)
  })
  await Promise.race([once(child.stdout, 'data'), failed])
  failed.catch(() => {})
  const pid = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')[0])
  // At most 15 characters.
  const link = `as${pid}`
  ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid))
  ip('link', 'set', link, 'master', bridge, 'up')
  const inside = ['--target', String(pid), '--net', 'ip']
  for (const args of [
    ['link', 'set', 'lo', 'up'],
    ['address', 'add', `${address}/24`, 'dev', 'eth0'],
    ['link', 'set', 'eth0', 'up'],
  ])
    execFileSync('nsenter', [...inside, ...args])
  const isOn = () => child.exitCode === null && child.signalCode === null
  return {
    pid,
    isOn,
    async end(): Promise<void> {
      if (!isOn()) return
      const ended = once(child, 'exit')
      process.kill(pid, 'SIGKILL')
      await ended
      const isGone = () => !existsSync(`/sys/class/net/${link}`)
      await eventually('the network of a machine is removed', isGone)
    },
  }
}

const FILES = `
  cp -a /etc etc
  rm -rf etc/postgresql/*
  mkdir bin lib log
  cp -a /var/lib/ucf /var/lib/dpkg lib 2>/dev/null || true
  install -d -o postgres -g postgres lib/postgresql
  install -d -o root -g postgres -m 1775 log/postgresql
`

/** The first process of a machine adopts and buries the others. */
const START = `
  mount --make-rprivate /
  mount --bind etc /etc
  mount --bind lib /var/lib
  mount --bind log /var/log
  mount -t tmpfs tmpfs /run
  mount -t proc proc /proc
  install -d -o postgres -g postgres -m 2775 /run/postgresql
  hostname "$0"
  echo started
  while :; do sleep 0.2; done
`

/** Stand-ins for programs that need a whole system. */
const programs = {
  sudo: `#!/bin/sh
# sudo -u USER COMMAND...
user=$2
shift 2
HOME=$(getent passwd "$user" | cut -d: -f6) exec runuser -u "$user" -- "$@"
`,
  systemctl: `#!/bin/sh
# start|stop|restart|enable|disable UNIT...; "enable --now" starts, and "disable --now" stops.
set -e
verb=$1
shift
case "$verb $1" in
  'enable --now') verb=start; shift ;;
  'disable --now') verb=stop; shift ;;
  daemon-reload*|enable*|disable*) exit 0 ;;
esac
value() { sed -n "s/^$1=//p" "/etc/systemd/system/$unit.service"; }
for unit; do
  if [ "$unit" = postgresql ]; then
    for cluster in /etc/postgresql/*/main; do
      [ -d "$cluster" ] || continue
      version=$(basename "$(dirname "$cluster")")
      [ "$verb" = start ] || [ -e "/run/postgresql/.s.PGSQL.5432" ] || [ "$verb" = restart ] || continue
      sudo -u postgres pg_ctlcluster "$version" main "$verb" -- -w -t 120
    done
    continue
  fi
  pid=/run/$unit.pid
  if [ "$verb" != start ] && [ -e "$pid" ]; then
    kill "$(cat "$pid")" 2>/dev/null || true
    while kill -0 "$(cat "$pid")" 2>/dev/null; do sleep 0.1; done
    rm "$pid"
  fi
  [ "$verb" != stop ] || continue
  folder=$(value StateDirectory)
  [ -z "$folder" ] || install -d -o "$(value User)" -m 700 "/var/lib/$folder"
  file=$(value EnvironmentFile)
  (
    if [ -n "$file" ]; then set -a; . "$file"; set +a; fi
    cd /
    echo "$(sh -c 'echo $PPID')" >"$pid"
    exec sudo -u "$(value User)" $(value ExecStart)
  ) >>"/var/log/$unit.log" 2>&1 </dev/null &
  while [ ! -e "$pid" ]; do sleep 0.1; done
done
`,
}

/** The processes of a machine as this one numbers them. */
const processesOf = (first: number): number[] => {
  const namespace = readlinkSync(`/proc/${first}/ns/pid`)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/ns/pid`) === namespace
      } catch {
        return false
      }
    })
    .map(Number)
}
