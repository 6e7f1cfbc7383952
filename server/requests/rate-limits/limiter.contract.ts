import type { MakeLimiter } from '../../../test/harness/limiter-under-test.ts'
import { bansContract } from './bans.contract.ts'
import { networksContract } from './networks.contract.ts'
import { visitorsContract } from './visitors.contract.ts'
import { windowsContract } from './windows.contract.ts'

/** The tests that every adapter of the limiter port must pass. */
export const limiterContract = (name: string, makeLimiter: MakeLimiter): void => {
  windowsContract(name, makeLimiter)
  bansContract(name, makeLimiter)
  visitorsContract(name, makeLimiter)
  networksContract(name, makeLimiter)
}
