import { Button, Group, Text } from '@mantine/core'
import { useReadOnly } from '../../platform/maintenance.ts'
import type { SaveState } from './profile-draft.ts'
import type { EditedProfile } from './use-profile.ts'

const messages: Record<Exclude<SaveState, 'conflict'>, string> = {
  idle: 'Changes are saved as you make them',
  waiting: 'Saving…',
  saving: 'Saving…',
  saved: 'All changes saved',
  failed: 'Not saved: the server cannot be reached',
  invalid: 'Not saved: see the fields marked below',
}

const READ_ONLY = 'Not saved: the store is read-only for now'

const isBad = (state: SaveState) => state === 'failed' || state === 'invalid'

/** Whether the changes are saved, and what to do if not. */
export const SaveStatus = ({ edited }: { edited: EditedProfile }) => {
  const { state } = edited
  const isReadOnly = useReadOnly() !== undefined
  if (state === 'conflict') return <Conflict edited={edited} />
  return (
    <Group gap="xs" wrap="nowrap" role="status" data-save={state}>
      <Text size="sm" span c={isBad(state) ? 'var(--rose)' : 'dimmed'}>
        {state === 'failed' && isReadOnly ? READ_ONLY : messages[state]}
      </Text>
      {state === 'failed' && (
        <Button size="compact-sm" variant="default" onClick={edited.save}>
          Try again
        </Button>
      )}
    </Group>
  )
}

const Conflict = ({ edited }: { edited: EditedProfile }) => (
  <Group gap="xs" role="alert" data-save="conflict">
    <Text size="sm" span c="var(--rose)">
      Somebody else changed this too.
    </Text>
    <Button size="compact-sm" variant="default" onClick={() => edited.resolve('mine')}>
      Keep mine
    </Button>
    <Button size="compact-sm" variant="default" onClick={() => edited.resolve('theirs')}>
      Show theirs
    </Button>
  </Group>
)
