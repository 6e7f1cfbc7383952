import type { DocumentKind, Int64, PrintedDocument } from '@adoption-store/client'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { LoadFailure } from '../../platform/failure.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { Pill } from '../../platform/pill.tsx'
import { PrintFrame, printFrame, useFrame } from '../../platform/print-frame.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { formatTime } from '../../platform/time-format.ts'
import { useStore } from '../../session/session.ts'
import { useCanWriteWords } from './can-write-words.ts'
import { kindLabels } from './document-kinds.ts'
import { readersWriting } from './writing.ts'

type PageProps = {
  orderId: Int64
  kind: DocumentKind
  /** Another adoption that the contract covers too. */
  otherId?: Int64 | undefined
}

/** A document of an adoption, to print. */
export const DocumentPage = ({ orderId, kind, otherId }: PageProps) => {
  const store = useStore()
  const canWrite = useCanWriteWords()
  const frame = useFrame()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.document(orderId, kind, otherId),
    queryFn: ({ signal }) =>
      otherId === undefined
        ? store.documents[kind](orderId, readersWriting, { signal })
        : store.documents.contract(orderId, { ...readersWriting, with: otherId }, { signal }),
  })
  return (
    <>
      <div data-no-print>
        <Anchor component={Link} to={`/adoptions/${orderId}`} size="sm" underline="always">
          Adoption {String(orderId)}
        </Anchor>
        <PageHead
          title={
            otherId === undefined
              ? kindLabels[kind].of(String(orderId))
              : `Contract of adoptions ${orderId} and ${otherId}`
          }
        >
          {canWrite && (
            <Button component={Link} to={`/settings/documents?of=${kind}`} variant="default">
              Edit the template
            </Button>
          )}
          <Button disabled={!data} onClick={() => printFrame(frame)}>
            Print
          </Button>
        </PageHead>
      </div>
      <LoadFailure query={{ data, error, refetch }} />
      {!data && !error && <SkeletonRows what="the document" rows={6} />}
      {otherId !== undefined && (
        <Text size="sm" c="dimmed" mb="sm" data-no-print>
          A draft for both animals. At its hand-over, each adoption stores a contract of its own.
        </Text>
      )}
      {data && <DocumentState {...data} />}
      {data && <PrintFrame html={data.html} title={data.title} frame={frame} />}
    </>
  )
}

const DocumentState = ({ state, signed }: PrintedDocument) => {
  if (state === 'draft') return null
  if (state === 'notStored' || !signed)
    return (
      <Text size="sm" c="dimmed" mb="sm" data-no-print>
        This animal was handed over before the store kept signed contracts. The contract shows today’s details.
      </Text>
    )
  return (
    <Group gap="sm" mb="sm" data-no-print>
      <Pill tone="ok">Signed</Pill>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {formatTime(signed.signedAt)}, SHA-256 {signed.sha256}
      </Text>
    </Group>
  )
}
