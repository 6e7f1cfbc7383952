import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { checkBackups } from './doctor/backups.checks.ts'
import { checkOwnClock } from './doctor/clock.checks.ts'
import { checkDatabase, checkStagingDatabase } from './doctor/database.checks.ts'
import { checkDisks } from './doctor/disk.checks.ts'
import type { Finding } from './doctor/finding.ts'
import { checkFileSize, checkOpenFiles } from './doctor/limits.checks.ts'
import { checkMail } from './doctor/mail.checks.ts'
import { checkMaintenance } from './doctor/maintenance.checks.ts'
import { checkMemory } from './doctor/memory.checks.ts'
import { checkNode } from './doctor/node.checks.ts'
import { checkOutbound } from './doctor/outbound.checks.ts'
import { checkPhotos } from './doctor/photos.checks.ts'
import { checkPorts } from './doctor/ports.checks.ts'
import { checkProxies } from './doctor/proxies.checks.ts'
import { checkPublicUrl } from './doctor/public-url.checks.ts'
import { checkRedis } from './doctor/redis.checks.ts'
import { checkSecretKey } from './doctor/secret-key.checks.ts'
import { checkSettingNames } from './doctor/setting-names.checks.ts'
import { checkSettings } from './doctor/settings.checks.ts'
import { checkSignIn } from './doctor/sign-in.checks.ts'
import { checkTracing } from './doctor/tracing.checks.ts'
import { printJson, printTable } from './output.ts'
import { Failed } from './usage.ts'

export const doctorCommand = (command: Command): void => {
  command
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(async ({ json }: { json?: true }) => {
      const findings = await examine()
      if (json) printJson(findings)
      else
        printTable(
          ['CHECK', 'STATE', 'FOUND', 'WHAT TO DO'],
          findings.map(({ check, state, found, advice }) => [check, state, found, advice ?? '']),
        )
      if (findings.some(({ state }) => state === 'fail')) throw new Failed('checks failed')
    })
}

const help = `
It does not change the database. In Redis, folders and buckets it writes something small, and removes it.

A check fails for what makes requests or backups fail, such as a bucket or an OpenID Connect provider that cannot be
reached. A mail server or a receiver of traces that cannot be reached is a warning: mail waits, and traces are lost.

Exit code: 0 if nothing failed (warnings are not failures), otherwise 1.`

/** The checks for a valid configuration, in the order of the output. */
const checks: ((config: Config) => Finding[] | Promise<Finding[]>)[] = [
  checkDisks,
  checkDatabase,
  checkStagingDatabase,
  checkOwnClock,
  checkMaintenance,
  checkSecretKey,
  checkRedis,
  checkPhotos,
  checkBackups,
  () => [checkMemory()],
  () => [...checkOpenFiles(), ...checkFileSize()],
  checkSignIn,
  checkPorts,
  checkMail,
  checkTracing,
  checkOutbound,
  checkProxies,
  checkPublicUrl,
]

const examine = async (): Promise<Finding[]> => {
  const { finding, config } = checkSettings(process.env)
  const findings = [checkNode(), finding, ...checkSettingNames(process.env)]
  if (!config) return findings
  for (const check of checks) findings.push(...(await check(config)))
  return findings
}
