import type { Int64 } from '@adoption-store/client'
import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useAccountChoice } from '../../accounts/users/account-names.ts'
import { LoadFailure } from '../../platform/failure.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { useUrlState } from '../../platform/url-state.ts'
import { useCan, useMe } from '../../session/permissions.ts'
import { OrganizationForm } from './organization-form.tsx'
import { useOrganization, useOrganizationChoice } from './use-organization.ts'

const DEFAULTS = { account: '' }

/** The public details of a shelter. Staff of the store choose the shelter. */
export const OrganizationPage = () => {
  const { data: me } = useMe()
  const own = me?.account
  return (
    <>
      <PageHead title="Organization" />
      <Text c="dimmed" mb="md" maw={640}>
        Your public details, for the adoption site and every listing. Distances are measured from your location.
      </Text>
      {own && <OneOrganization key={String(own.id)} id={own.id} accountName={own.name} />}
      {me && !own && <ChosenOrganization />}
    </>
  )
}

/** For staff, who act for every account. */
const ChosenOrganization = () => {
  const [{ account }, change] = useUrlState(DEFAULTS)
  const choices = useChoices()
  const chosen = choices.data?.find(({ id }) => String(id) === account) ?? choices.data?.[0]
  if (!choices.data && choices.error) return <LoadFailure query={choices} />
  if (!choices.data) return <SkeletonRows what="organizations" />
  if (!chosen) return <Text c="dimmed">No organizations yet.</Text>
  return (
    <>
      <LoadFailure query={choices} />
      {choices.data.length > 1 && (
        <Select
          label="Organization"
          mb="md"
          maw={360}
          searchable
          allowDeselect={false}
          data={choices.data.map(({ id, name }) => ({
            value: String(id),
            label: `${name} · ${id}`,
          }))}
          value={String(chosen.id)}
          onChange={(next) => change({ account: next ?? '' })}
        />
      )}
      <OneOrganization key={String(chosen.id)} id={chosen.id} accountName={chosen.name} />
    </>
  )
}

type Choices = {
  data: readonly { id: Int64; name: string }[] | undefined
  error: unknown
  refetch: () => Promise<unknown>
}

/** All accounts, for who may list them. */
const useChoices = (): Choices => {
  const canListAccounts = useCan('admin')
  const accounts = useAccountChoice(canListAccounts)
  const organizations = useOrganizationChoice(!canListAccounts)
  return canListAccounts ? accounts : organizations
}

const OneOrganization = ({ id, accountName }: { id: Int64; accountName: string }) => {
  const { data, error, refetch } = useOrganization(id)
  const [reloads, setReloads] = useState(0)
  const reload = async () => {
    await refetch()
    setReloads(reloads + 1)
  }
  return (
    <>
      <LoadFailure query={{ data, error, refetch }} />
      {!data && !error && <SkeletonRows what="the organization" rows={6} />}
      {data && (
        <OrganizationForm
          key={reloads}
          accountId={id}
          accountName={accountName}
          published={data}
          onReload={() => void reload()}
        />
      )}
    </>
  )
}
