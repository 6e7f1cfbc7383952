import type { Int64, Photo } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../platform/action.ts'
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
