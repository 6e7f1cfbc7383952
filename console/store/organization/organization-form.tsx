import { type Int64, isApiError } from '@adoption-store/client'
import { Button, Group, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useMemo } from 'react'
import { useAction } from '../../platform/action.ts'
import { findCity } from '../../platform/city-field.tsx'
import { useDraft } from '../../platform/draft.ts'
import { fieldError } from '../../platform/error-messages.ts'
import { Failure } from '../../platform/failure.tsx'
import { Panel } from '../../platform/panel.tsx'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useUnsaved } from '../../platform/unsaved.ts'
import { useStore } from '../../session/session.ts'
import {
  type Draft,
  type DraftField,
  draftOf,
  isPlace,
  organizationOf,
  webAddressOf,
  withCity,
} from './organization.ts'
import { PlaceFields } from './place-fields.tsx'
import type { Published } from './use-organization.ts'

type FormProps = {
  accountId: Int64
  accountName: string
  published: Published
  /** Drops what is typed, for what somebody else has saved meanwhile. */
  onReload: () => void
}

/** All public details of an account. They are replaced as a whole. */
export const OrganizationForm = ({ accountId, accountName, published, onReload }: FormProps) => {
  const { organization, etag } = published
  const saved = useMemo(() => draftOf(organization, accountName), [organization, accountName])
  const { draft, isChanged, change, ...form } = useDraft({ saved, etag, isSame })
  const save = useSave(accountId, form.etag, form.settle)
  const isNew = organization === undefined
  useUnsaved(isChanged, ['account'])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const whole = await located(draft)
    change((now) => (now === draft ? whole : now))
    if (isPlace(whole)) save.mutate(whole)
  }
  return (
    <form aria-label="Organization" onSubmit={submit} noValidate style={{ maxWidth: 760 }}>
      <Fields draft={draft} error={save.error} onChange={change} />
      {save.error && (isStale(save.error) || !isOfField(save.error)) ? <Failure error={save.error} /> : null}
      <Group justify="flex-end" mt="md">
        <Text span size="sm" c="dimmed" role="status">
          {isChanged ? 'Not saved yet' : isNew ? '' : 'Saved'}
        </Text>
        {isStale(save.error) && (
          <Button variant="default" onClick={onReload}>
            Show the current version
          </Button>
        )}
        <Button variant="default" disabled={!isChanged} onClick={form.undo}>
          Undo changes
        </Button>
        <Button type="submit" loading={save.isPending} disabled={draft.name.trim() === '' || (!isChanged && !isNew)}>
          Save
        </Button>
      </Group>
    </form>
  )
}

const isSame = (one: Draft, other: Draft): boolean => textOf(one) === textOf(other)
const textOf = (draft: Draft): string => JSON.stringify({ ...draft, isUnlocated: undefined })

/** Finds the place of a city that was typed and not chosen, even if it is saved at once. */
const located = async (draft: Draft): Promise<Draft> => {
  if (!draft.isUnlocated) return draft
  const found = await findCity(draft.city, draft.country)
  return found ? withCity(draft, found) : draft
}

const useSave = (
  accountId: Int64,
  etag: string | undefined,
  onSaved: (sent: Draft, etag: string | undefined) => void,
) => {
  const store = useStore()
  return useAction(
    (draft: Draft) => store.organizations.put(accountId, organizationOf(draft), { ifMatch: etag }).withResponse(),
    {
      isErrorShown: true,
      done: 'Saved. Visitors see it immediately.',
      onDone({ data, etag: next }, sent) {
        const published: Published = { organization: data, etag: next }
        queryClient.setQueryData(queryKeys.organization(accountId), published)
        // It has the name and the units of the shelter.
        void queryClient.invalidateQueries({ queryKey: queryKeys.me })
        onSaved(sent, next)
      },
    },
  )
}

const isStale = (error: unknown): boolean => isApiError(error, 'precondition_failed')

const fieldNames = [
  'name',
  'email',
  'phone',
  'website',
  'policy',
  ...['street', 'postcode', 'city', 'state', 'country'].map((field) => `address.${field}`),
]

const isOfField = (error: unknown): boolean => fieldNames.some((field) => fieldError(error, field) !== undefined)

type FieldsProps = {
  draft: Draft
  error: unknown
  onChange: (change: (before: Draft) => Draft) => void
}

const Fields = ({ draft, error, onChange }: FieldsProps) => {
  const set = (change: Partial<Draft>) => onChange((before) => ({ ...before, ...change }))
  const field = (name: DraftField) => ({
    value: draft[name],
    error: fieldError(error, name),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      <Panel title="Contact">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="Name" required maxLength={255} {...field('name')} />
          <TextInput label="Email" type="email" {...field('email')} />
          <TextInput label="Phone" type="tel" {...field('phone')} />
          <TextInput
            label="Website"
            type="url"
            placeholder="www.shelter.org"
            {...field('website')}
            onBlur={() => set({ website: webAddressOf(draft.website) })}
          />
        </SimpleGrid>
      </Panel>
      <Panel title="Place">
        <PlaceFields draft={draft} error={error} onChange={onChange} />
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
