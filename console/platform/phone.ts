import { useMediaQuery } from '@mantine/hooks'

/** Whether there is no room for a rail: the width at which the style sheets change as well. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
