import type { Import, ImportOptions, ImportUndone, Int64 } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../platform/action.ts'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

/** Each request counts against the limits of the account, and an import may take minutes. */
const FIRST_POLL_MS = 1_000
const POLL_MS = 2_500
const FIRST_POLLS = 15
/** The number of recent imports to list. */
const MAX_LISTED = 20

const isWorking = ({ status }: Pick<Import, 'status'>): boolean => status === 'checking' || status === 'running'

/** One import, polled while the server works on it. */
export const useImport = (id: Int64) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.import(id),
    queryFn: ({ signal }) => store.imports.get(id, { signal }),
    refetchInterval: ({ state }) => {
      if (!state.data || !isWorking(state.data)) return false
      return state.dataUpdateCount < FIRST_POLLS ? FIRST_POLL_MS : POLL_MS
    },
  })
}

/** The imports of an account, newest first; staff may name another account than their own. */
export const useImports = (accountId: Int64 | undefined) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.importList(accountId),
    queryFn: async ({ signal }) => {
      const query = { limit: MAX_LISTED, ...(accountId !== undefined && { accountId }) }
      return (await store.imports.list(query, { signal })).items
    },
    refetchInterval: ({ state }) => (state.data?.some(isWorking) ? POLL_MS : false),
  })
}

type NewImport = { file: File; accountId: Int64 | undefined }

export const useCreateImport = (onDone: (created: Import) => void) => {
  const store = useStore()
  return useAction(
    ({ file, accountId }: NewImport) =>
      store.imports.create(file, {
        fileName: file.name.slice(-MAX_FILE_NAME),
        ...(accountId !== undefined && { accountId }),
      }),
    {
      touches: [queryKeys.importLists],
      isErrorShown: true,
      onDone: (created) => {
        show(created)
        onDone(created)
      },
    },
  )
}

const MAX_FILE_NAME = 200

/** Options to be changed; undefined restores the default. */
export type OptionChanges = { [Name in keyof ImportOptions]?: ImportOptions[Name] | undefined }

/** Reads the file again in another way. */
export const useCheckImport = (of: Pick<Import, 'id' | 'options' | 'encodings'>) => {
  const store = useStore()
  return useAction((changes: OptionChanges) => store.imports.check(of.id, changed(of, changes)), {
    touches: [queryKeys.importLists],
    isErrorShown: true,
    onDone: show,
  })
}

/** The server takes all options at once. An encoding that nobody has chosen stays a guess. */
const changed = (
  { options: { encoding, ...options }, encodings }: Pick<Import, 'options' | 'encodings'>,
  changes: OptionChanges,
): ImportOptions =>
  Object.fromEntries(
    Object.entries({
      ...options,
      encoding: encodings ? undefined : encoding,
      ...changes,
    }).filter(([, value]) => value !== undefined),
  )

export const useRunImport = (id: Int64) => {
  const store = useStore()
  return useAction((again: boolean) => store.imports.run(id, again ? { again } : {}), {
    touches: [queryKeys.importLists],
    isErrorShown: true,
    onDone: show,
  })
}

export const useUndoImport = (id: Int64) => {
  const store = useStore()
  return useAction((_: undefined) => store.imports.undo(id), {
    touches: [queryKeys.imports, queryKeys.animals, queryKeys.categories, queryKeys.profiles],
    isErrorShown: true,
    onDone: (undone) => {
      queryClient.setQueryData(queryKeys.importKept(id), undone.kept)
      queryClient.setQueryData<Import>(queryKeys.import(id), (before) => before && asUndone(before, undone))
    },
  })
}

const asUndone = ({ undoUntil: _, ...rest }: Import, undone: ImportUndone): Import => ({
  ...rest,
  status: 'undone',
  undone: { ...undone, kept: undone.kept.length },
})

/** The animals that an undo in this tab left as they are: the import itself has only their number. */
export const keptAnimals = (id: Int64): ImportUndone['kept'] =>
  queryClient.getQueryData<ImportUndone['kept']>(queryKeys.importKept(id)) ?? []

/** Forgets a file that is not imported. */
export const useRemoveImport = () => {
  const store = useStore()
  return useAction((id: Int64) => store.imports.remove(id), { touches: [queryKeys.importLists] })
}

export const useReportCsv = (id: Int64) => {
  const store = useStore()
  return (): Promise<string> => store.imports.reportCsv(id)
}

const show = (current: Import): void => void queryClient.setQueryData(queryKeys.import(current.id), current)
