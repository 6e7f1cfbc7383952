import { useEffect, useRef } from 'react'
import { signal } from './signal.ts'

/** Something that can be done, as the palette (Ctrl K) offers it. */
export type Command = {
  title: string
  /** Other words that it is found by. */
  keywords?: string
  /** The keys that do the same: see shortcuts.ts. */
  keys?: string
  run: () => void
}

const offered = signal<readonly Command[]>([])

export const useAllCommands = offered.use

/** What the page that is shown adds to the palette. */
export const useCommands = (commands: readonly Command[]): void => {
  const current = useRef(commands)
  current.current = commands
  const named = commands.map(({ title }) => title).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they do is read when they are chosen
  useEffect(() => {
    const mine = current.current.map((command, at) => ({
      ...command,
      run: () => current.current[at]?.run(),
    }))
    offered.set([...mine, ...offered.get()])
    return () => offered.set(offered.get().filter((one) => !mine.includes(one)))
  }, [named])
}
