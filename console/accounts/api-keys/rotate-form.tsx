import type { ApiKey, IssuedApiKey } from '@adoption-store/client'
import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { FormModal } from '../../platform/form.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useKeyStore } from './key-environment.ts'

const graces = [
  { value: '0', label: 'Stops working immediately' },
  { value: '3600', label: 'Works for another hour' },
  { value: '86400', label: 'Works for another day' },
  { value: '604800', label: 'Works for another week' },
]

type FormProps = { apiKey: ApiKey; onClose: () => void; onIssued: (key: IssuedApiKey) => void }

/** Replaces a key by a new one. The old one may keep working for a while. */
export const RotateForm = ({ apiKey, onClose, onIssued }: FormProps) => {
  const store = useKeyStore()
  const [graceSeconds, setGrace] = useState('86400')
  const rotate = useAction(() => store.keys.rotate(apiKey.id, { graceSeconds: Number(graceSeconds) }), {
    isErrorShown: true,
    touches: [queryKeys.keys(apiKey.accountId)],
    onDone(issued) {
      onIssued(issued)
      onClose()
    },
  })
  return (
    <FormModal
      title={`Rotate “${apiKey.name}”`}
      error={rotate.error}
      fields={[]}
      submitLabel="Rotate key"
      isBusy={rotate.isPending}
      canSubmit
      onSubmit={() => rotate.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">The new key has the same name, permissions, limits and expiry.</Text>
      <Select
        label={`Old key ${apiKey.display}`}
        allowDeselect={false}
        data={graces}
        value={graceSeconds}
        onChange={(value) => setGrace(value ?? '0')}
      />
    </FormModal>
  )
}
