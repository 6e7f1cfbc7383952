import type { Animal } from '@adoption-store/client'
import { PawIcon } from '../../platform/icons.tsx'
import classes from './animal-photo.module.css'

/** Its first photo, cropped around what matters. It stands beside the name, so it is hidden from screen readers. */
export const AnimalPhoto = ({ photo }: Pick<Animal, 'photo'>) => (
  <span className={classes.photo} aria-hidden="true">
    {photo ? (
      <img
        src={photo.url}
        alt=""
        width={photo.width}
        height={photo.height}
        loading="lazy"
        decoding="async"
        style={photo.focus && { objectPosition: `${photo.focus.x * 100}% ${photo.focus.y * 100}%` }}
      />
    ) : (
      <PawIcon size={20} />
    )}
  </span>
)
