import type { Order } from '@adoption-store/client'
import { documentsOf } from '../../adoptions/contracts/document-kinds.ts'
import { DocumentButtons } from '../../adoptions/contracts/document-links.tsx'
import { Panel } from '../../platform/panel.tsx'
import { Pill } from '../../platform/pill.tsx'
import { formatDay } from '../../platform/time-format.ts'
import classes from './order-view.module.css'

/** The contract, and whether it is signed. */
export const OrderContract = ({ order, name }: { order: Order; name: string }) => {
  const { contract } = order
  const isPrintable = documentsOf(order).length > 0
  if (!isPrintable && !contract) return null
  return (
    <Panel title="Contract" aside={contract && <Pill tone="ok">Signed</Pill>}>
      <div className={classes.deed}>
        <span className={classes.sheet} aria-hidden="true" />
        <div>
          <p dir="auto">{textOf(order, name, isPrintable)}</p>
          {contract && <small>SHA-256: {contract.sha256}</small>}
        </div>
        {isPrintable && (
          <div className={classes.prints}>
            <DocumentButtons order={order} />
          </div>
        )}
      </div>
    </Panel>
  )
}

const textOf = ({ contract, status }: Order, name: string, isPrintable: boolean): string => {
  if (contract && !isPrintable) return 'The document was deleted with the adopter’s data.'
  if (contract)
    return `Signed on ${formatDay(contract.signedAt)}. Later changes to ${name} or the template don’t affect it.`
  return status === 'delivered' || status === 'returned'
    ? `Handed over before signed contracts were stored. It shows today’s details of ${name}.`
    : `A draft with today’s details of ${name}. It is fixed when you hand ${name} over.`
}
