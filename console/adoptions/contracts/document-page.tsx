import type { DocumentKind, Int64 } from '@adoption-store/client'
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { LoadFailure } from '../../platform/failure.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { useStore } from '../../session/session.ts'
import { useCanWriteWords } from './can-write-words.ts'
import { kindLabels } from './document-kinds.ts'
import { DocumentSheet } from './document-sheet.tsx'
import { readersWriting } from './writing.ts'

/** A document of an adoption, to print. */
export const DocumentPage = ({ orderId, kind }: { orderId: Int64; kind: DocumentKind }) => {
  const store = useStore()
  const canWrite = useCanWriteWords()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.document(orderId, kind),
    queryFn: ({ signal }) => store.documents[kind](orderId, readersWriting, { signal }),
  })
  return (
    <>
      <div data-no-print>
        <Anchor component={Link} to={`/adoptions/${orderId}`} size="sm" underline="always">
          Adoption {String(orderId)}
        </Anchor>
        <PageHead title={kindLabels[kind].of(String(orderId))}>
          {canWrite && (
            <Button component={Link} to={`/settings/documents?of=${kind}`} variant="default">
              Edit the template
            </Button>
          )}
          <Button disabled={!data} onClick={() => window.print()}>
            Print
          </Button>
        </PageHead>
      </div>
      <LoadFailure query={{ data, error, refetch }} />
      {!data && !error && <SkeletonRows what="the document" rows={6} />}
      {data && <DocumentSheet {...data} />}
    </>
  )
}
