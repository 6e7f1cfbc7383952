/** When the store last announced a change, whose consequences may follow a moment later. */
export const lastEvent = { seenAtMs: Number.NEGATIVE_INFINITY }
