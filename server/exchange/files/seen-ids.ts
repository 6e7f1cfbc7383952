const FIRST_SLOTS = 1 << 12
const EMPTY = 0

/** Consecutive ids on consecutive lines. */
type Run = { first: bigint; last: bigint; line: number }
const MAX_RUNS = 10_000

/**
 * The ids of a file with their lines. While they ascend, as in an export, they are stored as runs.
 * Otherwise they are in a table with 12 bytes each, at most half full: a Set of a million bigints
 * takes five times that.
 */
export const seenIds = () => {
  let runs: Run[] | undefined = []
  const table = idTable()

  const isInRuns = (ascending: Run[], id: bigint, line: number): boolean => {
    const tail = ascending.at(-1)
    if (tail && id <= tail.last) return false
    if (tail && id === tail.last + 1n && line === tail.line + Number(id - tail.first)) tail.last = id
    else ascending.push({ first: id, last: id, line })
    return ascending.length <= MAX_RUNS
  }
  const spread = (ascending: Run[]): void => {
    for (const { first, last, line } of ascending) {
      for (let id = first; id <= last; id += 1n) table.add(id, line + Number(id - first))
    }
  }

  return {
    /** The earlier line with this id; records `line` if there is none. */
    add(id: bigint, line: number): number | undefined {
      if (runs) {
        const before = runs
        const count = before.length
        if (isInRuns(before, id, line)) return undefined
        runs = undefined
        spread(before)
        // The run that exceeded the limit is the id itself.
        if (before.length > count) return undefined
      }
      return table.add(id, line)
    },
  }
}

const idTable = () => {
  let ids = new BigInt64Array(FIRST_SLOTS)
  // Lines begin at 1.
  let lines = new Uint32Array(FIRST_SLOTS)
  let count = 0

  const grow = () => {
    const [oldIds, oldLines] = [ids, lines]
    ids = new BigInt64Array(oldIds.length * 2)
    lines = new Uint32Array(oldIds.length * 2)
    for (const [slot, line] of oldLines.entries()) {
      if (line === EMPTY) continue
      const to = slotOf(oldIds[slot] as bigint)
      ids[to] = oldIds[slot] as bigint
      lines[to] = line
    }
  }
  /** The slot of the id, used or free. */
  const slotOf = (id: bigint): number => {
    const mask = lines.length - 1
    for (let slot = mix(id) & mask; ; slot = (slot + 1) & mask) {
      if (lines[slot] === EMPTY || ids[slot] === id) return slot
    }
  }

  return {
    add(id: bigint, line: number): number | undefined {
      const slot = slotOf(id)
      const first = lines[slot]
      if (first) return first
      ids[slot] = id
      lines[slot] = line
      count += 1
      if (count * 2 > lines.length) grow()
      return undefined
    },
  }
}

/** Spreads ids that are consecutive, or all multiples of a number. */
const mix = (id: bigint): number => {
  const low = Number(BigInt.asUintN(32, id))
  const high = Number(BigInt.asUintN(32, id >> 32n))
  const mixed = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
