import { spawnSync } from 'node:child_process'
import { installPackage } from './debian.ts'

// The Chromium of the tests: the program that CHROMIUM names, else an installed one, else of Debian's package. The one
// without windows is the same engine, and takes a third of the CPU for a page.

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

/** The path of the program, if it is there afterwards. */
export const installChromium = (): string | undefined => {
  installPackage('chromium-headless-shell', 'Chromium')
  if (!findChromium()) installPackage('chromium', 'Chromium')
  return findChromium()
}

/** Where there is only the one with windows; once for a run of all tests. */
export const installHeadlessShell = (): void => {
  if (!process.env.CHROMIUM && !pathOf('chromium-headless-shell')) installChromium()
}

const pathOf = (program: string): string | undefined => {
  const { stdout } = spawnSync('sh', ['-c', 'command -v "$0"', program], { encoding: 'utf8' })
  return stdout.trim() || undefined
}
