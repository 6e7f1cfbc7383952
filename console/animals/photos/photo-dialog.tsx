import type { Photo, PhotoPatch } from '@adoption-store/client'
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { confirm, isConfirming } from '../../platform/confirm.tsx'
import { fieldError } from '../../platform/error-messages.ts'
import { Failure } from '../../platform/failure.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useUnsavedDialog } from '../../platform/unsaved.ts'
import { useStore } from '../../session/session.ts'
import { moved, srcOf, srcSetOf, useOrder } from './photo-list.ts'
import classes from './photos.module.css'

type DialogProps = {
  photo: Photo
  photos: Photo[]
  name: string
  canChange: boolean
  onClose: () => void
}

const CENTRE = { x: 0.5, y: 0.5 }

/** One photo: its description, its focus, and its position. */
export const PhotoDialog = ({ photo, photos, name, canChange, onClose }: DialogProps) => {
  const store = useStore()
  const [alt, setAlt] = useState(photo.alt ?? '')
  const [focus, setFocus] = useState(photo.focus ?? CENTRE)
  const touches = [queryKeys.photoList(photo.petId)]
  const save = useAction((patch: PhotoPatch) => store.photos.update(photo.id, patch), {
    isErrorShown: true,
    touches,
    done: 'Photo saved.',
    onDone: onClose,
  })
  const isChanged = alt.trim() !== (photo.alt ?? '') || !isSamePoint(focus, photo.focus ?? CENTRE)
  useUnsavedDialog(() => isChanged, save.isPending)
  const close = () => {
    if (isConfirming()) return
    if (!isChanged) return onClose()
    confirm({
      title: 'Discard your changes?',
      text: 'The description and the point in view are not saved.',
      yes: 'Discard',
      no: 'Keep editing',
      onYes: onClose,
    })
  }
  return (
    <Modal opened onClose={close} title={`Photo of ${name}`} size="lg">
      <Stack>
        {save.error && !fieldError(save.error, 'alt') ? <Failure error={save.error} /> : null}
        <FocusPoint photo={photo} focus={focus} canChange={canChange} onChange={setFocus} />
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
              onClick={() => save.mutate({ alt: alt.trim() || null, focus })}
            >
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}

type FocusPointProps = {
  photo: Photo
  focus: { x: number; y: number }
  canChange: boolean
  onChange: (focus: { x: number; y: number }) => void
}

const STEP = 0.05
const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

/** The focus of a cropped photo, set by a click or moved by the arrow keys. */
const FocusPoint = ({ photo, focus, canChange, onChange }: FocusPointProps) => {
  const click = (event: MouseEvent) => {
    // Enter and the space bar click without coordinates.
    if (event.detail === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    onChange({
      x: within((event.clientX - box.left) / box.width),
      y: within((event.clientY - box.top) / box.height),
    })
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    onChange({ x: within(focus.x + step[0]), y: within(focus.y + step[1]) })
  }
  return (
    <div>
      <button
        type="button"
        className={classes.focus}
        disabled={!canChange}
        aria-label={`Point to keep in view: ${percent(focus.x)} from the left, ${percent(focus.y)} from the top. Move it with the arrow keys.`}
        onClick={click}
        onKeyDown={press}
      >
        <img src={srcOf(photo)} srcSet={srcSetOf(photo)} sizes="600px" alt={photo.alt ?? ''} />
        <span style={{ left: percent(focus.x), top: percent(focus.y) }} />
      </button>
      {canChange && (
        <Text size="sm" c="dimmed" mt={8} ta="center">
          Choose the part that must stay in view where the photo is cropped.
        </Text>
      )}
    </div>
  )
}

const within = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100
const percent = (share: number): string => `${Math.round(share * 100)}%`

const isSamePoint = (one: { x: number; y: number }, other: { x: number; y: number }): boolean =>
  one.x === other.x && one.y === other.y

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
          <Button
            variant="default"
            disabled={index === photos.length - 1}
            onClick={() => move(index + 1)}
          >
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
