import type { Order } from '@adoption-store/client'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { FeeField, feeError, feeFields } from '../../adoptions/orders/fee-field.tsx'
import { useAction } from '../../platform/action.ts'
import { FormModal } from '../../platform/form.tsx'
import { Panel } from '../../platform/panel.tsx'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useCan } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import { feeText } from '../profiles/profile-labels.ts'
import classes from './order-view.module.css'

/** What the adopter pays, which can change until the contract is fixed. */
export const OrderFee = ({ order }: { order: Order }) => {
  const [isEdited, setEdited] = useState(false)
  const isOpen = order.status === 'placed' || order.status === 'approved'
  const canChange = useCan('orders:write') && isOpen
  const { fee } = order
  if (!fee && !canChange) return null
  return (
    <Panel title="Fee">
      <div className={classes.fee}>
        <p>{fee ? 'Part of the contract' : 'The contract has the fee of the animal, if it has one.'}</p>
        {fee && <b>{feeText({ fee })}</b>}
      </div>
      {canChange && (
        <Button variant="default" mt="sm" onClick={() => setEdited(true)}>
          {fee ? 'Change fee' : 'Set fee'}
        </Button>
      )}
      {isEdited && <FeeDialog order={order} onClose={() => setEdited(false)} />}
    </Panel>
  )
}

const FeeDialog = ({ order, onClose }: { order: Order; onClose: () => void }) => {
  const store = useStore()
  const [fee, setFee] = useState(order.fee ?? null)
  const save = useAction(() => store.orders.update(order.id, { fee }), {
    isErrorShown: true,
    touches: [queryKeys.orders],
    onDone(saved) {
      queryClient.setQueryData(queryKeys.order(order.id), saved)
      onClose()
    },
  })
  return (
    <FormModal
      title="Adoption fee"
      submitLabel="Save"
      error={save.error}
      fields={feeFields}
      isBusy={save.isPending}
      canSubmit
      onSubmit={() => save.mutate(undefined)}
      onClose={onClose}
    >
      <FeeField fee={fee} error={feeError(save.error)} onChange={setFee} />
    </FormModal>
  )
}
