import type { Int64, Photo } from '@adoption-store/client'
import { type DragEvent, useState } from 'react'
import { LoadFailure } from '../../platform/failure.tsx'
import { PawIcon, PlusIcon } from '../../platform/icons.tsx'
import { Skeleton } from '../../platform/skeleton.tsx'
import { PhotoDialog } from './photo-dialog.tsx'
import { focusOf, moved, srcOf, srcSetOf, useOrder, usePhotos } from './photo-list.ts'
import classes from './photos.module.css'
import { Uploads } from './upload-rows.tsx'
import { useUploads } from './uploads.ts'

type GalleryProps = { petId: Int64; name: string; canChange: boolean }

const MAX_PHOTOS = 20
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** The photos of an animal: the first one large, the others in order. Files can be dropped here. */
export const PhotoGallery = ({ petId, name, canChange }: GalleryProps) => {
  const { data: photos, error, refetch } = usePhotos(petId)
  const { add, ...uploads } = useUploads(petId)
  const [openId, setOpenId] = useState<string>()
  const [isOver, setOver] = useState(false)
  const failure = <LoadFailure query={{ data: photos, error, refetch }} />
  if (!photos) return error ? failure : <Skeleton height={300} />
  const open = photos.find(({ id }) => String(id) === openId)
  const drop = (event: DragEvent) => {
    setOver(false)
    if (!canChange || event.dataTransfer.files.length === 0) return
    event.preventDefault()
    add([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way, beside the button
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!canChange || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {failure}
      <ul className={classes.photos} aria-label={`Photos of ${name}`}>
        <Photos petId={petId} photos={photos} name={name} canChange={canChange} onOpen={setOpenId} />
        {!canChange && photos.length === 0 && (
          <li>
            <span className={classes.none}>
              <PawIcon size={48} />
            </span>
          </li>
        )}
        {canChange && photos.length < MAX_PHOTOS && (
          <li>
            <AddButton isFirst={photos.length === 0} onAdd={add} />
          </li>
        )}
      </ul>
      <Uploads {...uploads} />
      {open && (
        <PhotoDialog
          photo={open}
          photos={photos}
          name={name}
          canChange={canChange}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </div>
  )
}

type PhotosProps = GalleryProps & { photos: Photo[]; onOpen: (id: string) => void }

/** Each opens its dialog, and can be dragged to another place. The dialog has buttons for the same. */
const Photos = ({ petId, photos, name, canChange, onOpen }: PhotosProps) => {
  const order = useOrder(petId)
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  return photos.map((photo, index) => (
    <li
      key={String(photo.id)}
      data-over={(dragged !== undefined && over === index) || undefined}
      draggable={canChange}
      onDragStart={() => setDragged(index)}
      onDragEnd={() => setDragged(undefined)}
      onDragOver={(event) => {
        if (dragged === undefined) return
        event.preventDefault()
        setOver(index)
      }}
      onDrop={() => {
        if (dragged !== undefined && dragged !== index) order(moved(photos, dragged, index))
        setDragged(undefined)
      }}
    >
      <button
        type="button"
        className={classes.open}
        aria-label={labelOf(photo, index, photos.length, name)}
        onClick={() => onOpen(String(photo.id))}
      >
        <img
          src={srcOf(photo)}
          srcSet={srcSetOf(photo)}
          sizes={index === 0 ? '(max-width: 700px) 92vw, 380px' : '95px'}
          alt=""
          draggable={false}
          style={{ objectPosition: focusOf(photo) }}
        />
      </button>
      {canChange && !photo.alt && index === 0 && <span className={classes.undescribed}>Not described</span>}
    </li>
  ))
}

const labelOf = (photo: Photo, index: number, count: number, name: string): string =>
  `Photo ${index + 1} of ${count}: ${photo.alt || `${name}, not described`}`

const AddButton = (props: { isFirst: boolean; onAdd: (files: File[]) => void }) => (
  <label className={classes.add}>
    <PlusIcon />
    <small>{props.isFirst ? 'Add photos, or drop them here' : 'Add'}</small>
    <input
      type="file"
      accept={ACCEPTED}
      multiple
      aria-label="Add photos"
      onChange={(event) => {
        props.onAdd([...(event.currentTarget.files ?? [])])
        // Allows choosing the same file again.
        event.currentTarget.value = ''
      }}
    />
  </label>
)
