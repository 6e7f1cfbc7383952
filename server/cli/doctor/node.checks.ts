import type { Finding } from './finding.ts'

const NODE_MAJOR = 26

export const checkNode = (): Finding => {
  const isRight = Number.parseInt(process.versions.node, 10) >= NODE_MAJOR
  return {
    check: 'Node.js',
    state: isRight ? 'ok' : 'fail',
    found: process.versions.node,
    ...(!isRight && { advice: `start it with npm start, which installs Node.js ${NODE_MAJOR}` }),
  }
}
