const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** `Ctrl K`, `G then A`: the keys of a shortcut as they are written on a keyboard. */
export const shownKeys = (keys: string): string => keys.split(' ').map(shownKey).join(' then ')

const shownKey = (key: string): string => {
  if (key.startsWith('mod+')) return `${isMac ? '⌘' : 'Ctrl'} ${shownKey(key.slice(4))}`
  return named[key] ?? (key.length === 1 ? key.toUpperCase() : key)
}

const named: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc', ' ': 'Space' }
