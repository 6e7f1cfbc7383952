import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

/** Enough to choose from by typing; others can be filtered by in the URL. */
const MAX_PEOPLE = 1_000

const kinds = [
  { value: 'user', label: 'All people' },
  { value: 'key', label: 'All API keys' },
  { value: 'cli', label: 'Command line' },
  { value: 'system', label: 'The service itself' },
]

type PickerProps = { actor: string | undefined; onChoose: (actor: string | undefined) => void }

/** Chooses who did something: a person by name, or a kind. */
export const ActorPicker = ({ actor, onChoose }: PickerProps) => {
  const people = usePeopleChoice()
  const known = [...kinds, ...people].some(({ value }) => value === actor)
  return (
    <Select
      label="Who"
      placeholder="Anybody"
      clearable
      searchable
      w={240}
      nothingFoundMessage="Nobody has this name."
      data={[
        { group: 'Kinds', items: kinds },
        { group: 'People', items: people },
        ...(actor === undefined || known
          ? []
          : [{ group: 'Other', items: [{ value: actor, label: actor.replace(':', ' #') }] }]),
      ]}
      value={actor ?? null}
      onChange={(next) => onChoose(next ?? undefined)}
    />
  )
}

const usePeopleChoice = () => {
  const store = useStore()
  const { data = [] } = useQuery({
    queryKey: queryKeys.userChoice,
    // No event says that somebody was invited.
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => {
      const people: { value: string; label: string }[] = []
      for await (const { id, name, email } of store.users.list({ limit: 100 }, { signal })) {
        people.push({ value: `user:${id}`, label: `${name} (${email})` })
        if (people.length === MAX_PEOPLE) break
      }
      return people
    },
  })
  return data
}
