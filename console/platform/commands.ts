import { useEffect, useRef } from 'react'
import { signal } from './signal.ts'

/** An action in the command palette (Ctrl K). */
export type Command = {
  title: string
  /** More search terms. */
  keywords?: string
  /** The keyboard shortcut: see shortcuts.ts. */
  keys?: string
  run: () => void
}

const offered = signal<readonly Command[]>([])

export const useAllCommands = offered.use

/** Adds the commands of the current page to the palette. */
export const useCommands = (commands: readonly Command[]): void => {
  const current = useRef(commands)
  current.current = commands
  const named = commands.map(({ title }) => title).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a command's action is read when it is chosen
  useEffect(() => {
    const mine = current.current.map((command, at) => ({
      ...command,
      run: () => current.current[at]?.run(),
    }))
    offered.set([...mine, ...offered.get()])
    return () => offered.set(offered.get().filter((one) => !mine.includes(one)))
  }, [named])
}
