import { spawnSync } from 'node:child_process'
import { installPackage } from './debian.ts'

// The programs that check the files of deploy. `npm run check` of a release requires all of them.

type Tool = { name: string; version: string; debianPackage?: string }

const tools = {
  promtool: { name: 'promtool', version: '--version', debianPackage: 'prometheus' },
  haproxy: { name: 'HAProxy', version: '-v', debianPackage: 'haproxy' },
  'systemd-analyze': { name: 'systemd-analyze', version: '--version', debianPackage: 'systemd' },
  // Debian's is too old for our manifests.
  kubectl: { name: 'kubectl', version: 'version --client' },
} as const satisfies Record<string, Tool>

type ToolName = keyof typeof tools

/** Why a program cannot be used, after an attempt to install it; undefined if it can. */
export const whyNoTool = (program: ToolName): string | undefined => {
  const { name, debianPackage }: Tool = tools[program]
  if (isInstalled(program)) return undefined
  if (debianPackage) installPackage(debianPackage, name)
  if (isInstalled(program)) return undefined
  return `no ${name}: install it${debianPackage ? ` (Debian: apt-get install ${debianPackage})` : ''}`
}

/** The reason for each program that is missing. */
export const missingTools = (): string[] =>
  (Object.keys(tools) as ToolName[]).map(whyNoTool).filter((reason): reason is string => reason !== undefined)

const isInstalled = (program: ToolName): boolean =>
  spawnSync(program, tools[program].version.split(' '), { stdio: 'ignore' }).status === 0
