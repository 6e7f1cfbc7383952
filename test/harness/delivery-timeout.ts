import type { RulesConfig } from '../../server/program/config/rules.settings.ts'

/** For `rules` of `testApp()`: how long a delivery to a webhook may take. */
export const within =
  (timeoutMs: number) =>
  ({ webhooks }: RulesConfig) => ({ webhooks: { ...webhooks, timeoutMs } })
