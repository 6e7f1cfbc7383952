import type { Command } from 'commander'
import type { Int64, Photo } from '../mod.ts'
import { type CommandContext, type Repeatable, readId, remote, repeatable } from './remote.ts'

/** `photos list|add|remove`: the photos of an animal of a remote service. */
export const photoCommands =
  (context: CommandContext) =>
  (photos: Command): void => {
    const list = photos.command('list').description("list an animal's photos").argument('<pet>', 'the animal', readId)
    remote<[Int64]>(list, context, async (store, [petId]) => {
      const found = await store.photos.list(petId)
      return {
        json: found,
        headings: ['ID', 'WIDTH', 'HEIGHT', 'LARGEST FILE', 'DESCRIPTION'],
        rows: found.map(photoRow),
      }
    })

    const add = repeatable(
      photos.command('add').description('add photos: JPEG, PNG, WebP, AVIF or GIF, up to 15 MB each'),
    )
      .argument('<pet>', 'the animal', readId)
      .argument('<files...>', 'image files')
      .option('--alt <text>', 'a description, for people who cannot see the photos')
    remote<[Int64, string[]], Repeatable & { alt?: string }>(
      add,
      context,
      async (store, [petId, files], { alt, idempotencyKey: key }) => {
        const added: Photo[] = []
        for (const [at, path] of files.entries()) {
          // Each photo is a request of its own, with a key of its own.
          const idempotencyKey = key === undefined || at === 0 ? key : `${key}-${at + 1}`
          const photo = await store.photos.add(petId, { path }, { idempotencyKey })
          added.push(alt === undefined ? photo : await store.photos.update(photo.id, { alt }))
        }
        const ids = added.map(({ id }) => id).join(', ')
        const text = added.length === 1 ? `Photo ${ids} was added.` : `Photos ${ids} were added.`
        return { json: added, text }
      },
    )

    const remove = photos.command('remove').description('delete a photo').argument('<photo>', 'the photo', readId)
    remote<[Int64]>(remove, context, async (store, [id]) => {
      await store.photos.remove(id)
      return { json: { id, removed: true }, text: `Photo ${id} was deleted.` }
    })
  }

const photoRow = ({ id, width, height, variants, alt = '' }: Photo): unknown[] => [
  id,
  width,
  height,
  variants.at(-1)?.url ?? '',
  alt,
]
