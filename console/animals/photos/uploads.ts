import { type Int64, isApiError, type Photo } from '@adoption-store/client'
import { useEffect, useRef, useState } from 'react'
import { notifyError } from '../../platform/action.ts'
import { messageFor } from '../../platform/error-messages.ts'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { randomKey } from '../../platform/random-key.ts'
import { warnAtUnload } from '../../platform/unload.ts'
import { watchUpload } from '../../platform/upload-fetch.ts'
import { useStore } from '../../session/session.ts'

/** A file on its way to the server, or why it did not arrive. */
export type Upload = {
  id: number
  file: File
  /** A repeated upload must not add the photo twice. */
  idempotencyKey: string
  /** How much of it is sent, from 0 to 1; undefined while it waits. Then the server makes its sizes. */
  share?: number | undefined
  failure?: { reason: string; mayRetry: boolean } | undefined
}

/** Uploads files one after the other, in order. Failed ones stay in the list with the reason. */
export const useUploads = (petId: Int64) => {
  const store = useStore()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  /** The last outcome, for screen readers. */
  const [outcome, setOutcome] = useState('')
  const queue = useRef<Upload[]>([])
  const current = useRef<{ id: number; stop: AbortController }>(undefined)
  const isShown = useShown()
  useEffect(() => warnAtUnload(() => current.current !== undefined), [])

  const change = (id: number, part: Partial<Upload>) =>
    setUploads((before) => before.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const remove = (id: number) => setUploads((before) => before.filter((one) => one.id !== id))

  const send = async ({ id, file, idempotencyKey }: Upload, signal: AbortSignal) => {
    watchUpload(file, (share) => change(id, { share }))
    try {
      showPhoto(await store.photos.add(petId, file, { idempotencyKey, signal }))
      remove(id)
      setOutcome(`${file.name} was added.`)
    } catch (error) {
      if (signal.aborted) {
        // The whole file may have arrived before.
        void queryClient.invalidateQueries({ queryKey: queryKeys.photoList(petId) })
        return
      }
      if (!isShown.current) notifyError(error)
      const { title, detail } = messageFor(error)
      const mayRetry = !isApiError(error, 'invalid_image')
      const reason = isApiError(error) ? detail || title : title
      change(id, { share: undefined, failure: { reason, mayRetry } })
      setOutcome(`${file.name} was not added.`)
    }
  }

  const sendAll = async (): Promise<void> => {
    if (current.current) return
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const stop = new AbortController()
      current.current = { id: next.id, stop }
      await send(next, stop.signal)
      current.current = undefined
    }
  }

  const enqueue = (added: readonly Upload[]) => {
    queue.current.push(...added)
    void sendAll()
  }

  return {
    uploads,
    outcome,

    add(files: readonly File[]) {
      const added = files.map((file) => ({ id: ++lastId, file, idempotencyKey: randomKey() }))
      setUploads((before) => [...before, ...added])
      enqueue(added)
    },

    retry(upload: Upload) {
      change(upload.id, { failure: undefined })
      enqueue([upload])
    },

    /** Stops an upload, or takes a failed one out of the list. */
    cancel(id: number) {
      queue.current = queue.current.filter((one) => one.id !== id)
      if (current.current?.id === id) current.current.stop.abort()
      remove(id)
    },
  }
}

let lastId = 0

const useShown = () => {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

const showPhoto = (photo: Photo): void => {
  queryClient.setQueryData<Photo[]>(queryKeys.photoList(photo.petId), (photos) =>
    photos ? [...photos.filter(({ id }) => String(id) !== String(photo.id)), photo] : photos,
  )
}
