import type { Animal } from '@adoption-store/client'
import { PawIcon } from '../../platform/icons.tsx'
import classes from './animal-photo.module.css'

/**
 * The first photo, cropped around its focus. Hidden from screen readers, as the name is next to it.
 */
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
