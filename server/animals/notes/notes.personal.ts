import { Type } from 'typebox'
import type { Mentions } from '../../people/personal-data/personal-data.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { listMentions } from './notes.repository.ts'

export const noteMentions: Mentions = {
  list: listMentions,
  schema: Type.Array(Int64({ description: 'Identifier of an animal.' }), {
    description:
      "Animals whose notes contain the person's email address, at most 200. Notes are not erased: read them, and delete those that should go.",
  }),
}
