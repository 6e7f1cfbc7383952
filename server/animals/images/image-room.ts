const MIB = 2 ** 20
/** The most memory for all images together, on any machine. */
const MOST_BYTES = 440 * MIB
/** How much the server itself may grow meanwhile, including the page cache of its files. */
const RESERVE_BYTES = 96 * MIB
/** The memory of a worker without an image. */
export const EMPTY_PROCESS_BYTES = 100 * MIB
/** With less memory, no image can be rendered. */
const LEAST_BYTES = EMPTY_PROCESS_BYTES + 20 * MIB
/** The memory for decoding one of two concurrent images. */
const SHARED_DECODING_BYTES = 90 * MIB

type Memory = {
  /** The limit for the server and the workers together. */
  limitBytes: number
  /** The memory that the server uses now. */
  serverBytes: number
}

/**
 * The memory that workers may use now, which is the limit less the server's use, so that an image is rejected before
 * the system kills the server. Undefined if it is not enough for any image.
 */
export const imageRoom = ({ limitBytes, serverBytes }: Memory): number | undefined => {
  const left = Math.min(MOST_BYTES, limitBytes - serverBytes - RESERVE_BYTES)
  return left < LEAST_BYTES ? undefined : left
}

/** The share of each of two workers. */
export const sharedRoom = (room: number): number => Math.min(room / 2, EMPTY_PROCESS_BYTES + SHARED_DECODING_BYTES)
