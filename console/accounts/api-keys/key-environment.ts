import type { AdoptionStore, Int64 } from '@adoption-store/client'
import { createContext, useContext } from 'react'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStagingStore, useStore } from '../../session/session.ts'

export type KeyEnvironment = 'production' | 'staging'

export const KeyEnvironmentContext = createContext<KeyEnvironment>('production')

/** The client of the environment whose keys are shown. */
export const useKeyStore = (): AdoptionStore => {
  const production = useStore()
  const staging = useStagingStore()
  const isStaging = useContext(KeyEnvironmentContext) === 'staging'
  return isStaging && staging ? staging : production
}

/** Changes of keys in either environment touch `queryKeys.keys`, with which both begin. */
export const useKeysQueryKey = (accountId: Int64) =>
  [...queryKeys.keys(accountId), useContext(KeyEnvironmentContext)] as const
