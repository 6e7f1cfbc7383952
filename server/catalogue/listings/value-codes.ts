/** Assigns small numbers to values, in the order in which they first appear. */
export const valueCodes = <Value>() => {
  const codeOf = new Map<Value, number>()
  const values: Value[] = []
  return {
    of(value: Value): number {
      const known = codeOf.get(value)
      if (known !== undefined) return known
      codeOf.set(value, values.length)
      return values.push(value) - 1
    },
    count: (): number => values.length,
    /** A one for each code whose value is among `values`; the first code is at `first`. */
    only(some: readonly Value[], first = 0): Uint8Array {
      const isOne = new Uint8Array(values.length + first)
      for (const value of some) {
        const code = codeOf.get(value)
        if (code !== undefined) isOne[code + first] = 1
      }
      return isOne
    },
    /** By code. */
    list: (): readonly Value[] => values,
    /** One or zero for each code. */
    map(isOne: (value: Value) => boolean): Uint8Array {
      const ones = new Uint8Array(values.length)
      for (const [code, value] of values.entries()) ones[code] = Number(isOne(value))
      return ones
    },
  }
}
