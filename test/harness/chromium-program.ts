import { spawnSync } from 'node:child_process'
import { installPackage } from './debian.ts'

// The Chromium for tests: the program named by CHROMIUM, an installed one, or Debian's package. The headless shell has
// the same engine, and takes a third of the CPU time per page.

const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

export const findChromium = (): string | undefined => {
  const named = process.env.CHROMIUM
  if (named) return named
  for (const program of programs) {
    const found = pathOf(program)
    if (found) return found
  }
  return undefined
}

/** The path of the program after an attempt to install it; undefined if that failed. */
export const installChromium = (): string | undefined => {
  installPackage('chromium-headless-shell', 'Chromium')
  if (!findChromium()) installPackage('chromium', 'Chromium')
  return findChromium()
}

/** Installs the headless shell if only the full browser is there; once for a whole test run. */
export const installHeadlessShell = (): void => {
  if (!process.env.CHROMIUM && !pathOf('chromium-headless-shell')) installChromium()
}

const pathOf = (program: string): string | undefined => {
  const { stdout } = spawnSync('sh', ['-c', 'command -v "$0"', program], { encoding: 'utf8' })
  return stdout.trim() || undefined
}
