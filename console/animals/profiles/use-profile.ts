import type { Int64, Profile } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { onWritable } from '../../platform/maintenance.ts'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { profileQuery } from '../../platform/record-queries.ts'
import { onTroubleEnd } from '../../platform/trouble.ts'
import { warnAtUnload } from '../../platform/unload.ts'
import { useUnsaved } from '../../platform/unsaved.ts'
import { useSession, useStore } from '../../session/session.ts'
import {
  type ProfileDraft,
  type ProfileField,
  pendingOf,
  profileDraft,
  rejectionOf,
  type SavedProfile,
  type SaveState,
} from './profile-draft.ts'

export const useProfile = (petId: Int64) => useQuery(profileQuery(useStore(), petId))

/** A profile on a page that can change it. */
export type EditedProfile = Pick<ProfileDraft, 'change' | 'save' | 'resolve'> & {
  /** The saved profile with unsaved changes. */
  profile: Profile
  state: SaveState
  errorOf: (field: ProfileField) => string | undefined
}

export const useEditedProfile = (petId: Int64, saved: SavedProfile): EditedProfile => {
  const { profiles } = useStore()
  const [first] = useState(saved)
  const draft = useMemo(() => {
    const queryKey = queryKeys.profile(petId)
    return profileDraft({
      profiles,
      petId,
      saved: () => queryClient.getQueryData<SavedProfile>(queryKey) ?? first,
      onSaved(fresh) {
        // A response under way may be older or newer, so it is requested again.
        const isReading = queryClient.isFetching({ queryKey }) > 0
        void queryClient.cancelQueries({ queryKey })
        queryClient.setQueryData(queryKey, fresh)
        if (isReading) void queryClient.invalidateQueries({ queryKey })
      },
    })
  }, [profiles, petId, first])
  const unsaved = draft.use()
  useSavedWhenLeft(draft)
  useUnsaved(isStuck(unsaved.state))
  return {
    ...draft,
    profile: { ...saved.profile, ...pendingOf(unsaved) },
    state: unsaved.state,
    errorOf: (field) => rejectionOf(unsaved, field),
  }
}

/** Saving again, as on leaving the page, would not help. */
const isStuck = (state: SaveState): boolean => state === 'failed' || state === 'invalid' || state === 'conflict'

/**
 * Saves when the user leaves the page, the server is reachable or writable again, or the user has
 * signed in again, and warns before the browser closes with unsaved changes.
 */
const useSavedWhenLeft = (draft: ProfileDraft): void => {
  const isSignedIn = useSession().kind !== 'paused'
  useEffect(() => {
    if (isSignedIn) draft.save()
  }, [draft, isSignedIn])
  useEffect(() => {
    const stopWarning = warnAtUnload(() => {
      draft.save()
      return draft.isDirty()
    })
    window.addEventListener('online', draft.save)
    const stopWaiting = [onWritable(draft.save), onTroubleEnd(draft.save)]
    return () => {
      stopWarning()
      for (const stop of stopWaiting) stop()
      window.removeEventListener('online', draft.save)
      draft.save()
    }
  }, [draft])
}
