import type { Import } from '@adoption-store/client'
import { Anchor, Button, Group } from '@mantine/core'
import { Link } from 'wouter'
import { usePetsById } from '../../adoptions/orders/pet-names.ts'
import { formatCount, formatCounted } from '../../platform/number-format.ts'
import { Panel } from '../../platform/panel.tsx'
import classes from './import-page.module.css'
import { keptAnimals } from './imports.ts'
import { capitalized } from './reason-text.ts'

const MAX_KEPT = 100

/** Shows the result of undoing an import. */
export const UndoneStep = ({ of: { id, undone } }: { of: Import }) => {
  const kept = keptAnimals(id).slice(0, MAX_KEPT)
  const names = usePetsById(kept.map(({ petId }) => petId))
  if (!undone) return null
  const { removed, restored, kept: keptCount } = undone
  return (
    <>
      <Panel title="The import was undone">
        <p className={classes.counts}>
          {formatCounted(removed, 'animal')} removed, {formatCount(restored)} restored
          {keptCount > 0 && `, ${formatCount(keptCount)} kept as they are`}.
        </p>
        <Group gap="xs">
          <Button component={Link} to="/settings/transfer">
            Import another file
          </Button>
          <Button component={Link} to="/animals" variant="default">
            View animals
          </Button>
        </Group>
      </Panel>
      {kept.length > 0 && (
        <Panel title="Kept as they are">
          <ul className={classes.kept}>
            {kept.map(({ petId, reason }) => (
              <li key={String(petId)}>
                <Anchor component={Link} to={`/animals/${petId}`} underline="always" inherit>
                  {names.get(String(petId))?.name ?? `Animal ${petId}`}
                </Anchor>
                <span>{capitalized(reason)}.</span>
              </li>
            ))}
          </ul>
          {keptCount > kept.length && <p className={classes.counts}>and {formatCount(keptCount - kept.length)} more</p>}
        </Panel>
      )}
    </>
  )
}
