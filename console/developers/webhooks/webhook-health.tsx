import type { Webhook } from '@adoption-store/client'
import { Pill, type Tone } from '../../platform/pill.tsx'
import { Ago } from '../../platform/time.tsx'

const labels: Record<Webhook['health'], { label: string; tone: Tone }> = {
  working: { label: 'Working', tone: 'ok' },
  failing: { label: 'Failing', tone: 'bad' },
  paused: { label: 'Paused', tone: 'hold' },
  disabled: { label: 'Disabled', tone: 'plain' },
}

/** Whether events arrive at a webhook, in a word. */
export const WebhookHealth = ({ webhook: { health } }: { webhook: Webhook }) => (
  <Pill tone={labels[health].tone}>{labels[health].label}</Pill>
)

const disabledBecause: Record<NonNullable<Webhook['disabledReason']>, string> = {
  requested: 'Disabled on request.',
  failing: 'Disabled after failing for 5 days. Enable it once the receiver works again.',
  keyEnded: 'Disabled because the key that created it has ended.',
}

/** Since when deliveries fail, and why; empty for a webhook that works. */
export const WebhookTrouble = ({ webhook }: { webhook: Webhook }) => {
  const { health, failingSince, disabledReason, behind } = webhook
  if (health === 'paused')
    return 'Nothing is sent while the account is suspended or the owner of the webhook may not manage webhooks.'
  if (health === 'disabled') return disabledReason && disabledBecause[disabledReason]
  if (behind) return `Behind: events from ${behind.from} through ${behind.through} were removed before they were sent.`
  if (health !== 'failing' || !failingSince) return null
  return (
    <>
      No delivery has succeeded since <Ago at={failingSince} />. It is disabled after 5 days.
    </>
  )
}
