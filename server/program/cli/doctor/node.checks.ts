import { nodeRelease } from '../../../platform/node-release.ts'
import { suitableReleases } from '../../../platform/node-releases.mjs'
import type { Finding } from './finding.ts'

export const checkNode = (release = nodeRelease()): Finding => {
  const { name: found, isSupported, advice } = release
  const check = 'Node.js'
  if (!isSupported) {
    return { check, state: 'fail', found, advice: `install Node.js ${suitableReleases}, or newer` }
  }
  return advice === undefined ? { check, state: 'ok', found } : { check, state: 'warn', found, advice }
}
