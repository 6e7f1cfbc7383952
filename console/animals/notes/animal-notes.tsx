import type { Int64, Note } from '@adoption-store/client'
import { Button, Group, Text, Textarea } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { confirm } from '../../platform/confirm.tsx'
import { fieldError } from '../../platform/error-messages.ts'
import { Failure, LoadFailure } from '../../platform/failure.tsx'
import { LoadMore } from '../../platform/load-more.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { Ago } from '../../platform/time.tsx'
import { useUnsaved } from '../../platform/unsaved.ts'
import { useHasRight, useMe } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import classes from './animal-notes.module.css'

const PAGE_SIZE = 50

/** Notes of the staff about an animal, newest first. */
export const AnimalNotes = ({ petId, name }: { petId: Int64; name: string }) => {
  const list = useNotes(petId)
  const notes = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <NoteForm petId={petId} name={name} />
      <LoadFailure query={list} />
      {!list.data && !list.error && <SkeletonRows what="the notes" rows={3} />}
      {list.data && notes.length === 0 && <Text c="dimmed">No notes yet. Only your staff can read them.</Text>}
      {notes.length > 0 && (
        <ul className={classes.notes} aria-label={`Notes about ${name}`}>
          {notes.map((note) => (
            <NoteItem key={String(note.id)} note={note} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </>
  )
}

const NoteForm = ({ petId, name }: { petId: Int64; name: string }) => {
  const store = useStore()
  const [text, setText] = useState('')
  useUnsaved(text.trim() !== '', ['tab'])
  const add = useAction((written: string) => store.notes.add(petId, { text: written }), {
    isErrorShown: true,
    done: 'Note added.',
    // Text that was typed during the request stays.
    onDone: (_, sent) => setText((now) => (now.trim() === sent ? '' : now)),
    touches: [queryKeys.animalNotes(petId)],
  })
  const issue = fieldError(add.error, 'text')
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate(text.trim())
      }}
    >
      {add.error && !issue ? <Failure error={add.error} mb="sm" /> : null}
      <Textarea
        label={`Note about ${name}`}
        description="Only your staff can read it."
        autosize
        minRows={2}
        maxRows={12}
        maxLength={4_000}
        value={text}
        error={issue}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button type="submit" disabled={text.trim() === ''} loading={add.isPending}>
          Add note
        </Button>
      </Group>
    </form>
  )
}

const NoteItem = ({ note }: { note: Note }) => {
  const store = useStore()
  const canRemove = useCanRemove(note)
  const remove = useAction(() => store.notes.remove(note.id), {
    done: 'Note deleted.',
    touches: [queryKeys.animalNotes(note.petId)],
  })
  const author = note.author.name ?? 'Somebody'
  const ask = () =>
    confirm({
      title: 'Delete this note?',
      text: 'It cannot be restored.',
      yes: 'Delete',
      onYes: () => remove.mutate(undefined),
    })
  return (
    <li>
      <p dir="auto">{note.text}</p>
      <Group gap="xs">
        <Text span size="sm" c="dimmed">
          <bdi>{author}</bdi>, <Ago at={note.createdAt} />
        </Text>
        {canRemove && (
          <Button
            size="compact-xs"
            variant="default"
            loading={remove.isPending}
            aria-label={`Delete the note by ${author}`}
            onClick={ask}
          >
            Delete
          </Button>
        )}
      </Group>
    </li>
  )
}

/** Its author and managers. The API checks this again. */
const useCanRemove = ({ author }: Note): boolean => {
  const isManager = useHasRight('pets:delete')
  const { data: me } = useMe()
  return isManager || (me?.type === 'user' && me.name === author.name)
}

const useNotes = (petId: Int64) => {
  const store = useStore()
  return useInfiniteQuery({
    queryKey: queryKeys.animalNotes(petId),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: PAGE_SIZE, ...(cursor && { cursor }) }
      const { items, nextCursor } = await store.notes.list(petId, query, { signal })
      return { items, nextCursor }
    },
    getNextPageParam: (last) => last.nextCursor,
  })
}
