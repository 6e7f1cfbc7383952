import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Without machine code, which grows while the program warms up. */
export const heapBytes = async (): Promise<number> => {
  // Requests may still clean up after their response.
  await sleep(20)
  collectGarbage()
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => !/code|trusted/.test(name))
    .reduce((sum, { space_used_size: bytes }) => sum + bytes, 0)
}
