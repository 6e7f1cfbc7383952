import { useMediaQuery } from '@mantine/hooks'

/** Whether there is no room for the sidebar: the same width as in the style sheets. */
export const usePhone = (): boolean => useWidth('(max-width: 48em)')

/** Whether there is no room for a table with many columns next to the sidebar. */
export const useNarrow = (): boolean => useWidth('(max-width: 75em)')

const useWidth = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false }) ?? false
