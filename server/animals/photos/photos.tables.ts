import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    photos: {
      id: Generated<Int>
      pet_id: Int
      /** Its place among the photos of the animal. */
      position: Int
      alt: string | null
      focus_x: number | null
      focus_y: number | null
      width: Int
      height: Int
      placeholder: string
      /** JSON: its variants, with paths for URLs. */
      variants: string
      /** JSON: how it is rotated, and its renderings in each orientation. Only of photos that were rotated. */
      rotations: string | null
      created_at: Time
    }
    /** The files of photos, in every orientation that was rendered. */
    photo_files: {
      photo_id: Int
      name: string
    }
    /**
     * Files that may exist: a row is written before its file. Markers of servers are among them.
     */
    media_files: {
      name: string
      /** When a photo with the file was last added or removed. */
      touched_at: Time
      /** 1 while it is being removed and must not be used. */
      removing: Int
    }
    /** The bytes of photos rendered for an account in a day that began with the first of them. */
    rendered_bytes: {
      account_id: Int
      opened_at: Time
      bytes: Int
    }
  }
}

export const photoTables = {
  photos: { key: ['id'], hasGeneratedId: true },
  photo_files: { key: ['photo_id', 'name'] },
  media_files: { key: ['name'] },
  rendered_bytes: { key: ['account_id'] },
} satisfies Partial<CopiedTables>
