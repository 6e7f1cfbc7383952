/** A queue that serves its owners in turn, so that one owner's many items do not delay the others'. */
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
      // The owner moves to the end of the queue.
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
