/** The longest a ticket may be. */
export const MAX_TICKET_LENGTH = 2_048
