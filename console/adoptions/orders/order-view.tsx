import type { Int64, Order } from '@adoption-store/client'
import { Alert, Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { PersonLink, useCanReadPeople } from '../../people/person-link.tsx'
import { useAction } from '../../platform/action.ts'
import { confirm } from '../../platform/confirm.tsx'
import { useNowMs } from '../../platform/countdown.ts'
import { LoadFailure } from '../../platform/failure.tsx'
import { useFallbackPollMs } from '../../platform/fallback-poll.ts'
import { Loading } from '../../platform/load-more.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { orderQuery } from '../../platform/record-queries.ts'
import { Time } from '../../platform/time-format.tsx'
import { UpLink } from '../../platform/up-link.tsx'
import { useCan, useHasRight } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import { DocumentButtons } from '../contracts/document-links.tsx'
import { OrderStatusPill, OrderTime } from './order-status.tsx'
import { OrderStepButtons } from './order-step-buttons.tsx'
import { orderMeanings } from './order-steps.ts'
import { usePetsById } from './pet-names.ts'
import { PublishAgain } from './publish-again.tsx'

/** One order and its next steps. */
export const OrderView = ({ id }: { id: Int64 }) => {
  const { data, error, refetch } = useQuery({
    ...orderQuery(useStore(), id),
    refetchInterval: useFallbackPollMs(),
  })
  return (
    <>
      <UpLink to="/adoptions">All adoptions</UpLink>
      <PageHead title={`Adoption ${id}`}>{data && <DocumentButtons order={data} />}</PageHead>
      <LoadFailure query={{ data, error, refetch }} />
      {!data && !error && <Loading what="the adoption" />}
      {data && <Details order={data} />}
    </>
  )
}

const Details = ({ order }: { order: Order }) => {
  const nowMs = useNowMs(order.expiresAt !== undefined)
  const pet = usePetsById([order.petId]).get(String(order.petId))
  return (
    <Stack maw={760}>
      <Paper withBorder p="md">
        <Group justify="space-between">
          <Group gap="sm">
            <OrderStatusPill status={order.status} />
            <Text size="sm">{orderMeanings[order.status]}</Text>
          </Group>
          <OrderStepButtons order={order} nowMs={nowMs} />
        </Group>
      </Paper>
      {order.status === 'returned' && pet?.status === 'available' && (
        <PublishAgain
          {...{ petId: pet.id, name: pet.name, isByReturn: order.petUnpublished === true }}
        />
      )}
      <Paper withBorder p="md">
        <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} m={0}>
          <Fact name="Animal">
            <Anchor component={Link} to={`/animals/${order.petId}`} underline="always" size="sm">
              {pet ? `${pet.name} (#${pet.id})` : `#${order.petId}`}
            </Anchor>
          </Fact>
          <Fact name={order.expiresAt ? 'Awaiting approval' : 'Updated'}>
            <OrderTime order={order} nowMs={nowMs} />
          </Fact>
          <Fact name="Created">
            <Time at={order.createdAt} />
          </Fact>
          {order.applicationId !== undefined && (
            <Fact name="Application">
              <Anchor
                component={Link}
                to={`/applications/${order.applicationId}`}
                underline="always"
                size="sm"
              >
                Application {String(order.applicationId)}
              </Anchor>
            </Fact>
          )}
          {order.returnReason && <Fact name="Reason for the return">{order.returnReason}</Fact>}
          <Fact name="Note">
            <Text span size="sm" style={{ whiteSpace: 'pre-wrap' }}>
              {order.note ?? '–'}
            </Text>
          </Fact>
        </SimpleGrid>
      </Paper>
      <CustomerCard order={order} />
    </Stack>
  )
}

const CustomerCard = ({ order }: { order: Order }) => {
  const store = useStore()
  const canReadPeople = useCanReadPeople()
  const canWrite = useCan('orders:write')
  const canErase = useHasRight('customers:erase') && canWrite
  const erase = useAction(() => store.orders.eraseCustomer(order.id), {
    done: `The adopter's data in adoption ${order.id} has been erased.`,
    touches: [queryKeys.orders],
  })
  const { customer } = order
  const ask = () =>
    confirm({
      title: 'Erase the adopter’s data?',
      text: 'Name, email, phone and note are removed from this adoption, from past events and from webhooks not yet sent. This cannot be undone. The adoption itself stays.',
      yes: 'Erase data',
      onYes: () => erase.mutate(undefined),
    })
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Adopter
        </Title>
        {customer && canErase && (
          <Button size="xs" variant="default" loading={erase.isPending} onClick={ask}>
            Erase data
          </Button>
        )}
      </Group>
      {customer ? (
        <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} m={0}>
          <Fact name="Name">{customer.name}</Fact>
          <Fact name="Email">{customer.email}</Fact>
          <Fact name="Phone">{customer.phone ?? '–'}</Fact>
          {canReadPeople && (
            <Fact name="This person">
              <PersonLink email={customer.email} />
            </Fact>
          )}
        </SimpleGrid>
      ) : (
        <Alert color="gray">The adopter’s data was erased.</Alert>
      )}
    </Paper>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Text component="dt" size="xs" c="dimmed">
      {name}
    </Text>
    <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </div>
)
