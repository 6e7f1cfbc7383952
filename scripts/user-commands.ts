import type { Command } from 'commander'
import { applicationCommands, formCommands } from '../sdk/cli/applications.command.ts'
import { categoryCommands } from '../sdk/cli/categories.command.ts'
import { eventCommands } from '../sdk/cli/events.command.ts'
import { limitsCommand } from '../sdk/cli/limits.command.ts'
import { listingCommands } from '../sdk/cli/listings.command.ts'
import { orderCommands } from '../sdk/cli/orders.command.ts'
import { petCommands } from '../sdk/cli/pets.command.ts'
import { photoCommands } from '../sdk/cli/photos.command.ts'
import { profileCommands } from '../sdk/cli/profiles.command.ts'
import { webhookCommands } from '../sdk/cli/webhooks.command.ts'
import { printJson, printTable } from '../server/cli/output.ts'
import { completionCommand } from './completion.command.ts'

const print = { json: printJson, table: printTable }

/** What the operator's commands are joined by. Completion comes last, for it must see them all. */
export const userCommands: readonly ((program: Command) => void)[] = [
  petCommands(print),
  photoCommands(print),
  profileCommands(print),
  listingCommands(print),
  orderCommands(print),
  applicationCommands(print),
  formCommands(print),
  categoryCommands(print),
  eventCommands,
  webhookCommands(print),
  limitsCommand(print),
  completionCommand,
]
