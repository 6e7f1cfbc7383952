import { execFile } from 'node:child_process'

/** A vulnerability in one package of the lockfile, as `npm audit` reports it. */
type Vulnerability = { name: string; severity: string; range: string; isDirect: boolean }
/** Lists the registry's advisories for the lockfile; `skipped` says why it could not be queried. */
type Audit = { skipped: string } | { vulnerabilities: Vulnerability[] }

/** By default npm tries three times, for a minute each; a check without a network must not wait that long. */
const PATIENCE = ['--fetch-retries=0', '--fetch-timeout=20000']

export const audit = async (folder: URL, registry?: string): Promise<Audit> => {
  const where = registry ? [`--registry=${registry}`] : []
  const args = ['audit', '--json', '--package-lock-only', ...PATIENCE, ...where]
  const { stdout, error } = await execute(args, folder)
  const report = parse(stdout)
  if (report.auditReportVersion !== undefined) {
    return { vulnerabilities: Object.values(report.vulnerabilities ?? {}) }
  }
  return { skipped: report.message ?? error ?? 'npm audit printed no report' }
}

type Report = {
  auditReportVersion?: number
  vulnerabilities?: Record<string, Vulnerability>
  message?: string
}

const parse = (text: string): Report => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** `npm audit` exits with 1 both if it found something and if the query failed. */
const execute = (args: string[], folder: URL): Promise<{ stdout: string; error?: string }> =>
  new Promise((resolve) => {
    const isWindows = process.platform === 'win32'
    const options = { cwd: folder, shell: isWindows, maxBuffer: 64 * 2 ** 20 }
    execFile(isWindows ? 'npm.cmd' : 'npm', args, options, (error, stdout) =>
      resolve({ stdout, ...(error && { error: error.message }) }),
    )
  })
