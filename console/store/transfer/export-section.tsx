import type { AdoptionStore, Animal } from '@adoption-store/client'
import { Button, Group, Progress, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { csvText, protection } from '../../platform/csv.ts'
import { formatCount, formatCounted } from '../../platform/number-format.ts'
import { Panel } from '../../platform/panel.tsx'
import { saveCsv } from '../../platform/save-file.ts'
import { useStore } from '../../session/session.ts'
import { listedColumns } from './animal-columns.ts'

/** All animals as a file that can be changed in a spreadsheet and imported again. */
export const ExportSection = () => {
  const store = useStore()
  const [progress, setProgress] = useState({ done: 0, total: 0 })
  const stop = useRef<AbortController>(undefined)
  const save = useAction(
    async () => {
      const stopping = new AbortController()
      const { signal } = stopping
      stop.current = stopping
      setProgress({ done: 0, total: 0 })
      const animals = await allAnimals(store, signal, setProgress)
      if (signal.aborted) return undefined
      saveCsv('animals.csv', animalsFile(animals))
      return animals.length
    },
    {
      done: (count) => (count === undefined ? '' : `${formatCounted(count, 'animal')} exported.`),
    },
  )
  const { done, total } = progress
  return (
    <Panel title="Export animals">
      <Text size="sm" mb="sm" maw={640}>
        A CSV file with every animal. Change it in a spreadsheet and import it again: data that is not in the file, such
        as descriptions and photos, is kept. The command <code>export</code> writes a complete copy.
      </Text>
      {save.isPending && total > 0 && (
        <>
          <Progress value={(done / total) * 100} aria-label="Exported" mb={6} transitionDuration={120} />
          <Text size="sm" c="dimmed" mb="sm">
            {formatCount(done)} of {formatCount(total)}
          </Text>
        </>
      )}
      <Group gap="xs">
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate(undefined)}>
          Export animals
        </Button>
        {save.isPending && (
          <Button variant="default" onClick={() => stop.current?.abort()}>
            Cancel
          </Button>
        )}
      </Group>
    </Panel>
  )
}

const animalsFile = (animals: readonly Animal[]): string => {
  const rows = animals.map((animal) => [...listedColumns.map(([, read]) => read(animal)), protection.value])
  return csvText([[...listedColumns.map(([column]) => column), protection.column], ...rows])
}

type OnProgress = (progress: { done: number; total: number }) => void

const PAGE = 100

/** In the order of their ids, so that no change between two pages hides or repeats one that stays. */
const allAnimals = async (store: AdoptionStore, signal: AbortSignal, onProgress: OnProgress): Promise<Animal[]> => {
  const animals: Animal[] = []
  for (;;) {
    const query = { sort: 'id' as const, limit: PAGE, offset: animals.length }
    const page = await store.animals.list(query)
    animals.push(...page.items)
    onProgress({ done: animals.length, total: page.totalCount ?? animals.length })
    if (page.nextCursor === undefined || signal.aborted) return animals
  }
}
