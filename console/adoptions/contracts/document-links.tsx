import type { Order } from '@adoption-store/client'
import { Anchor, Button } from '@mantine/core'
import { Link } from 'wouter'
import { documentsOf, kindLabels } from './document-kinds.ts'

/** Links to the documents of an adoption. */
export const DocumentLinks = ({ order }: { order: Order }) =>
  documentsOf(order).map((kind) => (
    <Anchor
      key={kind}
      component={Link}
      to={`/adoptions/${order.id}/${kindLabels[kind].path}`}
      size="sm"
      underline="always"
      aria-label={kindLabels[kind].of(String(order.id))}
    >
      {kindLabels[kind].title}
    </Anchor>
  ))

export const DocumentButtons = ({ order }: { order: Order }) =>
  documentsOf(order).map((kind) => (
    <Button key={kind} component={Link} to={`/adoptions/${order.id}/${kindLabels[kind].path}`} variant="default">
      {kindLabels[kind].title}
    </Button>
  ))
