import { type Int64, isApiError, type Organization } from '@adoption-store/client'
import { Button, Group, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { fieldError } from '../../platform/error-messages.ts'
import { Failure } from '../../platform/failure.tsx'
import { Panel } from '../../platform/panel.tsx'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useUnsaved } from '../../platform/unsaved.ts'
import { useStore } from '../../session/session.ts'
import { type Draft, draftOf, isPlace, organizationOf, type Published } from './organization.ts'

type FormProps = {
  accountId: Int64
  accountName: string
  published: Published
  /** Drops what is typed, for what somebody else has saved meanwhile. */
  onReload: () => void
}

/** All public details of an account. They are replaced as a whole. */
export const OrganizationForm = ({ accountId, accountName, published, onReload }: FormProps) => {
  const first = draftOf(published.organization, accountName)
  const [draft, setDraft] = useState(first)
  // Text typed while saving stays.
  const save = useSave(accountId, published, (saved, sent) =>
    setDraft((now) => (now === sent ? draftOf(saved, accountName) : now)),
  )
  const isNew = published.organization === undefined
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first)
  useUnsaved(isChanged, ['account'])
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPlace(draft)) save.mutate(draft)
  }
  return (
    <form aria-label="Organization" onSubmit={submit} noValidate style={{ maxWidth: 760 }}>
      <Fields draft={draft} error={save.error} onChange={set} />
      {save.error && (isStale(save.error) || !isOfField(save.error)) ? (
        <Failure error={save.error} />
      ) : null}
      <Group justify="flex-end" mt="md">
        <Text span size="sm" c="dimmed" role="status">
          {isChanged ? 'Not saved yet' : isNew ? '' : 'Saved'}
        </Text>
        {isStale(save.error) && (
          <Button variant="default" onClick={onReload}>
            Show the current version
          </Button>
        )}
        <Button variant="default" disabled={!isChanged} onClick={() => setDraft(first)}>
          Undo changes
        </Button>
        <Button
          type="submit"
          loading={save.isPending}
          disabled={draft.name.trim() === '' || (!isChanged && !isNew)}
        >
          Save
        </Button>
      </Group>
    </form>
  )
}

const useSave = (
  accountId: Int64,
  { etag }: Published,
  onSaved: (organization: Organization, sent: Draft) => void,
) => {
  const store = useStore()
  return useAction(
    (draft: Draft) =>
      store.organizations.put(accountId, organizationOf(draft), { ifMatch: etag }).withResponse(),
    {
      isErrorShown: true,
      done: 'Saved. Visitors see it at once.',
      onDone({ data, etag: next }, sent) {
        const published: Published = { organization: data, etag: next }
        queryClient.setQueryData(queryKeys.organization(accountId), published)
        onSaved(data, sent)
      },
    },
  )
}

const isStale = (error: unknown): boolean => isApiError(error, 'precondition_failed')

const fieldNames = [
  ...['name', 'email', 'phone', 'website', 'policy'],
  ...['street', 'postcode', 'city', 'state', 'country'].map((field) => `address.${field}`),
]

const isOfField = (error: unknown): boolean =>
  fieldNames.some((field) => fieldError(error, field) !== undefined)

type FieldsProps = { draft: Draft; error: unknown; onChange: (change: Partial<Draft>) => void }

const Fields = ({ draft, error, onChange }: FieldsProps) => {
  const field = (name: keyof Draft, path: string = name) => ({
    value: draft[name],
    error: fieldError(error, path),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      <Panel title="Contact">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="Name" required maxLength={255} {...field('name')} />
          <TextInput label="Email" type="email" {...field('email')} />
          <TextInput label="Phone" type="tel" {...field('phone')} />
          <TextInput label="Website" type="url" placeholder="https://" {...field('website')} />
        </SimpleGrid>
      </Panel>
      <Panel title="Place">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Street and number"
            maxLength={200}
            {...field('street', 'address.street')}
          />
          <TextInput label="Postcode" maxLength={20} {...field('postcode', 'address.postcode')} />
          <TextInput label="City" maxLength={100} {...field('city', 'address.city')} />
          <TextInput label="State or region" maxLength={100} {...field('state', 'address.state')} />
          <TextInput
            label="Country"
            description={countryName(draft.country) ?? 'Two letters, such as DE or US'}
            maxLength={2}
            {...field('country', 'address.country')}
            onChange={(event) => onChange({ country: event.currentTarget.value.toUpperCase() })}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md">
          <TextInput
            label="Latitude"
            description="From -90 to 90, as a map shows it"
            inputMode="decimal"
            {...field('lat')}
            error={isPlace(draft) ? undefined : 'Fill in both numbers, or neither'}
          />
          <TextInput
            label="Longitude"
            description="From -180 to 180"
            inputMode="decimal"
            {...field('lng')}
          />
        </SimpleGrid>
      </Panel>
      <Panel title="Adoption policy">
        <Textarea
          aria-label="Adoption policy"
          description="What adopters should know before they apply. Markdown."
          autosize
          minRows={4}
          maxRows={20}
          maxLength={10_000}
          {...field('policy')}
        />
      </Panel>
    </>
  )
}

const countryName = (code: string): string | undefined => {
  if (!/^[A-Z]{2}$/.test(code)) return undefined
  const name = new Intl.DisplayNames(undefined, { type: 'region' }).of(code)
  return name === code ? undefined : name
}
