import { type DocumentKind, documentKinds, type Order, type OrderStatus } from '@adoption-store/client'

type KindLabels = {
  /** The end of the URL. */
  path: string
  title: string
  of: (orderId: string) => string
}

export const kindLabels: Record<DocumentKind, KindLabels> = {
  contract: { path: 'contract', title: 'Contract', of: (id) => `Contract of adoption ${id}` },
  returnSlip: {
    path: 'return-slip',
    title: 'Return slip',
    of: (id) => `Return slip of adoption ${id}`,
  },
}

const statusesOf: Record<DocumentKind, readonly OrderStatus[]> = {
  contract: ['placed', 'approved', 'delivered', 'returned'],
  returnSlip: ['delivered', 'returned'],
}

/** The documents of an adoption. The API checks this again. */
export const documentsOf = ({ status, customer }: Order): DocumentKind[] =>
  customer ? documentKinds.filter((kind) => statusesOf[kind].includes(status)) : []
