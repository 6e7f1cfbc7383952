import type { ApiKey, IssuedApiKey } from '@adoption-store/client'
import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../platform/action.ts'
import { Failure } from '../platform/failure.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { useStore } from '../session/session.ts'

const graces = [
  { value: '0', label: 'ends at once' },
  { value: '3600', label: 'goes on for an hour' },
  { value: '86400', label: 'goes on for a day' },
  { value: '604800', label: 'goes on for a week' },
]

type FormProps = { apiKey: ApiKey; onClose: () => void; onIssued: (key: IssuedApiKey) => void }

/** Puts a new key in the place of an old one, which may go on for a while. */
export const RotateForm = ({ apiKey, onClose, onIssued }: FormProps) => {
  const store = useStore()
  const [graceSeconds, setGrace] = useState('86400')
  const rotate = useAction(
    () => store.keys.rotate(apiKey.id, { graceSeconds: Number(graceSeconds) }),
    {
      isErrorShown: true,
      touches: [queryKeys.keys(apiKey.accountId)],
      onDone(issued) {
        onIssued(issued)
        onClose()
      },
    },
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Rotate “${apiKey.name}”`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        {rotate.error ? <Failure error={rotate.error} /> : null}
        <Text size="sm">The new key has the same name, the same scopes and the same end.</Text>
        <Select
          label={`The old key ${apiKey.display}`}
          allowDeselect={false}
          data={graces}
          value={graceSeconds}
          onChange={(value) => setGrace(value ?? '0')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
            Rotate the key
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
