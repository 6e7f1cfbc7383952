import type { Shelter } from '@adoption-store/client'
import { useMe } from './permissions.ts'

/** The shelter that somebody works for, whose name, units and currency are shown; undefined until it is known. */
export const useShelter = (): Shelter | undefined => useMe().data?.shelter
