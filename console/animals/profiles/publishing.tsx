import type { Int64, Profile } from '@adoption-store/client'
import { Button, Stack, Text } from '@mantine/core'
import { notify, useAction } from '../../platform/action.ts'
import { Failure } from '../../platform/failure.tsx'
import { Panel } from '../../platform/panel.tsx'
import { Pill } from '../../platform/pill.tsx'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { Time } from '../../platform/time.tsx'
import { useStore } from '../../session/session.ts'
import classes from './publishing.module.css'

type PublishingProps = {
  petId: Int64
  name: string
  profile: Profile
  photoCount: number
  canChange: boolean
}

type Want = { text: string; isThere: boolean; isRequired?: true }

/** The details that visitors look for first. Only the species is required, and a photo if the store requires one. */
const wantsOf = (profile: Profile, photoCount: number): Want[] => [
  { text: 'Species', isThere: profile.species !== null, isRequired: true },
  { text: 'A photo', isThere: photoCount > 0 },
  { text: 'A story', isThere: Boolean(profile.description?.trim()) },
  { text: 'Sex', isThere: profile.sex !== null },
  { text: 'Date of birth (an estimate is fine)', isThere: profile.birthDate !== null },
  {
    text: 'Good with',
    isThere: Object.values(profile.goodWith).some((known) => known !== null),
  },
]

/** Whether the animal is public, and the details that are missing. */
export const Publishing = (props: PublishingProps) => {
  const { petId, profile, photoCount, canChange, name } = props
  const store = useStore()
  const publish = useAction((published: boolean) => store.profiles.update(petId, { published }).withResponse(), {
    isErrorShown: true,
    onDone({ data, etag }) {
      queryClient.setQueryData(queryKeys.profile(petId), { profile: data, etag })
      notify(data.published ? `${name} is published.` : `${name} is no longer public.`)
    },
  })
  const wants = wantsOf(profile, photoCount)
  const isBlocked = wants.some(({ isThere, isRequired }) => isRequired && !isThere)
  return (
    <Panel
      title="On the public site"
      aside={profile.published ? <Pill tone="ok">Published</Pill> : <Pill tone="info">Not published</Pill>}
    >
      <Stack gap="sm">
        {profile.publishedAt && (
          <Text size="sm" c="dimmed">
            Since <Time at={profile.publishedAt} />
          </Text>
        )}
        <Missing wants={wants} isPublished={profile.published} />
        {publish.error ? <Failure error={publish.error} /> : null}
        {canChange && (
          <Button
            variant={profile.published ? 'default' : 'filled'}
            loading={publish.isPending}
            disabled={!profile.published && isBlocked}
            onClick={() => publish.mutate(!profile.published)}
          >
            {profile.published ? 'Unpublish' : 'Publish'}
          </Button>
        )}
      </Stack>
    </Panel>
  )
}

const Missing = ({ wants, isPublished }: { wants: readonly Want[]; isPublished: boolean }) => {
  const missing = wants.filter(({ isThere }) => !isThere)
  if (missing.length === 0) return isPublished ? null : <Text size="sm">Nothing is missing.</Text>
  return (
    <div>
      <Text size="sm" mb={4}>
        {isPublished ? 'Visitors would like to know' : 'Still missing'}
      </Text>
      <ul className={classes.missing}>
        {missing.map(({ text, isRequired }) => (
          <li key={text}>
            {text}
            {isRequired && <span className={classes.required}>required</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
