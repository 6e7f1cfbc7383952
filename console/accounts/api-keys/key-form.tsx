import { type Int64, type IssuedApiKey, keyKinds, type NewApiKey } from '@adoption-store/client'
import { Checkbox, Input, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { fieldError } from '../../platform/error-messages.ts'
import { FormModal } from '../../platform/form.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useMe } from '../../session/permissions.ts'
import { filledLimits, LimitFields, type Limits } from '../accounts/limit-fields.tsx'
import { useKeyStore } from './key-environment.ts'
import { allowedScopes, scopeMeanings } from './key-state.ts'
import { OriginsField, originFields, originsIn } from './origins-field.tsx'
import { usualScopes } from './usual-scopes.ts'

type KeyKind = (typeof keyKinds)[number]

const kindLabels: Record<KeyKind, string> = { secret: 'Secret', publishable: 'Publishable' }

type FormProps = { accountId: Int64; onClose: () => void; onIssued: (key: IssuedApiKey) => void }

/** Creates a key: its name, kind, permissions, limits and expiry. */
export const KeyForm = ({ accountId, onClose, onIssued }: FormProps) => {
  const store = useKeyStore()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<KeyKind>('secret')
  const [chosen, setChosen] = useState<string[]>([...usualScopes.secret])
  const [origins, setOrigins] = useState('')
  const [end, setEnd] = useState('')
  const [limits, setLimits] = useState<Limits>({ perMinute: '', perDay: '' })
  const [isPast, setPast] = useState(false)
  const create = useAction((key: NewApiKey) => store.keys.create(accountId, key), {
    isErrorShown: true,
    touches: [queryKeys.keys(accountId)],
    onDone(issued) {
      onIssued(issued)
      onClose()
    },
  })
  const isPublishable = kind === 'publishable'
  const { data: me } = useMe()
  const permissions = allowedScopes(kind, me)
  const choose = (chosenKind: KeyKind) => {
    setKind(chosenKind)
    setChosen([...usualScopes[chosenKind]])
  }
  const submit = () => {
    // The API accepts an expiry in the past, but such a key would be useless.
    const isOver = end !== '' && Date.parse(end) <= Date.now()
    setPast(isOver)
    if (isOver) return
    create.mutate({
      name,
      kind,
      scopes: permissions.filter((scope) => chosen.includes(scope)),
      ...(isPublishable && { allowedOrigins: originsIn(origins) }),
      ...filledLimits(limits),
      ...(end && { expiresAt: new Date(end).toISOString() }),
    })
  }
  return (
    <FormModal
      title="New key"
      error={create.error}
      fields={['name', 'expiresAt', 'perMinute', 'perDay', ...originFields]}
      submitLabel="Create key"
      isBusy={create.isPending}
      canSubmit={name.trim() !== '' && chosen.length > 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="What the key is for"
        placeholder="Adoption site"
        required
        data-autofocus
        autoComplete="off"
        value={name}
        error={fieldError(create.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Input.Wrapper
        label="Kind"
        description={
          isPublishable ? 'Safe in a web page, where everybody can read it' : 'For a server; never put it in a web page'
        }
      >
        <SegmentedControl
          mt="xs"
          fullWidth
          aria-label="Kind"
          data={keyKinds.map((value) => ({ value, label: kindLabels[value] }))}
          value={kind}
          onChange={choose}
        />
      </Input.Wrapper>
      {isPublishable && <OriginsField text={origins} error={create.error} onChange={setOrigins} />}
      <Checkbox.Group label="Permissions" value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {permissions.map((scope) => (
            <Checkbox key={scope} value={scope} label={scope} description={scopeMeanings[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <LimitFields
        limits={limits}
        description="Leave empty for the account's limit"
        error={create.error}
        onChange={(change) => setLimits((before) => ({ ...before, ...change }))}
      />
      <TextInput
        type="datetime-local"
        label="Expires"
        description="Leave empty for a key that never expires"
        value={end}
        error={isPast ? 'must be in the future' : fieldError(create.error, 'expiresAt')}
        onChange={(event) => setEnd(event.currentTarget.value)}
      />
    </FormModal>
  )
}
