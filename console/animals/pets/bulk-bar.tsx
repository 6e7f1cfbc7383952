import { ConnectionError, petStatuses } from '@adoption-store/client'
import { Button, Menu } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { notifyError } from '../../platform/action.ts'
import { formatCount } from '../../platform/number-format.ts'
import { usePhone } from '../../platform/phone.ts'
import { useCan } from '../../session/permissions.ts'
import { downloadAnimals } from './animal-csv.ts'
import type { AnimalSelection } from './animal-selection.ts'
import { type BulkAction, moving, publishing, unpublishing } from './bulk-actions.ts'
import classes from './bulk-bar.module.css'
import { Failures, Working } from './bulk-progress.tsx'
import { BulkQuestion } from './bulk-question.tsx'
import type { CategoryNames } from './category-names.ts'
import { moveLabels } from './pet-moves.ts'
import { useBulk } from './use-bulk.ts'

/** Its fields are not needed for the list. */
const loadDetails = () => import('./bulk-details.tsx')
const BulkDetails = lazy(async () => ({ default: (await loadDetails()).BulkDetails }))

type Action = { label: string; onClick: () => void }

type BarProps = { selection: AnimalSelection; names: CategoryNames }

/** Actions for all selected animals. */
export const BulkBar = ({ selection, names }: BarProps) => {
  const { animals, count, clear, keep } = selection
  const canWrite = useCan('pets:write')
  const bulk = useBulk(keep)
  const [asked, setAsked] = useState<BulkAction | 'details'>()
  const start = (action: BulkAction) => {
    setAsked(undefined)
    void bulk.run(action, animals)
  }
  // Loaded before it is shown: a lost connection must not replace the page, which would lose the selection.
  const askDetails = () => void loadDetails().then(() => setAsked('details'), notifyNotLoaded)
  const isPhone = usePhone()
  const [, navigate] = useLocation()
  const changes: Action[] = [
    { label: 'Unpublish', onClick: () => setAsked(unpublishing) },
    ...(isPhone ? statusActions(setAsked) : []),
    { label: 'Change details', onClick: askDetails },
  ]
  const others: Action[] = [
    ...(canWrite ? changes : []),
    {
      label: 'Print cards',
      onClick: () => navigate(`/animals/cards?ids=${animals.map(({ id }) => id).join(',')}`),
    },
    { label: 'Export', onClick: () => downloadAnimals(animals, names.nameOf) },
  ]
  const dialog = { animals, onClose: () => setAsked(undefined) }
  return (
    <>
      {count > 0 && (
        <section className={classes.bar} aria-label="Selected animals" data-at-bottom>
          <span className={classes.count} role="status">
            {formatCount(count)} selected
          </span>
          {canWrite && <Act label="Publish" onClick={() => setAsked(publishing())} />}
          {isPhone ? <More actions={others} /> : others.map((one) => <Act key={one.label} {...one} />)}
          {canWrite && !isPhone && <More label="Set status" actions={statusActions(setAsked)} />}
          <Act label="Clear" onClick={clear} />
        </section>
      )}
      {count > 0 && <div className={classes.room} />}
      {asked === 'details' && (
        <Suspense fallback={null}>
          <BulkDetails {...dialog} onSubmit={start} />
        </Suspense>
      )}
      {asked && asked !== 'details' && <BulkQuestion {...dialog} action={asked} onYes={start} />}
      {bulk.progress && <Working progress={bulk.progress} onStop={bulk.stop} />}
      {bulk.failed && <Failures {...bulk.failed} onClose={bulk.close} />}
    </>
  )
}

const notifyNotLoaded = () => notifyError(new ConnectionError('the dialog could not be loaded'))

const statusActions = (onAsk: (action: BulkAction) => void): Action[] =>
  petStatuses.map((status) => ({
    label: moveLabels[status].move,
    onClick: () => onAsk(moving(status)),
  }))

const More = ({ label = 'More', actions }: { label?: string; actions: readonly Action[] }) => (
  <Menu position="top">
    <Menu.Target>
      <Button variant="transparent" className={classes.act}>
        {label}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {actions.map((action) => (
        <Menu.Item key={action.label} onClick={action.onClick}>
          {action.label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

const Act = ({ label, onClick }: Action) => (
  <Button variant="transparent" className={classes.act} onClick={onClick}>
    {label}
  </Button>
)
