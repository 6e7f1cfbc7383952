import { type Int64, type PersonDetails, stringifyExact } from '@adoption-store/client'
import { Button, Group, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import { notify, useAction } from '../platform/action.ts'
import { confirm } from '../platform/confirm.tsx'
import { isOpenApplication, isOpenOrder } from '../platform/open-statuses.ts'
import { queryClient } from '../platform/query-client.ts'
import { queryKeys } from '../platform/query-keys.ts'
import { saveFile } from '../platform/save-file.ts'
import { useCan, useHasRight } from '../session/permissions.ts'
import { useStore } from '../session/session.ts'

/** Buttons to export and erase a person's data. */
export const PersonData = ({ person }: { person: PersonDetails }) => {
  const canExport = useHasRight('data:export')
  const canErase = useCanErase()
  const isOpen =
    person.applications.some(({ status }) => isOpenApplication(status)) ||
    person.orders.some(({ status }) => isOpenOrder(status))
  if (!canExport && !canErase) return null
  return (
    <>
      <Group gap="xs">
        {canExport && <Download person={person} />}
        {canErase && !isOpen && <Erase person={person} />}
      </Group>
      {canErase && isOpen && (
        <Text size="sm" c="dimmed" mt="xs">
          Their data can be erased once every application and adoption is closed.
        </Text>
      )}
    </>
  )
}

const useCanErase = (): boolean => {
  const hasRight = useHasRight('customers:erase')
  const canWriteApplications = useCan('applications:write')
  const canWriteOrders = useCan('orders:write')
  return hasRight && canWriteApplications && canWriteOrders
}

const Download = ({ person }: { person: PersonDetails }) => {
  const store = useStore()
  const download = useAction(async () => {
    const data = await store.people.export(person.id)
    saveFile('person.json', stringifyExact(data) ?? '', 'application/json')
  })
  return (
    <Button size="compact-sm" variant="default" loading={download.isPending} onClick={() => download.mutate(undefined)}>
      Download their data
    </Button>
  )
}

const Erase = ({ person }: { person: PersonDetails }) => {
  const store = useStore()
  const [, navigate] = useLocation()
  const erase = useAction(() => store.people.erase(person.id), {
    touches: [queryKeys.applications, queryKeys.orders],
    onDone({ remainingOrders: { length: left }, notedPets }) {
      notify(['Their data has been erased.', kept(left), noted(notedPets)].filter(Boolean).join(' '))
      navigate('/people', { replace: true })
      queryClient.removeQueries({ queryKey: queryKeys.person(person.id) })
      void queryClient.invalidateQueries({ queryKey: queryKeys.people })
    },
  })
  const ask = () =>
    confirm({
      title: `Erase the data of ${person.name}?`,
      text: 'Name, contact, answers and notes are removed from all of their applications and adoptions, from past events, emails and webhooks not yet sent. This cannot be undone. The adoptions themselves stay.',
      yes: 'Erase data',
      onYes: () => erase.mutate(undefined),
    })
  return (
    <Button size="compact-sm" variant="default" loading={erase.isPending} onClick={ask}>
      Erase data
    </Button>
  )
}

const kept = (count: number): string =>
  count === 0
    ? ''
    : count === 1
      ? 'One adoption is of another account’s animal, so that account has to erase it.'
      : `${count} adoptions are of other accounts’ animals, so those accounts have to erase them.`

const noted = (petIds: readonly Int64[]): string =>
  petIds.length === 0
    ? ''
    : `Notes about these animals contain their email address: ${petIds.join(', ')}. Delete those that should be erased too.`
