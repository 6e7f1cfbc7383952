const MIB = 2 ** 20
/** Of all images that are worked on at a time, on whatever machine. */
const MOST_BYTES = 440 * MIB
/** What the server itself may grow by meanwhile, with what its files take in memory. */
const RESERVE_BYTES = 96 * MIB
/** What a process that renders takes without an image. */
export const EMPTY_PROCESS_BYTES = 100 * MIB
/** With less, no image can be rendered. */
const LEAST_BYTES = EMPTY_PROCESS_BYTES + 20 * MIB
/** What decoding may take beside another image. */
const SHARED_DECODING_BYTES = 90 * MIB

type Memory = {
  /** What the server and the processes that render may take together. */
  limitBytes: number
  /** What the server takes now. */
  serverBytes: number
}

/**
 * What the processes that render may take now: what the server leaves of the limit, so that an image is refused before the
 * system ends the server. Undefined where it is not enough for any image.
 */
export const imageRoom = ({ limitBytes, serverBytes }: Memory): number | undefined => {
  const left = Math.min(MOST_BYTES, limitBytes - serverBytes - RESERVE_BYTES)
  return left < LEAST_BYTES ? undefined : left
}

/** What one of two processes may take. */
export const sharedRoom = (room: number): number =>
  Math.min(room / 2, EMPTY_PROCESS_BYTES + SHARED_DECODING_BYTES)
