import type { DeliveryDetails as Details, Int64 } from '@adoption-store/client'
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../platform/failure.tsx'
import { Loading } from '../../platform/load-more.tsx'
import { Pill } from '../../platform/pill.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { ReturnFocus } from '../../platform/return-focus.ts'
import { Time } from '../../platform/time.tsx'
import { useStore } from '../../session/session.ts'
import classes from './delivery-details.module.css'
import { deliveryLabels, eventTitle, responseText } from './delivery-labels.ts'

type DetailsProps = { webhookId: Int64; deliveryId: string; onClose: () => void }

/** One delivery: what was sent, and what the receiver responded. */
export const DeliveryDetails = ({ webhookId, deliveryId, onClose }: DetailsProps) => {
  const store = useStore()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.delivery(webhookId, deliveryId),
    queryFn: ({ signal }) => store.webhooks.delivery(webhookId, deliveryId, { signal }),
  })
  return (
    <Modal opened onClose={onClose} title={data ? eventTitle(data) : 'Delivery'} size="lg">
      <ReturnFocus />
      <LoadFailure query={{ data, error, refetch }} />
      {!data && !error && <Loading what="the delivery" />}
      {data && <Loaded delivery={data} />}
    </Modal>
  )
}

const Loaded = ({ delivery }: { delivery: Details }) => {
  const { payload, responseBody } = delivery
  return (
    <>
      <Facts delivery={delivery} />
      <h3 className={classes.part}>Payload</h3>
      <Text
        label="Payload"
        text={payload && JSON.stringify(payload, null, 2)}
        none="It is no longer stored, or you may not read such events."
      />
      <h3 className={classes.part}>Response</h3>
      <Text label="Response" text={responseBody} none="The response had no text." />
    </>
  )
}

const Facts = ({ delivery }: { delivery: Details }) => {
  const { label, tone } = deliveryLabels[delivery.status]
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Status</dt>
        <dd>
          <Pill tone={tone}>{label}</Pill>
        </dd>
      </div>
      <div>
        <dt>Last response</dt>
        <dd>{responseText(delivery) ?? 'None yet'}</dd>
      </div>
      <div>
        <dt>Last attempt</dt>
        <dd>{delivery.lastAttemptAt ? <Time at={delivery.lastAttemptAt} /> : 'None yet'}</dd>
      </div>
      <div>
        <dt>Attempts</dt>
        <dd>{delivery.attempts}</dd>
      </div>
      <div>
        <dt>Event</dt>
        <dd>
          <code>{delivery.eventId}</code>
        </dd>
      </div>
    </dl>
  )
}

type TextProps = { label: string; text: string | undefined; none: string }

/** It can be scrolled with the keyboard. */
const Text = ({ label, text, none }: TextProps) =>
  text ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus
    <section className={classes.text} aria-label={label} tabIndex={0}>
      <pre>{text}</pre>
    </section>
  ) : (
    <p className={classes.none}>{none}</p>
  )
