/** What waits, by whose it is: each owner has a turn before anybody has a second one. */
export const fairQueue = <Item>() => {
  const byOwner = new Map<string, Item[]>()
  return {
    get isEmpty(): boolean {
      return byOwner.size === 0
    },
    add(owner: string, item: Item): void {
      const waiting = byOwner.get(owner)
      if (waiting) waiting.push(item)
      else byOwner.set(owner, [item])
    },
    take(): Item | undefined {
      const [first] = byOwner
      if (!first) return undefined
      const [owner, items] = first
      const item = items.shift()
      byOwner.delete(owner)
      // Behind all the others.
      if (items.length > 0) byOwner.set(owner, items)
      return item
    },
    takeAll(): Item[] {
      const all = [...byOwner.values()].flat()
      byOwner.clear()
      return all
    },
  }
}
