/** What replaces each setting that was removed. Values of these settings are ignored. */
export const removedSettings: Readonly<Record<string, string>> = {
  REQUEST_LOG_MAX_MB: 'the request log limits its own size',
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
