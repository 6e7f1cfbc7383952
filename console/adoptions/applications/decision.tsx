import type { Application, ApplicationStatus, Order, Profile } from '@adoption-store/client'
import { Button, Checkbox, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { notify, useAction } from '../../platform/action.ts'
import { confirm } from '../../platform/confirm.tsx'
import { FormModal } from '../../platform/form.tsx'
import { isOpenApplication } from '../../platform/open-statuses.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useCan } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import { BondedChoice, placePartners, useBonded } from '../orders/bonded-choice.tsx'
import { FeeField, feeError, feeFields } from '../orders/fee-field.tsx'
import { usePetsById } from '../orders/pet-names.ts'
import { applicationMoves, moveLabels } from './application-moves.ts'
import classes from './inbox.module.css'

type DecisionProps = { application: Application }

/** The next steps of an open application. The applicant gets mail about each. */
export const Decision = ({ application }: DecisionProps) => {
  const { id, status, applicant } = application
  const store = useStore()
  const [isApproving, setApproving] = useState(false)
  const canApprove = useCan('orders:write') && application.petId !== undefined
  const move = useAction((to: ApplicationStatus) => store.applications.update(id, { status: to }), {
    touches: [queryKeys.applications],
  })
  if (!isOpenApplication(status)) return null
  const close = (to: 'declined' | 'withdrawn', title: string, yes: string) =>
    confirm({
      title,
      text: 'A closed application cannot be reopened. The applicant gets an email, if the store sends mail.',
      yes,
      onYes: () => move.mutate(to),
    })
  const name = applicant?.name ?? 'this applicant'
  const [first, ...others] = applicationMoves[status].filter((to) => to !== status)
  return (
    <div className={classes.decide}>
      {first && (
        <Button loading={move.isPending} onClick={() => move.mutate(first)}>
          {moveLabels[first]}
        </Button>
      )}
      {others.map((to) => (
        <Button key={to} variant="default" onClick={() => move.mutate(to)}>
          {moveLabels[to]}
        </Button>
      ))}
      {canApprove && (
        <Button variant="default" onClick={() => setApproving(true)}>
          Approve…
        </Button>
      )}
      <Menu position="top-end" withinPortal>
        <Menu.Target>
          <Button variant="subtle" color="gray">
            Close…
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => close('declined', `Decline ${name}?`, 'Decline')}>Decline</Menu.Item>
          <Menu.Item onClick={() => close('withdrawn', `Has ${name} withdrawn?`, 'Mark as withdrawn')}>
            Mark as withdrawn
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isApproving && <ApproveDialog application={application} onClose={() => setApproving(false)} />}
    </div>
  )
}

/** Places and approves the adoption in the same step. */
const ApproveDialog = ({ application, onClose }: DecisionProps & { onClose: () => void }) => {
  const { id, petId, applicant } = application
  const store = useStore()
  const [, navigate] = useLocation()
  const [closeOthers, setCloseOthers] = useState(false)
  const pet = usePetsById(petId === undefined ? [] : [petId]).get(String(petId))
  const animal = pet?.name ?? `#${petId}`
  const bonded = useBonded(pet)
  const [typedFee, setTypedFee] = useState<{ fee: Profile['fee'] }>()
  // The fee of the animal, until another is typed.
  const fee = typedFee ? typedFee.fee : (bonded.profile?.fee ?? null)
  const approveAll = async (): Promise<Order> => {
    const order = await store.applications.approve(id, { closeOthers, ...(fee && { fee }) })
    const { customer } = order
    if (customer) await placePartners(store, bonded.together, { customer })
    return order
  }
  const approve = useAction(approveAll, {
    isErrorShown: true,
    touches: [queryKeys.applications, queryKeys.orders, queryKeys.animals, queryKeys.allPetsById],
    onDone(order: Order) {
      notify(`Approved. ${animal} is on hold for ${applicant?.name ?? 'the applicant'}.`)
      onClose()
      navigate(`/adoptions/${order.id}`)
    },
  })
  return (
    <FormModal
      title={`Approve ${applicant?.name ?? 'this application'}?`}
      error={approve.error}
      fields={feeFields}
      submitLabel="Approve"
      isBusy={approve.isPending}
      canSubmit
      onSubmit={() => approve.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">
        {animal} is put on hold until you hand it over, and an approved adoption is created. The applicant gets an
        email, if the store sends mail.
      </Text>
      {pet && <BondedChoice name={pet.name} {...bonded} />}
      <FeeField fee={fee} error={feeError(approve.error)} onChange={(next) => setTypedFee({ fee: next })} />
      <Checkbox
        label={`Decline all other open applications for ${animal}`}
        checked={closeOthers}
        onChange={(event) => setCloseOthers(event.currentTarget.checked)}
      />
    </FormModal>
  )
}
