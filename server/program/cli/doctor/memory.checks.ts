import { memoryLimitBytes } from '../../../platform/memory-limit.ts'
import type { Finding } from './finding.ts'

const MIB = 2 ** 20
/** The memory that the manifests give a replica: see Sizing in docs/operating/install.md. */
const NEEDED_BYTES = 768 * MIB

/** Checks whether the server and the largest images fit into the memory of the container or machine. */
export const checkMemory = (limitBytes = memoryLimitBytes()): Finding => {
  const check = 'memory'
  const found = `${Math.floor(limitBytes / MIB)} MiB for this container or machine`
  if (limitBytes >= NEEDED_BYTES) return { check, state: 'ok', found }
  const advice = `give it ${NEEDED_BYTES / MIB} MiB or more: with less, large images are rejected`
  return { check, state: 'warn', found, advice }
}
