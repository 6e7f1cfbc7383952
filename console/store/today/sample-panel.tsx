import type { Sample } from '@adoption-store/client'
import { Button, Group, Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import { noFilter } from '../../animals/pets/animal-filter.ts'
import { useAnimalCounts } from '../../animals/pets/animal-lists.ts'
import { useCanManageSample, useSample, useSampleProgress, useSampleRequest } from '../../animals/pets/sample.ts'
import { confirm } from '../../platform/confirm.tsx'
import { formatCount, formatCounted } from '../../platform/number-format.ts'
import { Panel } from '../../platform/panel.tsx'
import classes from './first-day.module.css'

/** Offers the sample shelter to a store without animals, and its removal as long as it is there. */
export const SamplePanel = () => {
  const { data: sample } = useSample()
  const counts = useAnimalCounts(noFilter).data
  const canManage = useCanManageSample()
  useSampleProgress(sample)
  if (!sample || !canManage) return null
  if (sample.status === 'absent') return counts?.total === 0 ? <Offer /> : null
  return <Panel title="Sample shelter">{stateOf(sample)}</Panel>
}

const stateOf = (sample: Sample): ReactNode => {
  switch (sample.status) {
    case 'adding':
      return <Adding sample={sample} />
    case 'removing':
      return <Removing sample={sample} />
    case 'additionFailed':
      return (
        <Line
          text={`${formatCount(sample.animals)} of ${formatCounted(sample.total, 'animal')} were added. ${sample.problem ?? ''}`}
        >
          <AddButton label="Add the rest" />
          {sample.animals > 0 && <DeleteButton />}
        </Line>
      )
    case 'removalFailed':
      return (
        <Line text={`Some sample animals could not be deleted. ${sample.problem ?? ''}`}>
          <DeleteButton />
        </Line>
      )
    default:
      return (
        <Line text={`${formatCounted(sample.animals, 'made-up animal')} to try things on. ${visibility(sample)}`}>
          <DeleteButton />
        </Line>
      )
  }
}

const visibility = ({ published }: Sample): string =>
  published > 0
    ? 'Visitors of your adoption site see them until you delete them.'
    : 'Visitors of your adoption site don’t see them.'

const Offer = () => (
  <Panel title="What a busy day looks like">
    <Line text="Add the sample shelter: 60 made-up animals with photos, some of them on hold or adopted. Try things on them, and delete them when your own arrive.">
      <AddButton label="Add the sample shelter" />
    </Line>
  </Panel>
)

const Line = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className={classes.sample}>
    <p role="status">{text}</p>
    <Group gap="xs">{children}</Group>
  </div>
)

const AddButton = ({ label }: { label: string }) => {
  const adding = useSampleRequest('add')
  return (
    <Button variant="default" loading={adding.isPending} onClick={() => adding.mutate(undefined)}>
      {label}
    </Button>
  )
}

const DeleteButton = () => {
  const removing = useSampleRequest('remove')
  const ask = () =>
    confirm({
      title: 'Delete the sample animals?',
      text:
        'Their photos and adoptions go with them. Animals that you added stay, and so do sample animals that you changed, ' +
        'or that have notes, applications or adoptions of your own.',
      yes: 'Delete',
      onYes: () => removing.mutate(undefined),
    })
  return (
    <Button variant="default" loading={removing.isPending} onClick={ask}>
      Delete sample animals
    </Button>
  )
}

const Adding = ({ sample: { animals, total } }: { sample: Sample }) => (
  <div className={classes.working}>
    <p role="status">
      {animals === 0
        ? 'Adding the first animals.'
        : `${formatCount(animals)} of ${formatCounted(total, 'animal')} added.`}{' '}
      It takes a minute or two; you can leave this page.
    </p>
    <Progress value={(100 * animals) / Math.max(1, total)} aria-label="Sample animals added" />
  </div>
)

const Removing = ({ sample: { animals, total } }: { sample: Sample }) => (
  <div className={classes.working}>
    <p role="status">{`Deleting the sample animals: ${formatCount(animals)} left.`}</p>
    <Progress value={100 - (100 * animals) / Math.max(1, total)} aria-label="Sample animals deleted" />
  </div>
)
