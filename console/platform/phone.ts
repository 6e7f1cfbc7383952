import { useMediaQuery } from '@mantine/hooks'

/** Whether there is no room for a rail: the width at which the style sheets change as well. */
export const usePhone = (): boolean => useWidth('(max-width: 48em)')

/** Whether a table with many columns has no room beside the rail. */
export const useNarrow = (): boolean => useWidth('(max-width: 75em)')

const useWidth = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false }) ?? false
