/** When the store last announced a change; what follows from it may take a moment longer. */
export const lastEvent = { seenAtMs: Number.NEGATIVE_INFINITY }
