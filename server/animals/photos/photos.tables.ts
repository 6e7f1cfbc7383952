import type { Generated } from 'kysely'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    photos: {
      id: Generated<Int>
      pet_id: Int
      /** Its place among those of the animal. */
      position: Int
      alt: string | null
      focus_x: number | null
      focus_y: number | null
      width: Int
      height: Int
      placeholder: string
      /** JSON: its variants, with paths for addresses. */
      variants: string
      created_at: Time
    }
    /** Which files photos are made of. */
    photo_files: {
      photo_id: Int
      name: string
    }
    /** Files that there may be: each is written down before it is written. Markers of servers are among them. */
    media_files: {
      name: string
      /** When it was last wanted by a photo that comes or goes. */
      touched_at: Time
      /** 1 while it is being removed, when nobody may rely on it. */
      removing: Int
    }
  }
}
