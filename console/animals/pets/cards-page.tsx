import type { AdoptionStore, Int64, Photo, Profile } from '@adoption-store/client'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { EmptyState } from '../../platform/empty-state.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { parseInt64 } from '../../platform/int64.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { useMe } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import { KennelCard } from './kennel-card.tsx'

/** Each takes a few requests. */
const MAX_CARDS = 50
const AT_ONCE = 4

/** Kennel cards of the animals in the URL (`?ids=1,2,3`), to print. */
export const CardsPage = () => {
  const ids = useIds()
  const cards = useCards(ids.slice(0, MAX_CARDS))
  const { data: me } = useMe()
  const shelter = useShelterName(me?.account?.id)
  return (
    <>
      <PageHead title="Kennel cards">
        <Button disabled={!cards.data?.length} onClick={() => window.print()}>
          Print
        </Button>
      </PageHead>
      {ids.length > MAX_CARDS && (
        <p data-no-print>
          The first {MAX_CARDS} of {ids.length} animals. Print the others in another go.
        </p>
      )}
      <LoadFailure query={cards} />
      {cards.isPending && ids.length > 0 && <SkeletonRows what="cards" rows={3} />}
      {(ids.length === 0 || cards.data?.length === 0) && (
        <EmptyState title="No animals">Select animals in the list, then Print cards.</EmptyState>
      )}
      {cards.data?.map((card) => (
        <KennelCard key={card.id} {...card} shelter={shelter} />
      ))}
    </>
  )
}

const useIds = (): Int64[] => {
  const [params] = useSearchParams()
  const text = params.get('ids') ?? ''
  return useMemo(() => text.split(',').flatMap((id) => parseInt64(id) ?? []), [text])
}

/** The name in the public details of the account; undefined if there are none. */
const useShelterName = (accountId: Int64 | undefined): string | undefined => {
  const store = useStore()
  const { data } = useQuery({
    queryKey: ['animals', 'cards', 'shelter', String(accountId)],
    enabled: accountId !== undefined,
    queryFn: ({ signal }) => store.organizations.get(accountId ?? 0, { signal }),
    retry: false,
  })
  return data?.name
}

type Card = { id: string; name: string; profile: Profile; photo: Photo | undefined }

const useCards = (ids: readonly Int64[]) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.animalCards(ids.map(String)),
    enabled: ids.length > 0,
    queryFn: async ({ signal }): Promise<Card[]> => {
      const query = { id: [...ids], limit: MAX_CARDS }
      const { items: pets } = await store.pets.list(query, { signal })
      const rest = [...pets]
      const found = new Map<string, Card>()
      const work = async () => {
        for (let pet = rest.shift(); pet; pet = rest.shift()) {
          found.set(String(pet.id), { ...(await cardOf(store, pet.id, signal)), name: pet.name })
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      return ids.flatMap((id) => found.get(String(id)) ?? [])
    },
  })
}

const cardOf = async (store: AdoptionStore, id: Int64, signal: AbortSignal) => {
  const [profile, photos] = await Promise.all([
    store.profiles.get(id, { signal }),
    store.photos.list(id, { signal }),
  ])
  return { id: String(id), profile, photo: photos[0] }
}
