/** What the service leaves undone at the moment. */
export type Maintenance = {
  /** Whether mail and webhook deliveries wait in their queues, until a restore is confirmed. */
  isSendingHeld(): boolean
}

export type RestoreChange = { kind: 'restore confirmed' }
