import type { AnimalCounts, Organization, Sample } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { formsSeen } from '../../adoptions/forms/forms-seen.ts'
import { noFilter } from '../../animals/pets/animal-filter.ts'
import { useAnimalCounts } from '../../animals/pets/animal-lists.ts'
import { useSample } from '../../animals/pets/sample.ts'
import { preference } from '../../platform/preferences.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useCan, useMe } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import { useOrganization } from '../organization/use-organization.ts'
import { useLongestWaiting } from './today.ts'

/** A step on the way to a shelter's first adopters. */
export type FirstStep = {
  title: string
  /** Why it is worth the time. */
  why: string
  isDone: boolean
  /** Its link, and the text of it; absent while another step has to come first. */
  to?: string
  label: string
}

/** Hidden in this browser by the user. */
const hidden = preference('first-steps', ['shown', 'hidden'])

export const hideFirstSteps = (): void => hidden.set('hidden')

type FirstSteps = {
  /** The steps while one of them is left. */
  steps?: FirstStep[]
  /** Whether it is not known yet what is left. */
  isLoading: boolean
}

export const useFirstSteps = (): FirstSteps => {
  const canWrite = useCan('pets:write')
  const isOffered = hidden.use() === 'shown' && canWrite
  const found = useSteps()
  if (!isOffered) return { isLoading: false }
  const isLeft = found.steps?.some(({ isDone }) => !isDone)
  return isLeft ? found : { isLoading: found.isLoading }
}

const useSteps = (): FirstSteps => {
  const counts = useAnimalCounts(noFilter)
  const me = useMe()
  const shelter = me.data?.shelter
  const published = useOrganization(shelter?.id)
  const waiting = useLongestWaiting().data ?? []
  const sample = useSample()
  const colleagues = useColleagues()
  const hasSeenForms = formsSeen.use() === 'yes'
  const isLoading = counts.isLoading || me.isLoading || published.isLoading || sample.isLoading
  if (isLoading || !counts.data || !shelter || !published.data) return { isLoading }
  const own = ownAnimals(counts.data, sample.data)
  const steps = [
    addAnimal(own),
    publish(own, sample.data?.animals ? undefined : waiting[0]),
    completeDetails(published.data.organization),
    lookAtForm(hasSeenForms),
  ]
  if (colleagues !== 'not permitted') steps.push(invite((colleagues ?? 0) > 1))
  return { isLoading, steps }
}

type Own = { total: number; published: number }

/** The sample shelter does none of the steps. */
const ownAnimals = ({ total, unpublished }: AnimalCounts, sample: Sample | undefined): Own => {
  const { available, pending, sold } = unpublished
  const published = total - available - pending - sold
  return {
    total: total - (sample?.animals ?? 0),
    published: published - (sample?.published ?? 0),
  }
}

const addAnimal = ({ total }: Own): FirstStep => ({
  title: 'Add an animal',
  why: 'A name and a species are enough to begin with.',
  isDone: total > 0,
  to: '/animals?add=1',
  label: 'Add an animal',
})

const publish = ({ total, published }: Own, animal: { id: number | bigint; name: string } | undefined): FirstStep => ({
  title: animal ? `Publish ${animal.name}` : 'Publish it',
  why: 'A photo and a few lines, and it is on your adoption site.',
  isDone: published > 0,
  ...(total > 0 && { to: animal ? `/animals/${animal.id}` : '/animals?tab=unpublished' }),
  label: 'Open the animal',
})

const completeDetails = (organization: Organization | undefined): FirstStep => ({
  title: 'Complete the shelter’s details',
  why: 'Adopters see how to reach you, and how far away you are.',
  isDone: isComplete(organization),
  to: '/settings/organization',
  label: 'Complete details',
})

const isComplete = (organization: Organization | undefined): boolean =>
  organization?.address.city !== undefined && (organization.email !== undefined || organization.phone !== undefined)

const lookAtForm = (isDone: boolean): FirstStep => ({
  title: 'Look at the form',
  why: 'It has the questions that adopters answer. Keep them, or write your own.',
  isDone,
  to: '/settings/forms',
  label: 'Open the form',
})

const invite = (isDone: boolean): FirstStep => ({
  title: 'Invite a colleague',
  why: 'You can review applications together, each under your own name.',
  isDone,
  to: '/settings/users',
  label: 'Invite',
})

/** The number of users, counted to two. */
const useColleagues = (): number | 'not permitted' | undefined => {
  const store = useStore()
  const isPermitted = useCan('admin')
  const { data } = useQuery({
    queryKey: queryKeys.colleagues,
    enabled: isPermitted,
    queryFn: async ({ signal }) => (await store.users.list({ limit: 2 }, { signal })).items.length,
  })
  return isPermitted ? data : 'not permitted'
}
