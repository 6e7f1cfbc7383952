/** What replaces each setting that was removed. Values of these settings are ignored. */
export const removedSettings: Readonly<Record<string, string>> = {
  REQUEST_LOG_MAX_MB: 'the request log limits its own size',
  BAN_STRIKE_WINDOW_SECONDS: 'strikes expire after a minute',
  BAN_MAX_SECONDS: 'a ban lasts at most a day',
  BAN_MEMORY_SECONDS: 'bans are forgotten after a day',
  ENTERPRISE_STREAMS: 'an Enterprise account may have 1,000 event streams',
  ENTERPRISE_OPEN_ORDERS: 'an Enterprise account may have 1,000 open orders',
  MAX_STREAMS: 'a process may have 5,000 event streams',
  CLIENT_STALL_MS: 'a client that reads nothing for 30 s is disconnected',
  WEBHOOK_TIMEOUT_MS: 'a delivery may take 15 s',
}

/** Settings that were removed because the store would not work as they say: the server does not start with them. */
export const rejectedSettings: Readonly<Record<string, string>> = {
  REDIS_CLUSTER:
    'is removed: the limits of an account are in one hash slot of a cluster, so its other nodes add nothing. Point REDIS_URL at one Redis, or at Redis with Sentinel (redis+sentinel://host:port,host:port/name)',
}

/** Says for each removed setting that is still set what replaces it. */
export const findRemovedSettings = (
  environment: Readonly<Record<string, string | undefined>>,
): { found: string; advice: string }[] =>
  Object.entries(removedSettings)
    .filter(([name]) => environment[name])
    .map(([name, replacement]) => ({
      found: `${name} is no longer a setting, and is ignored: ${replacement}`,
      advice: `remove ${name}`,
    }))
