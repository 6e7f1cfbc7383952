import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Without machine code: the engine makes more of it as the program warms up. */
export const heapBytes = async (): Promise<number> => {
  // What was answered may still have something to put away.
  await sleep(20)
  collectGarbage()
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => !/code|trusted/.test(name))
    .reduce((sum, { space_used_size: bytes }) => sum + bytes, 0)
}
