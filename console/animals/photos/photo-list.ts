import type { Int64, Photo } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { messageFor } from '../../platform/error-messages.ts'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

export const usePhotos = (petId: Int64) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.photoList(petId),
    queryFn: ({ signal }) => store.photos.list(petId, { signal }),
  })
}

/** A file being uploaded, or why it failed. */
export type Upload = { id: number; name: string; error?: string }

let lastUpload = 0

/** Adds files one after the other, in order. Failed ones stay in the list with the reason. */
export const useUploads = (petId: Int64) => {
  const store = useStore()
  const [uploads, setUploads] = useState<Upload[]>([])
  const dismiss = (id: number) => setUploads((before) => before.filter((one) => one.id !== id))
  const add = async (files: readonly File[]): Promise<void> => {
    const waiting = files.map((file) => ({ file, id: ++lastUpload }))
    setUploads((before) => [...before, ...waiting.map(({ file, id }) => ({ id, name: file.name }))])
    for (const { file, id } of waiting) {
      try {
        showPhoto(await store.photos.add(petId, file))
        dismiss(id)
      } catch (error) {
        const { title, detail } = messageFor(error)
        const reason = detail || title
        setUploads((before) =>
          before.map((one) => (one.id === id ? { ...one, error: reason } : one)),
        )
      }
    }
  }
  return { uploads, add, dismiss }
}

const showPhoto = (photo: Photo): void => {
  queryClient.setQueryData<Photo[]>(queryKeys.photoList(photo.petId), (photos) =>
    photos ? [...photos.filter(({ id }) => String(id) !== String(photo.id)), photo] : photos,
  )
}

/** Reorders the photos, which shows at once. */
export const useOrder = (petId: Int64) => {
  const store = useStore()
  const queryKey = queryKeys.photoList(petId)
  const { mutate } = useAction(
    (photos: readonly Photo[]) =>
      store.photos.order(
        petId,
        photos.map(({ id }) => id),
      ),
    { touches: [queryKey] },
  )
  return (photos: Photo[]) => {
    queryClient.setQueryData(queryKey, photos)
    mutate(photos)
  }
}

/** The files of a photo for `srcset`: the browser picks the smallest sharp one. */
export const srcSetOf = ({ variants }: Photo): string =>
  variants
    .filter(({ format }) => format === 'webp')
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ')

/** The smallest JPEG, which every browser supports. */
export const srcOf = ({ variants }: Photo): string =>
  variants.filter(({ format }) => format === 'jpeg').sort((a, b) => a.width - b.width)[0]?.url ?? ''

/** The focus of a cropped photo. */
export const focusOf = ({ focus }: Pick<Photo, 'focus'>): string =>
  focus ? `${focus.x * 100}% ${focus.y * 100}%` : '50% 50%'

export const moved = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const next = [...items]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
