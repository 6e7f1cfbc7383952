import { InvalidArgumentError } from 'commander'
import { type EventType, eventTypes } from '../mod.ts'

/** Types of events, separated by commas. */
export const readEventTypes = (text: string): EventType[] =>
  text.split(',').map((name) => {
    const type = eventTypes.find((known) => known === name)
    if (!type) throw new InvalidArgumentError(`It must be one of ${eventTypes.join(', ')}.`)
    return type
  })
