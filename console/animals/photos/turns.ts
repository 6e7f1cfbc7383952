import type { Photo } from '@adoption-store/client'
import { useState } from 'react'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { randomKey } from '../../platform/random-key.ts'
import { useStore } from '../../session/session.ts'
import { srcOf } from './photo-list.ts'

/** How a photo is rotated in its dialog, and not yet saved: several clicks are one change. */
type Pending = {
  /** The file that was shown. Rotated photos have others. */
  src: string
  turns: number
  /** A repeated save must not rotate again. */
  idempotencyKey: string
}

/** Quarter turns of a photo, clockwise. */
export const useTurns = (photo: Photo) => {
  const store = useStore()
  const src = srcOf(photo)
  const [pending, setPending] = useState<Pending>()
  // It may be saved although the response was lost, and is then shown as rotated.
  const turns = pending?.src === src ? pending.turns : 0
  return {
    turns,

    turn: (by: 1 | 3): void => setPending({ src, turns: (turns + by) % 4, idempotencyKey: randomKey() }),

    /** Returns the photo as it is afterwards. */
    async save(): Promise<Photo> {
      const degrees = degreesOf[turns]
      if (!pending || degrees === undefined) return photo
      const { idempotencyKey } = pending
      const rotated = await store.photos.rotate(photo.id, degrees, { idempotencyKey })
      queryClient.setQueryData<Photo[]>(queryKeys.photoList(photo.petId), (photos) =>
        photos?.map((one) => (String(one.id) === String(rotated.id) ? rotated : one)),
      )
      return rotated
    },
  }
}

const degreesOf = [undefined, 90, 180, 270] as const
