/** Categories by name, and those to create. */

export type KnownCategories = {
  idOf(name: string): bigint | undefined
  /** An unused id. */
  freeId(): bigint
  add(name: string, id: bigint): void
}

export const knownCategories = (there: readonly { id: bigint; name: string | null }[]): KnownCategories => {
  const taken = new Set(there.map(({ id }) => id))
  const exact = new Map<string, bigint>()
  const alike = new Map<string, bigint>()
  const add = (name: string, id: bigint) => {
    if (!exact.has(name)) exact.set(name, id)
    const plain = singular(name)
    if (!alike.has(plain)) alike.set(plain, id)
    taken.add(id)
  }
  for (const { id, name } of there) if (name !== null) add(name, id)
  let next = 1n
  return {
    add,
    idOf: (name) => exact.get(name) ?? alike.get(singular(name)),
    freeId() {
      while (taken.has(next)) next += 1n
      return next
    },
  }
}

/** `Dogs` and `dog` are one category, as are `Kitties` and `kitty`. */
const singular = (name: string): string => {
  const plain = name.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (/[^s]ies$/.test(plain)) return `${plain.slice(0, -3)}y`
  return plain.length > 3 && /[^s]s$/.test(plain) ? plain.slice(0, -1) : plain
}
