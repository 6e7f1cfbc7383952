import type { Int64, KennelCardQuery } from '@adoption-store/client'
import { Button, Select, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { EmptyState } from '../../platform/empty-state.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { parseInt64 } from '../../platform/int64.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { PrintFrame, printFrame, useFrame } from '../../platform/print-frame.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { useStore } from '../../session/session.ts'

const MAX_CARDS = 50

/** Kennel cards of the animals in the URL (`?ids=1,2,3`), to print. */
export const CardsPage = () => {
  const all = useIds()
  const ids = all.slice(0, MAX_CARDS)
  const [params, setParams] = useSearchParams()
  const language = languageOf(params.get('language'))
  const frame = useFrame()
  const { data, isPending, ...query } = useCards(ids, language)
  const count = data?.cards.length
  return (
    <>
      <div data-no-print>
        <PageHead title="Kennel cards">
          <Select
            aria-label="Language of the cards"
            data={languages}
            value={language ?? data?.language ?? null}
            onChange={(chosen) =>
              setParams((before) => ({ ...Object.fromEntries(before), language: chosen ?? '' }), {
                replace: true,
              })
            }
            allowDeselect={false}
            w={140}
          />
          <Button disabled={!count} onClick={() => printFrame(frame)}>
            Print
          </Button>
        </PageHead>
        {notesOf(all.length, ids.length, data?.cards).map((note) => (
          <Text key={note} size="sm" c="dimmed" mb="sm">
            {note}
          </Text>
        ))}
      </div>
      <LoadFailure query={{ data, ...query }} />
      {isPending && ids.length > 0 && <SkeletonRows what="cards" rows={3} />}
      {(ids.length === 0 || count === 0) && (
        <EmptyState title="No animals">Select animals in the list, then Print cards.</EmptyState>
      )}
      {data && count !== 0 && <PrintFrame html={data.html} title={data.title} frame={frame} />}
    </>
  )
}

type Language = NonNullable<KennelCardQuery['language']>

const languages: { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
  { value: 'de', label: 'Deutsch' },
  { value: 'fr', label: 'Français' },
  { value: 'it', label: 'Italiano' },
  { value: 'nl', label: 'Nederlands' },
  { value: 'pt', label: 'Português' },
]

const languageOf = (text: string | null): Language | undefined => languages.find(({ value }) => value === text)?.value

const useIds = (): Int64[] => {
  const [params] = useSearchParams()
  const text = params.get('ids') ?? ''
  return useMemo(() => [...new Set(text.split(',').flatMap((id) => parseInt64(id) ?? []))], [text])
}

const useCards = (ids: readonly Int64[], language: Language | undefined) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.animalCards(ids.map(String), language),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => store.animals.kennelCards(ids, language === undefined ? {} : { language }, { signal }),
  })
}

/** Notes to read before printing. */
const notesOf = (all: number, asked: number, cards: readonly { url: string | null }[] | undefined): string[] => {
  const notes: string[] = []
  if (all > MAX_CARDS) {
    notes.push(`These are the first ${MAX_CARDS} of ${all} animals. Print the others separately.`)
  }
  if (!cards || cards.length === 0) return notes
  const missing = asked - cards.length
  if (missing > 0) {
    notes.push(`${missing === 1 ? '1 animal is' : `${missing} animals are`} no longer here.`)
  }
  const bare = cards.filter(({ url }) => url === null).length
  if (bare > 0) {
    notes.push(
      bare === 1
        ? '1 card has no QR code, because the animal is not published or is adopted.'
        : `${bare} cards have no QR code, because the animals are not published or are adopted.`,
    )
  }
  return notes
}
