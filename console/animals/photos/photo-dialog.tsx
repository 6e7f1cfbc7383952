import type { Photo } from '@adoption-store/client'
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { confirm, isConfirming } from '../../platform/confirm.tsx'
import { fieldError } from '../../platform/error-messages.ts'
import { Failure } from '../../platform/failure.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { ReturnFocus } from '../../platform/return-focus.ts'
import { useUnsavedDialog } from '../../platform/unsaved.ts'
import { useStore } from '../../session/session.ts'
import { CENTRE, FocusPoint, isSamePoint, turnedPoint } from './focus-point.tsx'
import { moved, useOrder } from './photo-list.ts'
import { useTurns } from './turns.ts'

type DialogProps = {
  photo: Photo
  photos: Photo[]
  name: string
  canChange: boolean
  onClose: () => void
}

/** One photo: its description, its focus, its rotation, and its position. */
export const PhotoDialog = ({ photo, photos, name, canChange, onClose }: DialogProps) => {
  const [alt, setAlt] = useState(photo.alt ?? '')
  const [focus, setFocus] = useState(photo.focus ?? CENTRE)
  const { turns, turn, save: saveTurns } = useTurns(photo)
  const save = useSave(photo, saveTurns, onClose)
  const isChanged =
    turns > 0 || alt.trim() !== (photo.alt ?? '') || !isSamePoint(focus, turnedPoint(photo.focus ?? CENTRE, turns))
  useUnsavedDialog(() => isChanged, save.isPending)
  const close = () => {
    if (isConfirming()) return
    if (!isChanged) return onClose()
    confirm({
      title: 'Discard your changes?',
      text: 'What you changed about this photo is not saved.',
      yes: 'Discard',
      no: 'Keep editing',
      onYes: onClose,
    })
  }
  return (
    <Modal opened onClose={close} title={`Photo of ${name}`} size="lg">
      <ReturnFocus />
      <Stack>
        {save.error && !fieldError(save.error, 'alt') ? <Failure error={save.error} /> : null}
        <FocusPoint photo={photo} turns={turns} focus={focus} canChange={canChange} onChange={setFocus} />
        {canChange && (
          <Rotation
            turns={turns}
            isDisabled={save.isPending}
            onTurn={(by) => {
              turn(by)
              setFocus(turnedPoint(focus, by))
            }}
          />
        )}
        <Textarea
          label="Description"
          description="What the photo shows, for people who cannot see it"
          placeholder={`${name} on the grass, looking up`}
          maxLength={1_000}
          autosize
          minRows={2}
          readOnly={!canChange}
          data-autofocus
          value={alt}
          error={fieldError(save.error, 'alt')}
          onChange={(event) => setAlt(event.currentTarget.value)}
        />
        {canChange && (
          <Group justify="space-between">
            <Place photo={photo} photos={photos} onRemoved={onClose} />
            <Button
              loading={save.isPending}
              disabled={!isChanged}
              onClick={() => save.mutate({ alt: alt.trim(), focus })}
            >
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}

type Change = { alt: string; focus: { x: number; y: number } }

/** Rotates the photo first, so that the point in view is one of what is shown then. */
const useSave = ({ petId }: Photo, saveTurns: () => Promise<Photo>, onDone: () => void) => {
  const store = useStore()
  return useAction(
    async ({ alt, focus }: Change) => {
      const { id, ...photo } = await saveTurns()
      const isSame = alt === (photo.alt ?? '') && isSamePoint(focus, photo.focus ?? CENTRE)
      if (!isSame) await store.photos.update(id, { alt: alt || null, focus })
    },
    { isErrorShown: true, touches: [queryKeys.photoList(petId)], done: 'Photo saved.', onDone },
  )
}

type RotationProps = { turns: number; isDisabled: boolean; onTurn: (by: 1 | 3) => void }

const Rotation = ({ turns, isDisabled, onTurn }: RotationProps) => (
  <Group justify="center" gap="xs">
    <Button variant="default" size="xs" disabled={isDisabled} onClick={() => onTurn(3)}>
      Rotate left
    </Button>
    <Button variant="default" size="xs" disabled={isDisabled} onClick={() => onTurn(1)}>
      Rotate right
    </Button>
    <Text span size="sm" c="dimmed" role="status">
      {rotationText[turns]}
    </Text>
  </Group>
)

/** By quarters of a turn. */
const rotationText = [
  '',
  'Rotated right. Not saved yet.',
  'Upside down. Not saved yet.',
  'Rotated left. Not saved yet.',
]

type PlaceProps = { photo: Photo; photos: Photo[]; onRemoved: () => void }

const Place = ({ photo, photos, onRemoved }: PlaceProps) => {
  const store = useStore()
  const order = useOrder(photo.petId)
  const index = photos.findIndex(({ id }) => String(id) === String(photo.id))
  const remove = useAction(() => store.photos.remove(photo.id), {
    touches: [queryKeys.photoList(photo.petId)],
    done: 'Photo deleted.',
    onDone: onRemoved,
  })
  const ask = () =>
    confirm({
      title: 'Delete this photo?',
      text: 'It disappears from the public site as well. This cannot be undone.',
      yes: 'Delete',
      onYes: () => remove.mutate(undefined),
    })
  const move = (to: number) => order(moved(photos, index, to))
  return (
    <Group gap="xs">
      {photos.length > 1 && (
        <>
          <Button variant="default" disabled={index < 1} onClick={() => move(0)}>
            Make main photo
          </Button>
          <Button variant="default" disabled={index < 1} onClick={() => move(index - 1)}>
            Earlier
          </Button>
          <Button variant="default" disabled={index === photos.length - 1} onClick={() => move(index + 1)}>
            Later
          </Button>
        </>
      )}
      <Button variant="subtle" color="red" loading={remove.isPending} onClick={ask}>
        Delete
      </Button>
    </Group>
  )
}
