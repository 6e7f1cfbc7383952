import type { Order } from '@adoption-store/client'
import { Button } from '@mantine/core'
import { PersonLink, useCanReadPeople } from '../../people/person-link.tsx'
import { useAction } from '../../platform/action.ts'
import { Avatar } from '../../platform/avatar.tsx'
import { confirm } from '../../platform/confirm.tsx'
import { Panel } from '../../platform/panel.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { telephoneLink } from '../../platform/telephone-link.ts'
import { useCan, useHasRight } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import classes from './order-view.module.css'

/** The adopter, with contact details. */
export const OrderAdopter = ({ order: { id, customer } }: { order: Order }) => {
  const canReadPeople = useCanReadPeople()
  if (!customer) {
    return (
      <Panel title="Adopter">
        <p className={classes.note}>The adopter’s data was erased.</p>
      </Panel>
    )
  }
  const { name, email, phone } = customer
  return (
    <Panel title="Adopter">
      <div className={classes.person}>
        <Avatar name={name} size={36} />
        <span>
          <b dir="auto">{name}</b>
          {canReadPeople && <PersonLink email={email} />}
        </span>
      </div>
      <dl className={classes.contact}>
        <dt>Email</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
        {phone && (
          <>
            <dt>Phone</dt>
            <dd>
              <a href={telephoneLink(phone)}>{phone}</a>
            </dd>
          </>
        )}
      </dl>
      <EraseButton id={id} />
    </Panel>
  )
}

const EraseButton = ({ id }: { id: Order['id'] }) => {
  const store = useStore()
  const canWrite = useCan('orders:write')
  const canErase = useHasRight('customers:erase') && canWrite
  const erase = useAction(() => store.orders.eraseCustomer(id), {
    done: `The adopter's data in adoption ${id} has been erased.`,
    touches: [queryKeys.orders],
  })
  if (!canErase) return null
  const ask = () =>
    confirm({
      title: 'Erase the adopter’s data?',
      text: 'Name, email, phone and note are removed from this adoption, from past events and from webhooks not yet sent. This cannot be undone. The adoption itself stays.',
      yes: 'Erase data',
      onYes: () => erase.mutate(undefined),
    })
  return (
    <Button className={classes.erase ?? ''} size="xs" variant="default" loading={erase.isPending} onClick={ask}>
      Erase data
    </Button>
  )
}
